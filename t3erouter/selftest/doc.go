// Package selftest has what stands around a T3E router in its self-test, small and fast enough to stand beside
// it in an FPGA: a source at each input and a sink at each output, which play the neighbours and the node, and the
// drafts of headers that sources share.
//
// A flit says itself what it must be. Its bytes from the fifth on, and the user bits of its sideband, are made of one number
// of 8 bits, that of the header drawn at random, each further one of a packet following from the one before it. The first four bytes
// of a header are its fields, and the eighth is as it would be in another flit, exclusive or these four; in other flits these
// are made of the number too. In bit 31, which routers do not read, a source notes what a sink cannot know of the escape VC: that
// the packet came on VC bit 1 in the direction of its escape hop.
//
// So a sink tells from a header alone whether a packet may come out of its port on this VC, from each flit
// whether it is the next of its VC, and whether any bit of it changed. Initial and final hops are not tried.
package selftest

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/t3erouter/config"
)

// Ports 0 to 5 lead to the neighbours in +x, -x, +y, -y, +z, -z; port 6 leads to the node.
const (
	links    = 6
	node     = 6
	dims     = 3
	vcs      = 5
	adaptive = 4 // the VC of that number
)

// order is the direction order of escape hops.
var order = [links]int{0, 2, 4, 1, 3, 5}

// sizes are a configuration and what follows from it.
type sizes struct{ config.Config }

// size is that of dimension d.
func (s sizes) size(d int) int { return [dims]int{s.X, s.Y, s.Z}[d] }

// coordinate is the number of bits that coordinates in dimension d have.
func (s sizes) coordinate(d int) int { return ir.Bits(s.size(d) - 1) }

// depth is that of the buffer of a VC.
func (s sizes) depth(vc int) int {
	if vc == adaptive {
		return s.AdaptiveDepth
	}
	return s.EscapeDepth
}

// left is the number of bits of a count of flits that are left of a packet.
func (s sizes) left() int { return ir.Bits(s.MaxFlits) }

// vcsOf lists the VCs of a port.
func vcsOf(port int) []int {
	if port == node {
		return []int{0, 2}
	}
	return []int{0, 1, 2, 3, 4}
}

// before lists the directions that stand before one in the order.
func before(port int) []int {
	for k, p := range order {
		if p == port {
			return order[:k]
		}
	}
	return nil
}

// due says whether a hop in a direction is due: the coordinates differ, and the sign is that of the direction.
func due(port int, at, minus []ir.Signal) ir.Signal {
	d := port / 2
	if port%2 == 0 {
		return at[d].Or(minus[d]).Not()
	}
	return minus[d].AndNot(at[d])
}

// following is the number of the flit that follows one: multiplied by x, modulo x^8 + x^4 + x^3 + x^2 + 1.
func following(m *ir.Module, x ir.Signal) ir.Signal {
	return rtl.CRC{Width: 8, Poly: 0x1d}.Step(x, m.Const(1, 0))
}

// lane is byte k of a flit of a number: the number, rotated.
func lane(x ir.Signal, k int) ir.Signal {
	if n := k / 2 % 8; n > 0 {
		return ir.Cat(x.Low(8-n), x.Slice(7, 8-n))
	}
	return x
}

// folded is the exclusive or of the first four bytes of a flit: 0 for all but headers.
func folded(low ir.Signal) ir.Signal {
	return ir.Xor(low.Slice(7, 0), low.Slice(15, 8), low.Slice(23, 16), low.Slice(31, 24))
}

// visited is the or of what belongs to the VCs whose bit is 1, of those in the list.
func visited(bits ir.Signal, list []int, of []ir.Signal) ir.Signal {
	var terms []ir.Signal
	for i, v := range list {
		terms = append(terms, of[i].And(bits.Bit(v)))
	}
	return ir.Or(terms...)
}
