package golden

import "fmt"

// What follows is for tests and for the study of deadlocks: it looks inside between two Steps,
// and fills buffers without pins.

// A View is one input VC at the start of a cycle.
type View struct {
	Entries []Stored // oldest first

	// The packet on its way, if there is one: the output VC that it owns. A header that is staged
	// waits as yet.
	Active   bool
	Port, VC int
}

// A Stored is one entry of a buffer.
type Stored struct {
	Flit    []uint64 // words as they would leave
	Dropped bool
	Last    bool
	Route   *Route // of a header, nil for others
}

// A Route is what a header waits for: its VC or, in the directions of its adaptive set, VC 4.
type Route struct {
	Port, VC int   // the escape VC, or of port 6 the VC by which it ejects
	Adaptive []int // directions, ascending
	Captive  bool  // must not take the escape VC, in variant AdaptiveOnly
	Length   int
}

// Peek copies what is known of VC v of input p.
func (r *Router) Peek(p, v int) View {
	in := &r.inputs[p]
	ch := &in.vcs[v]
	var view View
	if to := in.owns(int8(v)); to != nowhere {
		view.Active, view.Port, view.VC = true, int(to.port), int(to.vc)
	}
	for i := range ch.buffer.size {
		place := ch.buffer.place(i)
		e := &ch.buffer.entries[place]
		s := Stored{
			Flit:    append([]uint64(nil), ch.buffer.flit(place)...),
			Dropped: e.kind == dropped,
			Last:    e.last,
		}
		if e.kind == heading {
			s.Route = e.route.export()
		}
		view.Entries = append(view.Entries, s)
	}
	return view
}

// owns is the output VC that the packet on its way from VC v owns, or nowhere.
func (in *input) owns(v int8) place {
	switch {
	case in.staged.header() && in.staged.vc == v:
		return nowhere
	case in.staged.of(v):
		return in.staged.to
	case in.active>>v&1 == 1:
		return in.vcs[v].to
	}
	return nowhere
}

func (rt *route) export() *Route {
	x := &Route{Port: int(rt.own.port), VC: int(rt.own.vc), Captive: rt.captive, Length: int(rt.length)}
	for d := range node {
		if rt.set>>d&1 == 1 {
			x.Adaptive = append(x.Adaptive, d)
		}
	}
	return x
}

// Credits counts the flits that fit into the buffer beyond VC v of output o.
func (r *Router) Credits(o, v int) int { return r.outputs[o].credits[v] }

// Owned tells that a packet holds VC v of output o.
func (r *Router) Owned(o, v int) bool { return r.outputs[o].owned>>v&1 == 1 }

// Barred tells that VC v of output o, not the adaptive one, is kept for who claims it.
func (r *Router) Barred(o, v int) bool { return r.outputs[o].barred>>v&1 == 1 }

// Claimed names the input VC that claims VC v of output o.
func (r *Router) Claimed(o, v int) (port, vc int, held bool) {
	for _, by := range round {
		if s := r.inputs[by.port].vcs[by.vc].standing; s.claims && s.mark == (place{int8(o), int8(v)}) {
			return int(by.port), int(by.vc), true
		}
	}
	return none, none, false
}

// Load stores flits in VC v of input p as if they had arrived before the cycle that Step takes
// next, with the coordinates and links of the last Step. Its error says which flit would not
// have been passed on as it is; those before it are stored. The credits that the sender spent
// are the caller's matter.
func (r *Router) Load(p, v int, flits ...[]uint64) error {
	if p < 0 || p >= ports || v < 0 || v >= vcs || p == node && v != 0 && v != 2 {
		return fmt.Errorf("port %d has no input VC %d", p, v)
	}
	if r.links>>p&1 == 0 {
		return fmt.Errorf("port %d has no usable link", p)
	}
	ch := &r.inputs[p].vcs[v]
	for i, flit := range flits {
		if len(flit) != r.words {
			return fmt.Errorf("flit %d has %d words, not %d", i, len(flit), r.words)
		}
		if ch.buffer.full() {
			return fmt.Errorf("flit %d finds the buffer of port %d, VC %d full", i, p, v)
		}
		r.store(p, v, flit)
		newest := &ch.buffer.entries[ch.buffer.place(ch.buffer.size-1)]
		if newest.kind == dropped || ch.framing.wrong {
			return fmt.Errorf("flit %d is malformed on port %d, VC %d", i, p, v)
		}
	}
	return nil
}
