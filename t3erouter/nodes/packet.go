package nodes

import (
	"fmt"

	"github.com/flitwright/flitwright/t3erouter/table"
	"github.com/flitwright/flitwright/t3erouter/traffic"
)

// A Packet is its header, which no other packet under way has: its user field numbers the packets of a
// source. The rest of the flits follows from it.
type Packet uint64

const (
	headFlit = 1 // bits of the sideband
	tailFlit = 2

	classBit  = 24
	lengthBit = 26
	numberBit = 45
	numbers   = 1 << 19
	mayAdapt  = 1 << 25
	flowMask  = 1<<25 - 1 | (1<<15-1)<<30 // destination, route, class, source
)

// newPacket makes the packet of a route.
func newPacket(t *table.Torus, src, dst table.Node, e table.Entry, class, length, number int) Packet {
	h := traffic.Header{Dst: t.Coordinates(dst), Src: t.Coordinates(src), Class: class, Length: length, User: uint64(number % numbers)}
	return Packet(h.Encode() | e.HeaderBits())
}

// Class is 0 for a request, 1 for a reply.
func (p Packet) Class() int { return int(p >> classBit & 1) }

// Length is the number of flits.
func (p Packet) Length() int { return int(p >> lengthBit & 15) }

// Number counts the packets of the source, modulo 2^19.
func (p Packet) Number() int { return int(p >> numberBit) }

// Straight tells that the packet keeps to its escape VCs.
func (p Packet) Straight() bool { return p&mayAdapt == 0 }

// Dst and Src are the ends of the way.
func (p Packet) Dst(t *table.Torus) table.Node { return t.Number(traffic.Decode(uint64(p)).Dst) }
func (p Packet) Src(t *table.Torus) table.Node { return t.Number(traffic.Decode(uint64(p)).Src) }

// String names the packet: its ends and its number.
func (p Packet) String() string {
	h := traffic.Decode(uint64(p))
	return fmt.Sprintf("%d,%d,%d>%d,%d,%d #%d", h.Src[0], h.Src[1], h.Src[2], h.Dst[0], h.Dst[1], h.Dst[2], h.User)
}

// write writes flit k of the packet, with its sideband.
func (n Pins) write(p Packet, k int, flit []uint64) {
	x := uint64(p)
	for i := range flit {
		if k > 0 || i > 0 {
			x = (x ^ uint64(k)) * 0x9e3779b97f4a7c15
		}
		flit[i] = x
	}
	side := x >> 60 << 2 // user bits
	if k == 0 {
		side |= headFlit
	}
	if k == p.Length()-1 {
		side |= tailFlit
	}
	n.setSideband(flit, side)
}

// setSideband puts 6 bits above the data.
func (n Pins) setSideband(flit []uint64, side uint64) {
	at, shift := n.flit/64, uint(n.flit%64)
	flit[at] = flit[at]&(1<<shift-1) | side<<shift
	if at+1 < len(flit) {
		flit[at+1] = side >> (64 - shift)
	}
}

// sideband is the 6 bits above the data: head, tail, user.
func (n Pins) sideband(flit []uint64) uint64 {
	at, shift := n.flit/64, uint(n.flit%64)
	side := flit[at] >> shift
	if at+1 < len(flit) {
		side |= flit[at+1] << (64 - shift)
	}
	return side & 63
}
