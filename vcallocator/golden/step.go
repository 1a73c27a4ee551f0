package golden

import "github.com/flitwright/flitwright/vcallocator/config"

// Step is one cycle t: it takes the input pins, writes the output pins of the same cycle and
// passes the edge.
func (a *Allocator) Step(in, out []uint64) {
	rst := in[0] != 0
	t := a.read(in[1:])
	illegal := a.illegal
	if rst {
		a.watchReset(t)
		a.reset()
	} else {
		switch a.config.Arch {
		case config.SepIF:
			a.inputFirst(t)
		case config.SepOF:
			a.outputFirst(t)
		case config.Wavefront:
			a.wavefront(t)
		}
		a.illegal = a.illegalRequests(t)
		a.watch(t)
	}
	a.wasReset = rst
	for i, w := range t.grants {
		out[2*i], out[2*i+1] = 0, 0
		if w != none {
			out[2*i], out[2*i+1] = 1, 1<<w
		}
	}
	out[2*len(t.grants)] = illegal
}
