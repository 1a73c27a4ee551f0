package t3erouter

import (
	"math/bits"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/t3erouter/config"
)

// Ports 0 to 5 lead to the neighbours in +x, -x, +y, -y, +z, -z; port 6 leads to the node.
const (
	ports    = 7
	links    = 6
	node     = 6
	dims     = 3
	vcs      = 5
	escapes  = 4 // VC 2*class + bit
	adaptive = 4 // the VC of that number
)

// order is the direction order of escape hops.
var order = [links]int{0, 2, 4, 1, 3, 5}

// vcsOf lists the VCs of a port: all five, or those of the node.
func vcsOf(port int) []int {
	if port == node {
		return []int{0, 2}
	}
	return []int{0, 1, 2, 3, 4}
}

// sizes are a configuration and the widths that follow from it.
type sizes struct {
	config.Config
	config.Variant
	flit   int // bits of a flit with its sideband
	length int // bits of a packet's length
}

func sizesOf(c config.Config, v config.Variant) sizes {
	return sizes{Config: c, Variant: v, flit: c.Flit + 6, length: ir.Bits(c.MaxFlits)}
}

// depth is that of the buffer of a VC.
func (s sizes) depth(vc int) int {
	if vc == adaptive {
		return s.AdaptiveDepth
	}
	return s.EscapeDepth
}

// credit is the number of bits of a credit count.
func (s sizes) credit(vc int) int { return ir.Bits(s.depth(vc)) }

// ring is the number of bits of a pointer into the buffer of a VC: it goes round a power of two.
func (s sizes) ring(vc int) int { return max(1, bits.Len(uint(s.depth(vc)-1))) }

// size is that of dimension d.
func (s sizes) size(d int) int { return [dims]int{s.X, s.Y, s.Z}[d] }

// has says that a port leads somewhere: a dimension of size 1 has no links, and nothing is built for its ports.
func (s sizes) has(port int) bool { return port == node || s.size(port/2) > 1 }

// ports lists the ports that lead somewhere, in order.
func (s sizes) ports() []int {
	var list []int
	for p := range ports {
		if s.has(p) {
			list = append(list, p)
		}
	}
	return list
}

// fallThrough: a flit can leave in the cycle in which it arrives.
func (s sizes) fallThrough() bool { return s.Stages == 1 }

// staged: what an input port offers waits for the switch in a register, the stage. So flits are read through a register and
// can live in block RAM.
func (s sizes) staged() bool { return s.Stages == 3 }

// dimensions clears the bits of dimensions of size 1, which are 0 where they matter: what comes out of a memory does not show it.
func (s sizes) dimensions(x ir.Signal) ir.Signal {
	mask := uint64(0)
	for d := range dims {
		if s.size(d) > 1 {
			mask |= 1 << d
		}
	}
	if mask == 1<<dims-1 {
		return x
	}
	return x.And(x.C(mask))
}
