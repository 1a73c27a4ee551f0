package t3erouter

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// BufferPorts are the ports of the flit storage of an input port: one memory, banked by VC.
type BufferPorts struct {
	Store   ir.Signal // 5: one-hot, the VC that takes an entry
	Stored  ir.Signal // its flit
	Head    Head
	Ends    ir.Signal // 2: it is its packet's last, the one after it is the last of its length
	Next    ir.Signal // 5: one-hot or 0, the VC that comes into the slot
	Ahead   ir.Signal // 5: one-hot or 0, the VC that would come into it if none had its first entry in this cycle
	Waiting ir.Signal // 1: there is one
	Behind  ir.Signal // 5: VCs of which the entry behind the oldest would be wanted, which leaves in this cycle
	Hold    ir.Signal // 1: what came into the slot is kept
	Slot    ir.Signal // 5: one-hot, the VC whose oldest entry is looked at
	Body    ir.Signal // 5: one-hot or 0, the VC whose oldest flit may be sent as a body flit
	First   ir.Signal // 1: the flit at the slot is read, not that at body
	Read    ir.Signal // 1: the flit read is taken in this cycle
	Leave   ir.Signal // 5: VCs whose oldest entry leaves
	Staged  ir.Signal // 5: one-hot or 0, the VC whose oldest entry is staged; it is the one behind it that counts as the oldest below

	Some   ir.Signal // 5: VCs with an entry at hand
	Full   ir.Signal // 5: VCs without room
	Coming Head      // of the entry that comes into the slot; if flits are read through a register so is this, and is that of the entry in the slot
	Alone  ir.Signal // 2: Ends of that entry, likewise
	Sent   ir.Signal // 2: Ends of the flit read; of that at body if flits are read through a register
	Flit   ir.Signal // the flit read; one cycle later if it is read through a register
}

