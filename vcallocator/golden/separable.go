package golden

// inputFirst is sep-if.
func (a *Allocator) inputFirst() {
	for i := range a.inputVCs {
		a.chosen[i] = none
		if o := a.requests[i].port; o < a.outputs {
			a.chosen[i] = a.inputArbiters[i].choose(func(w int) bool { return a.open(i, o, w) })
		}
	}
	for o := range a.outputs {
		for w := range a.vcs {
			arbiter := &a.outputArbiters[o][w]
			i := arbiter.choose(func(i int) bool { return a.requests[i].port == o && a.chosen[i] == w })
			if i == none {
				continue
			}
			a.granted[i] = w
			arbiter.move(i)
		}
	}
	for i, w := range a.granted {
		if w != none {
			a.inputArbiters[i].move(w)
		} else if a.chosen[i] != none {
			a.seen.beaten++
		}
	}
}

// outputFirst is sep-of.
func (a *Allocator) outputFirst() {
	for i := range a.offers {
		a.offers[i] = nil
	}
	for o := range a.outputs {
		for w := range a.vcs {
			arbiter := &a.outputArbiters[o][w]
			i := arbiter.choose(func(i int) bool { return a.open(i, o, w) })
			if i != none {
				a.offers[i] = append(a.offers[i], w)
				arbiter.move(i)
			}
		}
	}
	for i, offered := range a.offers {
		w := a.inputArbiters[i].choose(func(w int) bool {
			for _, x := range offered {
				if x == w {
					return true
				}
			}
			return false
		})
		if w != none {
			a.granted[i] = w
			a.inputArbiters[i].move(w)
		}
		if len(offered) >= 2 {
			a.seen.twice++
		}
	}
}
