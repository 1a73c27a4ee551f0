package nodes

import "github.com/flitwright/flitwright/t3erouter/config"

const (
	links    = 6 // ports 0..5 lead to +x, -x, +y, -y, +z, -z
	nodePort = 6
	vcs      = 5
	adaptive = 4 // the VC of that number
	classes  = 2 // requests and replies
	errors   = 7 // err_ pins of a router
	stats    = vcs + 3
)

// Pins is where the pins of a torus stand in the words of a cycle: those of its terminals, then
// errors and counters of all routers, pin by pin.
type Pins struct {
	nodes int
	flit  int // data bits
	words int // of a flit with its sideband
}

// NewPins gives the pins of a torus.
func NewPins(c config.Config) Pins { return Pins{c.X * c.Y * c.Z, c.Flit, (c.Flit + 6 + 63) / 64} }

// Inputs and Outputs are the words of a cycle.
func (n Pins) Inputs() int  { return 1 + n.nodes*(n.words+3) }
func (n Pins) Outputs() int { return n.nodes * (n.words + 3 + errors + stats) }

// A lane is flit, valid and vc of one end of a terminal.
type lane []uint64

func (l lane) flit() []uint64 { return l[:len(l)-2] }
func (l lane) valid() bool    { return l[len(l)-2] != 0 }
func (l lane) vc() int        { return int(l[len(l)-1]) }

// up is in_i, down out_i of the torus.
func (n Pins) up(in []uint64, i int) lane      { return n.lane(in[1:], i) }
func (n Pins) down(out []uint64, i int) lane   { return n.lane(out[n.nodes:], i) }
func (n Pins) lane(words []uint64, i int) lane { return words[i*(n.words+2) : (i+1)*(n.words+2)] }

// upCredit is in_i_credit, downCredit out_i_credit.
func (n Pins) upCredit(out []uint64, i int) uint64   { return out[i] }
func (n Pins) downCredit(in []uint64, i int) *uint64 { return &in[1+n.nodes*(n.words+2)+i] }

// errors are the err_ pins, packets stat_packets of all VCs and routers.
func (n Pins) errors(out []uint64) []uint64 { return out[n.nodes*(n.words+3):][:n.nodes*errors] }

func (n Pins) packets(out []uint64) []uint64 {
	return out[n.nodes*(n.words+3+errors):][:n.nodes*vcs]
}
