package traffic

import "github.com/flitwright/flitwright/t3erouter/config"

const (
	ports = 7 // 0..5 are links in direction +x, -x, +y, -y, +z, -z
	node  = 6
	vcs   = 5 // 0..3 are escape, 2*class + bit
	free  = 4 // the adaptive one
)

// Input words that do not depend on the width of a flit.
const (
	pinRst   = 0
	pinAt    = 1 // cfg_x, cfg_y, cfg_z
	pinLinks = 4
	pinIn    = 5
)

// Kinds of errors, in the order of the err_ pins.
type kindOfError uint8

const (
	errVC kindOfError = iota
	errLength
	errDest
	errTurn
	errLink
	errOverflow
	errCredit

	errKinds
	noError = errKinds
)

func (k kindOfError) String() string {
	return [...]string{"err_vc", "err_length", "err_dest", "err_turn", "err_link", "err_overflow", "err_credit", "no error"}[k]
}

// Counters, in the order of the stat_ pins. The first vcs of them are stat_packets.
const (
	statEjected = vcs + iota
	statDropped
	statEscapes

	stats
)

// A Pins is where the pins of a router stand in the words of a cycle. A flit takes as many as it
// needs, lowest first.
type Pins struct {
	flit  int // data bits
	words int // of a flit with its sideband
}

// NewPins gives the pins of the router that c describes.
func NewPins(c config.Config) Pins { return Pins{c.Flit, (c.Flit + 6 + 63) / 64} }

// Inputs and Outputs are the words of a cycle.
func (n Pins) Inputs() int  { return pinIn + ports*(n.words+2) + ports }
func (n Pins) Outputs() int { return ports + ports*(n.words+2) + int(errKinds) + stats }

// A bundle is flit, valid and vc of one port.
type bundle []uint64

func (b bundle) flit() flit  { return flit(b[:len(b)-2]) }
func (b bundle) valid() bool { return b[len(b)-2]&1 != 0 }
func (b bundle) vc() int     { return int(b[len(b)-1]) }

func (b bundle) set(valid bool, vc int) {
	b[len(b)-2], b[len(b)-1] = 0, uint64(vc)
	if valid {
		b[len(b)-2] = 1
	}
}

// in is what in_p carries, out what out_p carries.
func (n Pins) in(in []uint64, p int) bundle   { return n.bundle(in, pinIn, p) }
func (n Pins) out(out []uint64, p int) bundle { return n.bundle(out, ports, p) }

func (n Pins) bundle(w []uint64, from, p int) bundle {
	from += p * (n.words + 2)
	return bundle(w[from : from+n.words+2 : from+n.words+2])
}

// inCredits is in_p_credit.
func (n Pins) inCredits(out []uint64, p int) uint8 { return uint8(out[p]) }

// outCredits is out_p_credit, all ports.
func (n Pins) outCredits(in []uint64) []uint64 {
	from := pinIn + ports*(n.words+2)
	return in[from : from+ports]
}

// errors are the err_ pins by kind, counters the stat_ pins.
func (n Pins) errors(out []uint64) []uint64 {
	from := ports + ports*(n.words+2)
	return out[from : from+int(errKinds)]
}

func (n Pins) counters(out []uint64) []uint64 {
	from := ports + ports*(n.words+2) + int(errKinds)
	return out[from : from+stats]
}

// A flit is its words. The header is word 0 of a head flit; head and tail are the bits above the data.
type flit []uint64

func (n Pins) head(f flit) bool { return f[n.flit/64]>>(n.flit%64)&1 != 0 }
func (n Pins) tail(f flit) bool { return f[(n.flit+1)/64]>>((n.flit+1)%64)&1 != 0 }

func (n Pins) setHead(f flit, on bool) { setBit(f, n.flit, on) }
func (n Pins) setTail(f flit, on bool) { setBit(f, n.flit+1, on) }

func setBit(f flit, i int, on bool) {
	f[i/64] &^= 1 << (i % 64)
	if on {
		f[i/64] |= 1 << (i % 64)
	}
}

// fill makes f random, sideband included.
func (n Pins) fill(f flit, d *dice) {
	for i := range f {
		f[i] = d.pcg.Uint64()
	}
	if used := (n.flit + 6) % 64; used != 0 {
		f[len(f)-1] &= 1<<used - 1
	}
}
