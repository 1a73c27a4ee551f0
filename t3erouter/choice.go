package t3erouter

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// Buffers is what the router knows of the buffers at the far ends of its outputs.
type Buffers struct {
	Owned   ir.Signal   // per buffer: a packet is on its way into it
	Credits []ir.Signal // per buffer: free flits
}

// The escape buffers are numbered as the visitor of claims goes round them: 4 a link, VC 0 to 3, then VC 0
// and 2 of the node. Adaptive buffers have the numbers of their links and are never claimed.
const escapeBuffers = links*escapes + 2

func (s sizes) bufferPorts(n, vc int, port func(int) ir.Signal) Buffers {
	b := Buffers{Owned: port(n), Credits: make([]ir.Signal, n)}
	for i := range n {
		b.Credits[i] = port(s.credit(vc))
	}
	return b
}

// setBuffers connects the buffers of an instance.
func setBuffers(to, from Buffers) {
	to.Owned.Set(from.Owned)
	for i := range to.Credits {
		to.Credits[i].Set(from.Credits[i])
	}
}

// ChoicePorts are the ports of the choice of a buffer for the header in the slot of a port.
type ChoicePorts struct {
	Header ir.Signal // 1: a header waits there
	Head   Head
	Hop    ir.Signal // 7: one-hot, the head's port
	Claims ir.Signal // 1: it claims its VC
	Barred ir.Signal // 26: escape buffers for their claimer alone
	Escape Buffers
	Free   Buffers   `port:"adaptive"`
	Beats  ir.Signal // 12: see ranking

	// Of what goes before it out of the same port, bits 0 to 2: to the adaptive VC in the head's direction in x, y, z; bit 3: to its escape VC
	Follows ir.Signal // 4: the flit staged
	Last    ir.Signal // 1: that is the last of its packet
	Again   ir.Signal // 4: the header granted in the last cycle

	Some   ir.Signal // 1: there is a choice
	To     ir.Signal // 7: one-hot, the output chosen; 0: none
	VC     ir.Signal // 5: one-hot, the VC chosen
	Which  ir.Signal // 4: one-hot or 0, the bit of Follows that it has
	Spares ir.Signal // 4: VCs with room for one flit more to which no flit staged goes, by these bits
}

// choice is combinational: VC allocation for one header. It is a module of its own so that the requests can be
// read out of the emitted logic. "Its choice" in docs/spec/t3e.md.
func choice(s sizes) ir.Component[ChoicePorts] {
	io := ChoicePorts{
		Header: ir.In(1), Head: s.headPorts(ir.In), Hop: ir.In(ports), Claims: ir.In(1), Barred: ir.In(escapeBuffers),
		Escape: s.bufferPorts(escapeBuffers, 0, ir.In), Free: s.bufferPorts(links, adaptive, ir.In), Beats: ir.In(12),
		Follows: ir.In(dims + 1), Last: ir.In(1), Again: ir.In(dims + 1),
		Some: ir.Out(1), To: ir.Out(ports), VC: ir.Out(vcs), Which: ir.Out(dims + 1), Spares: ir.Out(dims + 1),
	}
	return ir.Build("t3e_choice", io, func(m *ir.Module, io ChoicePorts) {
		m.SetDoc("Allocation of a VC to the header in the slot: its claim, else an adaptive VC with most credits, else its escape.")
		h := io.Head
		m.Unused(h.Drop, h.May)
		kind := ir.Cat(h.Class, h.Bit)

		low := h.Port.Low(2)
		high := low.And(h.Port.Bit(2).Repeat(2)).Named("port_above_3")
		byVC := func(xs []ir.Signal) ir.Signal {
			var of []ir.Signal // per port
			for p := range links {
				of = append(of, rtl.IndexedMux(kind, xs[escapes*p:escapes*(p+1)]...))
			}
			of = append(of, ir.Mux(h.Class, xs[25], xs[24]))
			return rtl.IndexedMux(high, append([]ir.Signal{rtl.IndexedMux(low, of[:4]...)}, of[4:]...)...)
		}
		barred := byVC(io.Barred.BitList()).AndNot(io.Claims)
		follows := io.Follows.Bit(dims)
		open := unowned(follows, io.Last, byVC(io.Escape.Owned.BitList())).AndNot(barred).Named("escape_open")
		enough, more := roomFor(h.Length, byVC(io.Escape.Credits), follows, io.Again.Bit(dims))
		enough = enough.Named("escape_room")
		escape := ir.And(io.Header, open, enough)

		var rooms, spares []ir.Signal
		for d := range dims {
			sign := h.Minus.Bit(d)
			owned := ir.Mux(sign, io.Free.Owned.Bit(2*d+1), io.Free.Owned.Bit(2*d))
			credits := ir.Mux(sign, io.Free.Credits[2*d+1], io.Free.Credits[2*d])
			room, spare := roomFor(h.Length, credits, io.Follows.Bit(d), io.Again.Bit(d))
			rooms = append(rooms, ir.And(h.Adaptive.Bit(d), unowned(io.Follows.Bit(d), io.Last, owned), room))
			spares = append(spares, spare)
		}
		x, y, z := rooms[0], rooms[1], rooms[2]
		beats := func(pair, a, b int) ir.Signal {
			return rtl.IndexedMux(ir.Cat(h.Minus.Bit(a), h.Minus.Bit(b)), io.Beats.Slice(4*pair+3, 4*pair).BitList()...)
		}
		xy, xz, yz := beats(0, 0, 1), beats(1, 0, 2), beats(2, 1, 2)
		best := []ir.Signal{
			ir.And(x, xy.Or(y.Not()), xz.Or(z.Not())),
			ir.And(y, xy.And(x).Not(), yz.Or(z.Not())),
			ir.And(z, xz.And(x).Not(), yz.And(y).Not()),
		}
		some := ir.Or(rooms...)
		adapts := ir.And(io.Header, some, io.Claims.And(escape).Not()).Named("adapts")
		if s.AdaptiveOnly {
			escape = escape.AndNot(h.Adaptive.Any())
		}
		takes := escape.AndNot(adapts).Named("takes_escape")

		io.Some.Set(ir.And(io.Header, ir.Or(some, escape)))
		to := make([]ir.Signal, ports)
		for p := range ports {
			to[p] = takes.And(io.Hop.Bit(p))
			if p < links {
				way := h.Minus.Bit(p / 2)
				if p%2 == 0 {
					way = way.Not()
				}
				to[p] = to[p].Or(ir.And(adapts, best[p/2], way))
			}
		}
		io.To.Set(ir.CatList(to...))
		io.VC.Set(ir.Cat(adapts, rtl.Decode(kind, escapes).And(takes.Repeat(escapes))))
		io.Which.Set(ir.Cat(takes, ir.CatList(best...).And(adapts.Repeat(dims))))
		io.Spares.Set(ir.CatList(append(spares, more)...))
	})
}

