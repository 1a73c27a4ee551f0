package golden

// inputFirst grants as sep-if does and moves its arbiters.
func (a *Allocator) inputFirst(t *cycle) {
	choice := make([]int, a.requesters()) // w(i)
	for i, r := range t.requests {
		choice[i] = none
		if !a.illegalPort(r) {
			choice[i] = a.inputs[i].choose(func(w int) bool { return t.open(i, r.port, w) })
		}
	}
	for o := range a.config.Outputs {
		for w := range a.config.VCs {
			arbiter := &a.outputs[o][w]
			i := arbiter.choose(func(i int) bool { return t.requests[i].port == o && choice[i] == w })
			if i != none {
				t.grants[i] = w
				arbiter.move(i)
			}
		}
	}
	for i, w := range choice {
		switch {
		case t.grants[i] != none:
			a.inputs[i].move(w)
		case w != none:
			a.seen.beaten++
		}
	}
}

// outputFirst grants as sep-of does and moves its arbiters.
func (a *Allocator) outputFirst(t *cycle) {
	offers := make([]uint64, a.requesters()) // bit w: that VC of the port asked for is offered
	for o := range a.config.Outputs {
		for w := range a.config.VCs {
			arbiter := &a.outputs[o][w]
			i := arbiter.choose(func(i int) bool { return t.open(i, o, w) })
			if i != none {
				offers[i] |= 1 << w
				arbiter.move(i)
			}
		}
	}
	for i, offered := range offers {
		w := a.inputs[i].choose(func(w int) bool { return offered>>w&1 != 0 })
		if w != none {
			t.grants[i] = w
			a.inputs[i].move(w)
		}
		if offered&(offered-1) != 0 {
			a.seen.twice++
		}
	}
}
