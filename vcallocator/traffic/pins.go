package traffic

import "github.com/flitwright/flitwright/vcallocator/config"

// pins finds the words of a cycle: rst, then valid, port, vcs and turn of each input VC, then free of
// each output port; and out valid and vc of each input VC, then err_illegal.
type pins struct {
	config.Config
	requesters int // input VCs
}

func newPins(c config.Config) pins { return pins{c, c.Inputs * c.VCs} }

func (p pins) inWords() int  { return 1 + 4*p.requesters + p.Outputs }
func (p pins) outWords() int { return 2*p.requesters + 1 }

// A request is what the pins of one input VC say.
type request struct {
	valid bool
	port  int
	vcs   uint64
	turn  bool
}

func (p pins) request(in []uint64, i int) request {
	w := in[1+4*i : 5+4*i]
	return request{w[0] == 1, int(w[1]), w[2], w[3] == 1}
}

func (p pins) setRequest(in []uint64, i int, r request) {
	w := in[1+4*i : 5+4*i]
	w[0], w[1], w[2], w[3] = word(r.valid), uint64(r.port), r.vcs, word(r.turn)
}

// free is the word of free_o.
func (p pins) free(in []uint64, o int) *uint64 { return &in[1+4*p.requesters+o] }

func (p pins) grant(out []uint64, i int) (valid bool, vc uint64) { return out[2*i] == 1, out[2*i+1] }

func (p pins) illegal(out []uint64) uint64 { return out[2*p.requesters] }

func word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