// RankingPorts are the ports of the comparison of adaptive VCs.
type RankingPorts struct {
	Credits []ir.Signal // per link
	Beats   ir.Signal   // 12: bit 4*pair + 2*minus a + minus b, of the pairs xy, xz, yz: a goes before b
}

// ranking compares the credits of every two adaptive VCs that one header may choose between. Equal ones are ordered by the tie
// pointer, which changes in every cycle.
func ranking(s sizes) ir.Component[RankingPorts] {
	io := RankingPorts{Beats: ir.Out(12)}
	for range links {
		io.Credits = append(io.Credits, ir.In(s.credit(adaptive)))
	}
	return ir.Build("t3e_ranking", io, func(m *ir.Module, io RankingPorts) {
		m.SetDoc("Order of the adaptive VCs by credits, ties by a rotating pointer.")
		tie := m.Reg("tie", 2, 0).Doc("the dimension that is first among equals")
		tie.Set(ir.Mux(tie.EqC(dims-1), tie.C(0), tie.AddC(1)))
		first := []ir.Signal{tie.NeC(1), tie.EqC(0), tie.NeC(2)}
		var beats []ir.Signal
		for pair, ab := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
			for signs := range 4 {
				a, b := io.Credits[2*ab[0]+signs/2], io.Credits[2*ab[1]+signs%2]
				beats = append(beats, reaches(ir.Cat(b, first[pair].Not()), ir.Cat(a, first[pair])).Not())
			}
		}
		io.Beats.Set(ir.CatList(beats...))
	})
}

// unowned says that no packet will be on its way into a buffer when the flit staged, which may go there, has left.
func unowned(follows, last, owned ir.Signal) ir.Signal {
	return ir.Mux(follows, last, owned.Not())
}

// roomFor says that a packet has room where there are credits, one of which goes to the flit staged if the packet follows it, and one is
// left to other ports if the last header of this one went there too; and that there is room for one flit more, which counts without
// a flit before only.
func roomFor(length, credits, follows, again ir.Signal) (room, spare ir.Signal) {
	w := max(length.Width(), credits.Width())
	length, credits = length.ZExt(w), credits.ZExt(w)
	enough, exact := reaches(credits, length), credits.Eq(length)
	return enough.AndNot(exact.And(follows.Or(again))), ir.And(enough, exact.Not(), follows.Not())
}

// reaches says that x is y or more, by logic without a carry chain, which at a few bits is the slower way.
func reaches(x, y ir.Signal) ir.Signal {
	is := x.C(1).Bit(0)
	for i := range x.Width() {
		is = ir.Mux(x.Bit(i).Xor(y.Bit(i)), x.Bit(i), is)
	}
	return is
}
