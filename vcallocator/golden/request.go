package golden

// A request is what the pins of one input VC say in a cycle.
type request struct {
	valid bool
	port  int
	vcs   uint64 // req_i_vcs
	want  uint64 // bit w: it is in vcs and legal
}

// A cycle is what is so in one cycle t.
type cycle struct {
	requests []request
	free     []uint64 // by output port
	grants   []int    // the output VC that input VC i is given, or none
}

// read takes the pins of a cycle, rst left out. Nothing is granted yet.
func (a *Allocator) read(in []uint64) *cycle {
	t := &cycle{}
	for i := range a.requesters() {
		pins := in[4*i : 4*i+4]
		r := request{valid: pins[0] != 0, port: int(pins[1]), vcs: pins[2]}
		for w := range a.config.VCs {
			if legal(a.config, a.vc(i), w, pins[3] != 0) {
				r.want |= r.vcs & (1 << w)
			}
		}
		t.requests = append(t.requests, r)
		t.grants = append(t.grants, none)
	}
	t.free = in[4*a.requesters():][:a.config.Outputs]
	return t
}

// ask tells that i asks for VC w of port o.
func (t *cycle) ask(i, o, w int) bool {
	r := &t.requests[i]
	return r.valid && r.port == o && r.want>>w&1 != 0
}

// open tells that i asks for VC w of port o, and that it is free.
func (t *cycle) open(i, o, w int) bool { return t.ask(i, o, w) && t.free[o]>>w&1 != 0 }

// illegalPort and illegalVC are the two faults of a request.
func (a *Allocator) illegalPort(r request) bool { return r.valid && r.port >= a.config.Outputs }
func (a *Allocator) illegalVC(r request) bool   { return r.valid && r.vcs != r.want }

// illegalRequests is err_illegal for the cycle after this one.
func (a *Allocator) illegalRequests(t *cycle) uint64 {
	var bits uint64
	for i, r := range t.requests {
		if a.illegalPort(r) || a.illegalVC(r) {
			bits |= 1 << i
		}
	}
	return bits
}
