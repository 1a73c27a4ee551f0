package t3erouter

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// BufferPorts are the ports of the flit storage of an input port: one memory, banked by VC.
type BufferPorts struct {
	Store  ir.Signal // 5: one-hot, the VC that takes an entry
	Stored ir.Signal // its flit
	Entry  Entry
	Slot   ir.Signal // 5: one-hot, the VC whose oldest entry is looked at
	Body   ir.Signal // 5: one-hot or 0, the VC whose oldest flit may be sent as a body flit
	Head   ir.Signal // 1: the flit at the slot is read, not that at body
	Read   ir.Signal // 1: the flit read is sent in this cycle
	Leave  ir.Signal // 5: VCs whose oldest entry leaves

	Some     ir.Signal // 5: VCs with an entry that can leave
	Full     ir.Signal // 5: VCs without room
	Soon     ir.Signal // 5: VCs with an entry now or from the next cycle on
	Looked   Entry     // oldest entry at the slot
	BodyLast ir.Signal // 1: oldest flit at body is its packet's last
	BodyNear ir.Signal // 1: the one after it is
	Flit     ir.Signal // the flit read; one cycle later if it is read through a register
}

// buffer holds the entries of the VCs of a port, each a ring of a power of two of places. Its flits stand in up
// to two banks, the deterministic VCs in one and the adaptive VC in the other: so none wastes places on the
// depth of the other kind. What the slot and the body pick look at lies in memories of its own, for it is
// read at other places.
func buffer(s sizes, port int) ir.Component[BufferPorts] {
	io := BufferPorts{
		Store: ir.In(vcs), Stored: ir.In(s.flit), Entry: s.entryPorts(ir.In),
		Slot: ir.In(vcs), Body: ir.In(vcs), Head: ir.In(1), Read: ir.In(1), Leave: ir.In(vcs),
		Some: ir.Out(vcs), Full: ir.Out(vcs), Soon: ir.Out(vcs), Looked: s.entryPorts(ir.Out),
		BodyLast: ir.Out(1), BodyNear: ir.Out(1), Flit: ir.Out(s.flit),
	}
	name := "t3e_buffer"
	if port == node {
		name += "_node"
	}
	return ir.Build(name, io, func(m *ir.Module, io BufferPorts) {
		m.SetDoc("Flit storage of an input port, banked by VC.")
		b := &storage{BufferPorts: io, m: m, s: s, port: port}
		b.rings()
		b.look()
		b.send()
	})
}

// storage is a buffer being built.
type storage struct {
	BufferPorts
	m           *ir.Module
	s           sizes
	port        int
	stored      ir.Signal   // 5: VCs with an entry from an earlier cycle
	write, read []ir.Signal // per VC: its places, going round
}

// rings keeps pointers and counts.
func (b *storage) rings() {
	m := b.m
	zero := m.Const(1, 0)
	some, full := make([]ir.Signal, vcs), make([]ir.Signal, vcs)
	b.write, b.read = make([]ir.Signal, vcs), make([]ir.Signal, vcs)
	for v := range vcs {
		some[v], full[v] = zero, zero
	}
	for _, v := range vcsOf(b.port) {
		m.Scope(fmt.Sprintf("vc_%d", v), func() {
			store, leave := b.Store.Bit(v), b.Leave.Bit(v)
			b.write[v], b.read[v] = m.Reg("write", b.s.ring(v), 0), m.Reg("read", b.s.ring(v), 0)
			m.When(store, func() { b.write[v].Set(b.write[v].AddC(1)) })
			m.When(leave, func() { b.read[v].Set(b.read[v].AddC(1)) })

			w := b.s.credit(v)
			count := m.Reg("entries", w, 0)
			m.When(store.Xor(leave), func() { count.Set(count.Add(ir.Cat(leave.Repeat(w-1), m.Const(1, 1)))) })
			some[v], full[v] = count.Any(), count.EqC(uint64(b.s.depth(v)))
			m.Assert(store.And(full[v]).Not(), "an entry comes to a full buffer")
			m.Assert(leave.AndNot(b.Some.Bit(v)).Not(), "an entry leaves an empty buffer")
		})
	}
	b.stored = ir.CatList(some...)
	b.Full.Set(ir.CatList(full...))
	soon := b.stored.Or(b.Store)
	b.Soon.Set(soon)
	if b.s.fallThrough() {
		b.Some.Set(soon)
	} else {
		b.Some.Set(b.stored)
	}
}