// buffer holds the entries of the VCs of a port, each a ring of a power of two of places. Its flits stand in up
// to two banks, the deterministic VCs in one and the adaptive VC in the other: so none wastes places on the
// depth of the other kind. What the slot and the body pick look at lies in memories of its own, for it is
// read at other places.
func buffer(s sizes, port int) ir.Component[BufferPorts] {
	io := BufferPorts{
		Store: ir.In(vcs), Stored: ir.In(s.flit), Head: s.headPorts(ir.In), Ends: ir.In(2),
		Next: ir.In(vcs), Ahead: ir.In(vcs), Waiting: ir.In(1), Behind: ir.In(vcs), Hold: ir.In(1), Slot: ir.In(vcs), Body: ir.In(vcs), First: ir.In(1), Read: ir.In(1), Leave: ir.In(vcs), Staged: ir.In(vcs),
		Some: ir.Out(vcs), Full: ir.Out(vcs), Coming: s.headPorts(ir.Out),
		Alone: ir.Out(2), Sent: ir.Out(2), Flit: ir.Out(s.flit),
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
	stored      ir.Signal   // 5: VCs with an entry from an earlier cycle that is not staged
	several     ir.Signal   // 5: VCs with more than one
	write, read []ir.Signal // per VC: its places, going round
	front       []ir.Signal // per VC: the place of the oldest entry that is not staged
}

// rings keeps pointers and counts.
func (b *storage) rings() {
	m := b.m
	zero := m.Const(1, 0)
	some, many, full := make([]ir.Signal, vcs), make([]ir.Signal, vcs), make([]ir.Signal, vcs)
	b.write, b.read, b.front = make([]ir.Signal, vcs), make([]ir.Signal, vcs), make([]ir.Signal, vcs)
	for v := range vcs {
		some[v], many[v], full[v] = zero, zero, zero
	}
	for _, v := range vcsOf(b.port) {
		m.Scope(fmt.Sprintf("vc_%d", v), func() {
			store, leave := b.Store.Bit(v), b.Leave.Bit(v)
			b.write[v], b.read[v] = m.Reg("write", b.s.ring(v), 0), m.Reg("read", b.s.ring(v), 0)
			m.When(store, func() { b.write[v].Set(successor(b.write[v])) })
			m.When(leave, func() { b.read[v].Set(successor(b.read[v])) })

			count := m.Reg("entries", b.s.credit(v), 0)
			m.When(store.Xor(leave), func() { count.Set(rtl.UpDown(count, leave)) })
			staged := b.Staged.Bit(v)
			if b.s.staged() {
				b.front[v] = ir.Mux(staged, successor(b.read[v]), b.read[v]).Named("front")
			}
			some[v], many[v] = ir.Mux(staged, atLeast(2, count), atLeast(1, count)), ir.Mux(staged, atLeast(3, count), atLeast(2, count))
			full[v] = count.EqC(uint64(b.s.depth(v)))
			m.Assert(store.And(full[v]).Not(), "an entry comes to a full buffer")
			m.Assert(leave.AndNot(b.Some.Bit(v).Or(staged)).Not(), "an entry leaves an empty buffer")
		})
	}
	b.stored, b.several = ir.CatList(some...), ir.CatList(many...)
	b.Full.Set(ir.CatList(full...))
	if b.s.fallThrough() {
		b.Some.Set(b.stored.Or(b.Store))
	} else {
		b.Some.Set(b.stored)
	}
}

// atLeast says that x is n or more; a narrow x can't be.
func atLeast(n uint64, x ir.Signal) ir.Signal {
	if ir.Bits(int(n)) > x.Width() {
		return x.C(0).Bit(0)
	}
	return x.GeC(n)
}

// taps give the bit that a shift register of a length takes in to go through all numbers but 0 (Ward & Molteno, a table of
// linear feedback shift registers): the exclusive or of its highest bit and this one.
var taps = map[int]int{2: 0, 3: 1, 4: 2, 5: 2, 6: 4}

// successor is the place after one in a ring: a shift register that takes 0 in as well (a de Bruijn sequence), so a pointer costs
// one LUT and no carry. In what order the places are used does not matter.
func successor(place ir.Signal) ir.Signal {
	w := place.Width()
	if w == 1 {
		return place.Not()
	}
	in := ir.Xor(place.Msb(), place.Bit(taps[w]), place.Low(w-1).Any().Not())
	return ir.Cat(place.Low(w-1), in)
}

// look reads the head that comes into the slot, from its memory or, if it arrives in this cycle, as it comes.
func (b *storage) look() {
	if b.s.staged() {
		b.lookAhead()
		return
	}
	b.m.Unused(b.Hold, b.Ahead, b.Waiting)
	b.Alone.Set(b.Ends.C(0))
	banks := b.s.banks(b.port)
	behind := b.Next.And(b.Behind).Any().Named("next_behind")
	read := func(bank bank) ir.Signal {
		place := bank.place(b.Next, b.read)
		at := bank.at(b.Next, ir.Mux(behind, successor(place), place))
		return b.memory(bank, "heads", b.Head.word()).Read(at)
	}
	word := read(banks[0])
	if len(banks) > 1 {
		word = ir.Mux(b.Next.Bit(adaptive), read(banks[1]), word)
	}
	stored := ir.Mux(behind, b.several, b.stored)
	b.Coming.setWord(ir.Mux(b.Next.And(stored).Any(), word, b.Head.word()))
}

// lookAhead is look through a register, so that heads can live in block RAM.
func (b *storage) lookAhead() {
	m := b.m
	came := b.s.narrow(ir.Cat(b.Ends, b.Head.word()))
	heads := m.Mem("heads", came.Width(), b.s.places(b.port))
	heads.NoCollision()
	free := b.address(b.Store, b.write).Named("free_place")
	m.When(b.Store.Any(), func() { heads.Write(free, came) })
	places := slices.Clone(b.front)
	for _, v := range vcsOf(b.port) {
		places[v] = ir.Mux(b.Behind.Bit(v), successor(places[v]), places[v])
	}
	stay := b.address(b.Slot, places)
	at := b.address(b.Ahead, places).Or(stay.AndNot(b.Waiting.Repeat(stay.Width()))).Named("head_place")
	read := heads.ReadReg("head_read", at, b.Hold.Not())
	isStored := b.Next.And(b.several.Or(b.stored.AndNot(b.Behind))).Any()
	m.Assert(ir.And(b.Store.Any(), at.Eq(free), isStored).Not(), "a head is read where one is being stored")
	passes, passed := m.RegNoReset("passes", 1), m.RegNoReset("passed", came.Width())
	m.When(b.Hold.Not(), func() {
		passes.Set(isStored.Not())
		passed.Set(came)
	})
	word := b.s.widen(ir.Mux(passes, passed, read))
	b.Coming.setWord(word)
	b.Alone.Set(word.Slice(word.Width()-1, word.Width()-2))
}

// send reads the flit that is offered, and whether its packet ends with it. That is wanted at once: it stands beside the flit, but in
// a memory of its own where flits are read through a register.
func (b *storage) send() {
	m := b.m
	if !b.s.staged() {
		from := ir.Mux(b.First, b.Slot, b.Body).Named("sent_vc")
		m.Unused(from) // of a single bank
		at := func(bank bank) ir.Signal {
			return ir.Mux(b.First, bank.at(b.Slot, bank.place(b.Slot, b.read)), bank.at(b.Body, bank.place(b.Body, b.read)))
		}
		m.Unused(b.Read)
		word := b.through(from, ir.Cat(b.Ends, b.Stored), func(bank bank) ir.Signal {
			return b.memory(bank, "flits", ir.Cat(b.Ends, b.Stored)).Read(at(bank))
		})
		b.Flit.Set(word.Low(b.s.flit))
		b.Sent.Set(word.Slice(b.s.flit+1, b.s.flit))
		return
	}
	b.Sent.Set(b.through(b.Body, b.Ends, func(bank bank) ir.Signal {
		return b.memory(bank, "ends", b.Ends).Read(bank.at(b.Body, bank.place(b.Body, b.front)))
	}))
	flits := m.Mem("flits", b.s.flit, b.s.places(b.port))
	flits.NoCollision()
	free := b.address(b.Store, b.write)
	m.When(b.Store.Any(), func() { flits.Write(free, b.Stored) })
	oldest := ir.Mux(b.First, b.address(b.Slot, b.front), b.address(b.Body, b.front)).Named("flit_place")
	offered := ir.Mux(b.First, b.Slot, b.Body).Any()
	m.Assert(ir.And(b.Store.Any(), b.Read, offered, oldest.Eq(free)).Not(), "a flit is read where one is being stored")
	b.Flit.Set(flits.ReadReg("flit_read", oldest, b.Read))
}

// address is that of the place of a VC, one-hot, in one memory for both banks, the adaptive VC behind the others. The places of all VCs
// are made first: a VC is known late.
func (b *storage) address(vc ir.Signal, places []ir.Signal) ir.Signal {
	width, first := ir.Bits(b.s.places(b.port)-1), 0
	var which, at []ir.Signal
	for k, bank := range b.s.banks(b.port) {
		if k == 1 {
			first = b.s.places(b.port) - bank.places()
		}
		for i, v := range bank.vcs {
			address := places[v]
			if high := width - bank.ring; high > 0 {
				address = ir.Cat(b.m.Const(high, uint64(first>>bank.ring+i)), address)
			}
			which, at = append(which, vc.Bit(v)), append(at, address)
		}
	}
	return ir.OneHotMux(ir.CatList(which...), at...)
}

// places is the number of flits that address reaches.
func (s sizes) places(port int) int {
	banks := s.banks(port)
	if len(banks) == 1 {
		return banks[0].places()
	}
	return 1<<bits.Len(uint(max(banks[0].places(), banks[1].places())-1)) + banks[1].places()
}

// memory makes a memory of a bank that takes data with every entry.
func (b *storage) memory(bank bank, name string, data ir.Signal) *ir.Mem {
	mem := b.m.Mem(bank.name+"_"+name, data.Width(), bank.places())
	b.m.When(bank.has(b.Store), func() { mem.Write(bank.at(b.Store, bank.place(b.Store, b.write)), data) })
	return mem
}

// through is what read finds in the bank of the VC, one-hot, or what comes in if that VC has
// nothing stored and need not wait.
func (b *storage) through(vc, incoming ir.Signal, read func(bank) ir.Signal) ir.Signal {
	banks := b.s.banks(b.port)
	word := read(banks[0])
	if len(banks) > 1 {
		word = ir.Mux(vc.Bit(adaptive), read(banks[1]), word)
	}
	if b.s.fallThrough() {
		word = ir.Mux(vc.And(b.stored).Any(), word, incoming)
	}
	return word
}

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

// number is that of a VC, one-hot, in the bank.
func (b bank) number(vc ir.Signal) ir.Signal { return rtl.Encode(b.of(vc)) }

// place is that of a VC, one-hot, among pointers.
func (b bank) place(vc ir.Signal, pointers []ir.Signal) ir.Signal {
	var places []ir.Signal
	for _, v := range b.vcs {
		places = append(places, pointers[v])
	}
	return rtl.IndexedMux(b.number(vc), places...)
}

// at is the address of a VC's place.
func (b bank) at(vc, place ir.Signal) ir.Signal {
	if len(b.vcs) == 1 {
		return place
	}
	return ir.Cat(b.number(vc), place)
}
