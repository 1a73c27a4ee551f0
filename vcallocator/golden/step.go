package golden

import "github.com/flitwright/flitwright/vcallocator/config"

// Step is one cycle t: it takes the input pins, writes the output pins of the same cycle and
// passes the edge.
func (a *Allocator) Step(in, out []uint64) {
	reset := in[0] == 1
	a.read(in[1:])
	for i := range a.granted {
		a.granted[i] = none
	}
	if reset {
		a.countReset()
		a.write(out)
		a.reset()
		a.wasReset = true
		return
	}
	a.wasReset = false
	switch a.config.Arch {
	case config.SepIF:
		a.inputFirst()
	case config.SepOF:
		a.outputFirst()
	case config.Wavefront:
		for o := range a.arrays {
			for k := range a.arrays[o] {
				a.wave(&a.arrays[o][k])
			}
		}
	}
	a.write(out)

	a.illegal = 0
	for i := range a.requests {
		a.wrong[i] = a.isIllegal(i)
		if a.wrong[i] {
			a.illegal |= 1 << i
		}
	}
	a.count()
}

// read takes the pins after rst.
func (a *Allocator) read(in []uint64) {
	for i := range a.requests {
		r := &a.requests[i]
		r.valid, r.port, r.turn = in[4*i] == 1, int(in[4*i+1]), in[4*i+3] == 1
		for w := range a.vcs {
			r.vcs[w] = in[4*i+2]>>w&1 == 1
		}
	}
	for o := range a.outputs {
		for w := range a.vcs {
			a.free[o][w] = in[4*a.inputVCs+o]>>w&1 == 1
		}
	}
}

// write gives the pins.
func (a *Allocator) write(out []uint64) {
	for i, w := range a.granted {
		out[2*i], out[2*i+1] = 0, 0
		if w != none {
			out[2*i], out[2*i+1] = 1, 1<<w
		}
	}
	out[2*a.inputVCs] = a.illegal
}

// want, ask and open are those of the page.
func (a *Allocator) want(i, w int) bool {
	return a.requests[i].vcs[w] && a.legal(i%a.vcs, w, a.requests[i].turn)
}

func (a *Allocator) ask(i, o, w int) bool {
	return a.requests[i].valid && a.requests[i].port == o && a.want(i, w)
}

func (a *Allocator) open(i, o, w int) bool { return a.ask(i, o, w) && a.free[o][w] }

// isIllegal tells whether request i names a port or VC that it must not.
func (a *Allocator) isIllegal(i int) bool {
	r := a.requests[i]
	if !r.valid {
		return false
	}
	return r.port >= a.outputs || a.wantsIllegalVC(i)
}

func (a *Allocator) wantsIllegalVC(i int) bool {
	for w := range a.vcs {
		if a.requests[i].vcs[w] && !a.want(i, w) {
			return true
		}
	}
	return false
}
