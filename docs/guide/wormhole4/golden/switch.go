// Package golden is the cycle model of the wormhole switch. It is written from spec.md in the folder
// above, rule by rule, and knows queues and packets, no gates.
package golden

const (
	ports  = 4
	nobody = -1
)

// A Switch is one switch with everything that it remembers from cycle to cycle.
type Switch struct {
	width, depth int
	inputs       [ports]input
	outputs      [ports]output
	seen         [events]uint64
}

// An input is a queue of flits, the oldest first.
type input struct {
	queue []uint64
	stray bool // err_stray
}

// An output passes one packet at a time.
type output struct {
	owner   int // an input or nobody
	pointer int // the input to be looked at first
	inside  bool
	valid   bool
	data    uint64
}

// New makes a switch in its reset state.
func New(width, depth int) *Switch {
	s := &Switch{width: width, depth: depth}
	s.reset()
	return s
}

func (s *Switch) reset() {
	s.inputs = [ports]input{}
	for q := range s.outputs {
		s.outputs[q] = output{owner: nobody}
	}
}

func (s *Switch) head(flit uint64) bool { return flit>>(s.width+1)&1 == 1 }
func (s *Switch) tail(flit uint64) bool { return flit>>s.width&1 == 1 }

// Step shows the outputs of a cycle and passes the edge that ends it.
func (s *Switch) Step(in, out []uint64) {
	s.show(out)
	if in[pinRst] == 1 {
		s.observeReset()
		s.reset()
		return
	}
	requests := s.front()
	arrives := [ports]bool{}
	for p := range arrives {
		arrives[p] = in[pinIn+2*p] == 1 && len(s.inputs[p].queue) < s.depth
	}
	for q := range s.outputs {
		s.pass(q, in[pinReady+q] == 1, requests[q])
	}
	for p := range s.inputs {
		if arrives[p] {
			s.inputs[p].queue = append(s.inputs[p].queue, in[pinIn+2*p+1])
		}
	}
}

// front is rules 2 and 3: what each input that owns nothing does with its front. It gives the
// requests for each output.
func (s *Switch) front() (requests [ports][ports]bool) {
	owns := [ports]bool{}
	for _, o := range s.outputs {
		if o.owner != nobody {
			owns[o.owner] = true
		}
	}
	for p := range s.inputs {
		i := &s.inputs[p]
		i.stray = false
		if owns[p] || len(i.queue) == 0 {
			continue
		}
		if flit := i.queue[0]; s.head(flit) {
			requests[flit%ports][p] = true
		} else {
			i.queue, i.stray = i.queue[1:], true
			s.seen[eventStray+p]++
		}
	}
	return requests
}

// pass is rules 4 to 6 for output q.
func (s *Switch) pass(q int, ready bool, requests [ports]bool) {
	o := &s.outputs[q]
	blocked := o.valid && !ready
	if blocked {
		s.seen[eventStalled+q]++
	} else {
		o.valid, o.data = false, 0
	}
	if o.owner == nobody {
		s.grant(q, requests)
		return
	}
	i := &s.inputs[o.owner]
	if len(i.queue) == 0 {
		s.seen[eventStarved+q]++
		return
	}
	if blocked {
		return
	}
	flit := i.queue[0]
	i.queue = i.queue[1:]
	s.observeMove(q, flit)
	o.valid, o.data, o.inside = true, flit, true
	if s.tail(flit) {
		o.owner, o.inside = nobody, false
	}
}

// grant is rule 4 for output q, which has no owner.
func (s *Switch) grant(q int, requests [ports]bool) {
	o := &s.outputs[q]
	for k := range ports {
		p := (o.pointer + k) % ports
		if !requests[p] {
			continue
		}
		if o.owner == nobody {
			o.owner = p
		} else {
			s.seen[eventContend+q]++
			break
		}
	}
	if o.owner != nobody {
		o.pointer = (o.owner + 1) % ports
	}
}