// look reads the oldest entries at the slot and at the body pick.
func (b *storage) look() {
	head := b.through(b.Slot, b.Entry.head(), func(bank bank) ir.Signal {
		heads := b.m.Mem(bank.name+"_heads", b.Entry.head().Width(), bank.places())
		b.m.When(b.stores(bank), func() { heads.Write(bank.at(b.Store, b.write), b.Entry.head()) })
		return heads.Read(bank.at(b.Slot, b.read))
	})
	setEntry(b.Looked, headOf(head))
	ends := ir.Cat(b.Entry.Near, b.Entry.Last)
	body := b.through(b.Body, ends, func(bank bank) ir.Signal {
		mem := b.m.Mem(bank.name+"_ends", 2, bank.places())
		b.m.When(b.stores(bank), func() { mem.Write(bank.at(b.Store, b.write), ends) })
		return mem.Read(bank.at(b.Body, b.read))
	})
	b.BodyLast.Set(body.Bit(0))
	b.BodyNear.Set(body.Bit(1))
}

// send reads the flit that is sent.
func (b *storage) send() {
	m := b.m
	from := ir.Mux(b.Head, b.Slot, b.Body).Named("sent_vc")
	m.Unused(from) // a single bank needs it for fall-through alone
	if !b.s.registeredRead() {
		m.Unused(b.Read)
	}
	b.Flit.Set(b.through(from, b.Stored, func(bank bank) ir.Signal {
		flits := m.Mem(bank.name+"_flits", b.s.flit, bank.places())
		m.When(b.stores(bank), func() { flits.Write(bank.at(b.Store, b.write), b.Stored) })
		at := ir.Mux(b.Head, bank.at(b.Slot, b.read), bank.at(b.Body, b.read))
		if b.s.registeredRead() {
			return flits.ReadReg(bank.name+"_flit", at, b.Read.And(bank.has(from)))
		}
		return flits.Read(at)
	}))
}

// through is what read finds in the bank of the VC, one-hot, or what comes in if that VC has
// nothing stored and need not wait. A flit read through a register comes out of its bank in the cycle after.
func (b *storage) through(vc, incoming ir.Signal, read func(bank) ir.Signal) ir.Signal {
	banks := b.s.banks(b.port)
	word := read(banks[0])
	if len(banks) > 1 {
		second := vc.Bit(adaptive)
		other := read(banks[1])
		if b.s.registeredRead() && incoming.Node() == b.Stored.Node() {
			late := b.m.Reg("sent_adaptive", 1, 0)
			late.Set(second)
			second = late
		}
		word = ir.Mux(second, other, word)
	}
	if b.s.fallThrough() {
		word = ir.Mux(vc.And(b.stored).Any(), word, incoming)
	}
	return word
}

// stores says that an entry goes to the bank.
func (b *storage) stores(bank bank) ir.Signal { return bank.has(b.Store) }

// A bank holds the rings of VCs of one depth behind one another.
type bank struct {
	name string
	vcs  []int
	ring int // bits of a place in a ring
}

func (s sizes) banks(port int) []bank {
	if port == node {
		return []bank{{"deterministic", vcsOf(node), s.ring(0)}}
	}
	return []bank{{"deterministic", []int{0, 1, 2, 3}, s.ring(0)}, {"adaptive", []int{adaptive}, s.ring(adaptive)}}
}

func (b bank) places() int { return len(b.vcs) << b.ring }

// of picks the bits of the bank's VCs.
func (b bank) of(vc ir.Signal) ir.Signal {
	var bits []ir.Signal
	for _, v := range b.vcs {
		bits = append(bits, vc.Bit(v))
	}
	return ir.CatList(bits...)
}

func (b bank) has(vc ir.Signal) ir.Signal { return b.of(vc).Any() }

// at is the address of a VC, one-hot, at its place in pointers.
func (b bank) at(vc ir.Signal, pointers []ir.Signal) ir.Signal {
	if len(b.vcs) == 1 {
		return pointers[b.vcs[0]]
	}
	var places []ir.Signal
	for _, v := range b.vcs {
		places = append(places, pointers[v])
	}
	return ir.Cat(rtl.Encode(b.of(vc)), ir.OneHotMux(b.of(vc), places...))
}
