package verilog_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/flitwright/flitwright/ir"
)

// A design of the golden tests; the tool tests lint and simulate the same ones.
type design struct {
	name string
	top  func() *ir.Module
}

func (d design) elaborate(t testing.TB) *ir.Design {
	t.Helper()
	e, err := ir.Elaborate(d.top())
	if err != nil {
		t.Fatalf("%s:\n%v", d.name, err)
	}
	return e
}

// designs has every node kind, statement form and width that matters.
func designs() []design {
	list := []design{
		{name: "queue", top: queue}, {name: "statements", top: statements}, {name: "memories", top: memories}, {name: "hierarchy", top: hierarchy},
		{name: "assertions", top: assertions}, {name: "unused", top: unusedSignals}, {name: "names", top: namesOfNets}, {name: "folded", top: folded},
		{name: "deep", top: deep}, {name: "wide", top: wideOperators}, {name: "lfsr", top: lfsr}, {name: "chains", top: chains}, {name: "styles", top: styles},
	}
	for _, w := range []int{1, 2, 64, 65, 70, 512} {
		list = append(list, design{name: fmt.Sprintf("operators_%d", w), top: func() *ir.Module { return operators(w) }})
	}
	return list
}

type operatorPorts struct {
	A, B   ir.Signal
	Amount []ir.Signal
	Sel    ir.Signal
	Hot    ir.Signal
	Word   []ir.Signal // results of the width of the operands
	Bit    []ir.Signal
	Long   []ir.Signal
}

// operators has every operator on operands of one width.
func operators(w int) *ir.Module {
	io := operatorPorts{A: ir.In(w), B: ir.In(w), Sel: ir.In(1), Hot: ir.In(3)}
	for _, n := range []int{1, 4, ir.Bits(w) + 1, 70} {
		io.Amount = append(io.Amount, ir.In(n))
	}
	words := 14 + 3*len(io.Amount)
	for range words {
		io.Word = append(io.Word, ir.Out(w))
	}
	for range 15 {
		io.Bit = append(io.Bit, ir.Out(1))
	}
	io.Long = []ir.Signal{ir.Out(w + 3), ir.Out(w + 3), ir.Out(3 * w), ir.Out(2*w + 1)}
	return ir.Build(fmt.Sprintf("operators_%d", w), io, func(m *ir.Module, io operatorPorts) {
		m.SetDoc(fmt.Sprintf("Every operator on %d bits.", w))
		a, b := io.A, io.B
		all := ir.Signal.C(a, 0).Not()
		word := []ir.Signal{
			a.Not(), a.And(b), a.Or(b, all), a.Xor(b), a.Add(b), a.Sub(b), a.Mul(b), a.AndNot(b),
			ir.Mux(io.Sel, a, b), ir.OneHotMux(io.Hot, a, b, a.Xor(b)),
			a.Add(b).Not().And(b.Sub(a)), ir.Mux(a.Eq(b), a.Or(b), b.Add(b.C(1))),
			ir.Mux(a.LtS(b), a, b), a.Mul(b).Add(a),
		}
		for _, n := range io.Amount {
			word = append(word, a.Shl(n), a.Shr(n), a.Sra(n))
		}
		for i, x := range word {
			io.Word[i].Set(x)
		}
		bit := []ir.Signal{
			a.Eq(b), a.Ne(b), a.Lt(b), a.Ge(b), a.Gt(b), a.Le(b), a.LtS(b), b.LtS(a).Not(), a.All(), a.Any(), a.Parity(),
			a.Msb().And(b.Bit(0)), a.Not().All(), a.And(b).Any(), a.LtS(a.C(1)),
		}
		for i, x := range bit {
			io.Bit[i].Set(x)
		}
		io.Long[0].Set(a.ZExt(w + 3))
		io.Long[1].Set(a.SExt(w + 3).Add(b.ZExt(w + 3)))
		io.Long[2].Set(ir.Cat(a, b.Add(a), a.Eq(b).Repeat(w)))
		io.Long[3].Set(ir.Cat(a.Sub(b).Slice(w-1, w/2), io.Sel).ZExt(2*w + 1))
	}).Module
}

type queuePorts struct {
	Push, Pop, In, Out, Full, Empty ir.Signal
}

func queue() *ir.Module {
	return queueOf(8).Module
}

func queueOf(width int) ir.Component[queuePorts] {
	io := queuePorts{ir.In(1), ir.In(1), ir.In(width).Doc("Taken when push is 1 and full is 0."), ir.Out(width), ir.Out(1), ir.Out(1)}
	return ir.Build(fmt.Sprintf("queue_w%d", width), io, func(m *ir.Module, io queuePorts) {
		m.SetDoc("A queue of four words. A word pushed into an empty queue can be popped in the next cycle; " +
			"push while full and pop while empty do nothing.\n\nOne reader, one writer.")
		mem := m.Mem("store", width, 4)
		mem.Doc = "The words, oldest at head."
		head, tail := m.Reg("head", 2, 0), m.Reg("tail", 2, 0)
		count := m.Reg("count", 3, 0).Doc("Words in the queue.")
		capacity := m.Const(3, 4).Named("CAPACITY")
		pushed := io.Push.And(count.Ne(capacity)).Named("pushed").Doc("A word enters.")
		popped := io.Pop.And(count.NeC(0)).Named("popped")
		m.When(pushed, func() { mem.Write(tail, io.In); tail.Set(tail.AddC(1)) })
		m.When(popped, func() { head.Set(head.AddC(1)) })
		m.When(pushed.AndNot(popped), func() { count.Set(count.AddC(1)) }).
			ElseWhen(popped.AndNot(pushed), func() { count.Set(count.SubC(1)) })
		io.Full.Set(count.Eq(capacity))
		io.Empty.Set(count.EqC(0))
		io.Out.Set(mem.Read(head))
		m.Assert(count.LtC(5), "the count is at most 4")
	})
}

type statementPorts struct {
	Sel, A, B, C             ir.Signal
	X, Y, Z, Full, Gap, Part ir.Signal
	Q, D                     ir.Signal
}

func statements() *ir.Module {
	io := statementPorts{ir.In(2), ir.In(8), ir.In(8), ir.In(1),
		ir.Out(8), ir.Out(8), ir.Out(8), ir.Out(8), ir.Out(8), ir.Out(8), ir.Out(8), ir.Out(8)}
	return ir.Build("statements", io, func(m *ir.Module, io statementPorts) {
		m.SetDoc("Every form of statement.")
		state := m.Reg("state", 2, 1)
		data := m.RegNoReset("data", 8).Doc("No reset: read only after it was set.")
		acc := m.RegBig("acc", 8, big.NewInt(200))
		hit := io.A.Eq(io.B).Named("hit")

		io.X.Set(io.A) // a default, then conditions
		m.When(hit, func() {
			io.X.Set(io.B)
			m.When(io.C, func() { io.X.Set(io.A.Add(io.B)); acc.Set(acc.Add(io.A)) })
		}).ElseWhen(io.C, func() {
			io.X.Set(io.A.Xor(io.B))
		})
		m.When(hit.And(io.C), func() { io.Y.Set(io.A) }).Else(func() { io.Y.Set(io.B.Not()); acc.Set(io.B) })
		m.When(hit, func() { io.Z.Set(io.A) }).
			ElseWhen(io.C, func() { io.Z.Set(io.B) }).
			ElseWhen(io.Sel.EqC(3), func() { io.Z.Set(io.A.Sub(io.B)) }).
			Else(func() { io.Z.Set(io.Z.C(0)); data.Set(io.A) })
		m.Switch(io.Sel).
			CaseC(0, func() { io.Full.Set(io.A); state.Set(state.C(1)) }).
			CaseC(1, func() { io.Full.Set(io.B); acc.Set(io.B) }).
			CaseC(2, func() {
				io.Full.Set(io.A.And(io.B))
				m.When(io.C, func() { state.Set(state.C(2)); data.Set(io.B) })
			}).
			CaseC(3, func() { io.Full.Set(io.A.Or(io.B)) })
		io.Part.Set(io.A)
		m.Switch(state).
			CaseC(1, func() { io.Part.Set(io.B) }).
			CaseC(2, func() { state.Set(state.C(3)) }).
			Default(func() { state.Set(state.C(1)) })
		m.Switch(state).
			CaseC(0, func() { io.Gap.Set(io.A) }).
			CaseC(3, func() { acc.Set(acc.AddC(3)); io.Gap.Set(io.B) }).
			Default(func() { io.Gap.Set(acc) })
		m.When(m.Const(1, 0), func() { data.Set(io.A) })
		m.When(m.Const(1, 1), func() { io.D.Set(data) }).Else(func() { io.D.Set(acc) })
		io.Q.Set(acc)
	}).Module
}

type memoryPorts struct {
	We, Re, Addr1, Addr3, Addr2, In                  ir.Signal
	Async5, Async4, One, Sync4, SyncAlways, TwoReads ir.Signal
	Fixed                                            ir.Signal
}

func memories() *ir.Module {
	io := memoryPorts{ir.In(1), ir.In(1), ir.In(1), ir.In(3), ir.In(2), ir.In(9),
		ir.Out(9), ir.Out(9), ir.Out(9), ir.Out(9), ir.Out(9), ir.Out(9), ir.Out(9)}
	return ir.Build("memories", io, func(m *ir.Module, io memoryPorts) {
		m.SetDoc("Memories of every form.")
		one, four, five := m.Mem("mem1", 9, 1), m.Mem("mem4", 9, 4), m.Mem("mem5", 9, 5)
		fixed := m.Mem("rom", 9, 3)
		fixed.Write(m.Const(2, 2), io.In)
		m.When(io.Re, func() { fixed.Write(m.Const(2, 0).Named("FIRST"), io.In) })
		single := m.Mem("single", 9, 1)
		m.When(io.We, func() { single.Write(m.Const(1, 0), io.In) })
		io.Fixed.Set(fixed.Read(m.Const(2, 2)).And(single.Read(m.Const(1, 0))).Or(fixed.ReadReg("first_word", m.Const(2, 0), io.Re)))
		lone := io.Addr1.And(io.Addr1.Not()).Named("lone")
		limited := ir.Mux(io.Addr3.LtC(5), io.Addr3, io.Addr3.C(4))
		m.When(io.We, func() {
			one.Write(lone, io.In)
			five.Write(limited, io.In)
			m.When(io.Re, func() { four.Write(io.Addr2, io.In) }).
				Else(func() { four.Write(io.Addr2.AddC(1), io.In.Not()) })
		})
		io.Async5.Set(five.Read(limited))
		io.Async4.Set(four.Read(io.Addr2).Xor(four.Read(io.Addr3.Slice(2, 1))))
		io.One.Set(one.Read(lone))
		io.Sync4.Set(four.ReadReg("sync", io.Addr2, io.Re))
		io.SyncAlways.Set(five.ReadReg("always_read", limited, m.Const(1, 1)))
		io.TwoReads.Set(four.ReadReg("second", io.Addr2.SubC(1), io.Re.And(io.We)))
	}).Module
}

type stylePorts struct {
	Place, In ir.Signal
	Out       []ir.Signal
}

// styles has a memory of each style.
func styles() *ir.Module {
	io := stylePorts{ir.In(4), ir.In(8), []ir.Signal{ir.Out(8), ir.Out(8), ir.Out(8), ir.Out(8)}}
	return ir.Build("styles", io, func(m *ir.Module, io stylePorts) {
		for k, s := range []ir.MemStyle{ir.MemAuto, ir.MemBlock, ir.MemLUT, ir.MemFlipFlops} {
			mem := m.Mem("in_"+s.String(), 8, 16).In(s)
			mem.Write(io.Place, io.In)
			if s == ir.MemBlock {
				io.Out[k].Set(mem.ReadReg("word", io.Place, m.Const(1, 1)))
			} else {
				io.Out[k].Set(mem.Read(io.Place))
			}
		}
	}).Module
}

type hierarchyPorts struct {
	Push, In []ir.Signal
	Pop      ir.Signal
	Out      []ir.Signal
	Any      ir.Signal
	Sum      ir.Signal
}

type adderPorts struct{ A, B, Cin, Sum, Over, Spare ir.Signal }

func adder() ir.Component[adderPorts] {
	io := adderPorts{ir.In(8), ir.In(8), ir.In(1), ir.Out(8), ir.Out(1), ir.Out(1)}
	return ir.Build("adder", io, func(m *ir.Module, io adderPorts) {
		sum := io.A.ZExt(9).Add(io.B.ZExt(9)).Add(io.Cin.ZExt(9))
		io.Sum.Set(sum.Low(8))
		io.Over.Set(sum.Msb())
		io.Spare.Set(m.Const(1, 1))
	})
}

func hierarchy() *ir.Module {
	io := hierarchyPorts{Pop: ir.In(1), Any: ir.Out(1), Sum: ir.Out(8)}
	for range 2 {
		io.Push = append(io.Push, ir.In(1))
		io.In = append(io.In, ir.In(8))
		io.Out = append(io.Out, ir.Out(8))
	}
	q, a := queueOf(8), adder()
	return ir.Build("hierarchy", io, func(m *ir.Module, io hierarchyPorts) {
		m.SetDoc("Instances: two of one module, one without a clock.")
		outs := make([]ir.Signal, 2)
		empty := make([]ir.Signal, 2)
		for i := range 2 {
			p := ir.Inst(m, fmt.Sprintf("queue_%d", i), q)
			p.In.Set(io.In[i])
			p.Push.Set(io.Push[i].And(p.Full.Not()))
			m.When(io.Pop, func() { p.Pop.Set(p.Empty.Not()) }).Else(func() { p.Pop.Set(m.Const(1, 0)) })
			outs[i], empty[i] = p.Out, p.Empty
			io.Out[i].Set(p.Out)
		}
		io.Any.Set(ir.And(empty...).Not())
		add := ir.Inst(m, "add", a)
		add.A.Set(outs[0])
		add.B.Set(ir.Mux(io.Pop, outs[1].Xor(outs[0]), outs[0].AddC(3)))
		add.Cin.Set(m.Const(1, 0))
		io.Sum.Set(add.Sum)
		m.Unused(add.Over, add.Spare)
	}).Module
}

type assertionPorts struct {
	Req, Grant, Mode ir.Signal
	Out              ir.Signal
}

func assertions() *ir.Module {
	io := assertionPorts{ir.In(4), ir.In(4), ir.In(2), ir.Out(1)}
	return ir.Build("assertions", io, func(m *ir.Module, io assertionPorts) {
		m.SetDoc("Assertions at the top, under When and under Switch; no other state.")
		limit := m.Const(2, 2).Named("LIMIT")
		outside := io.Grant.AndNot(io.Req)
		m.Assert(outside.Any().Not(), `100% of "grants" answer requests`)
		low := io.Grant.SubC(1)
		m.When(io.Grant.Any(), func() {
			m.Assert(io.Grant.And(low).Any().Not(), "at most one grant")
		}).Else(func() {
			m.When(io.Mode.Eq(limit), func() { m.Assert(io.Req.Any().Not(), "a request is granted") })
		})
		m.Switch(io.Mode).
			CaseC(0, func() { m.Assert(io.Grant.NeC(8), "mode 0 has three grants") }).
			CaseC(1, func() {})
		io.Out.Set(io.Grant.Bit(0))
	}).Module
}

type unusedPorts struct {
	Pins, Spare, Out ir.Signal
	Unused           ir.Signal
}

func unusedSignals() *ir.Module {
	io := unusedPorts{ir.In(8), ir.In(3), ir.Out(2), ir.In(1)}
	return ir.Build("unused_signals", io, func(m *ir.Module, io unusedPorts) {
		m.SetDoc("Everything that nothing reads: pins, bits, a name, a register.")
		m.Unused(io.Spare, io.Unused)
		idle := io.Pins.Slice(7, 6).Named("idle")
		m.Unused(idle)
		r := m.RegNoReset("dead", 4)
		r.Set(io.Pins.Low(4))
		m.Unused(r)
		sum := io.Pins.Low(3).Add(io.Pins.Slice(3, 1)).Named("sum")
		io.Out.Set(sum.Low(2))
	}).Module
}

type namePorts struct {
	Count, Full, Eq, A, B ir.Signal
	CountPlus1            ir.Signal `port:"COUNT_plus_1"`
	Out                   []ir.Signal
}

func namesOfNets() *ir.Module {
	io := namePorts{Count: ir.In(8), Full: ir.In(1), Eq: ir.In(1), A: ir.In(8), B: ir.In(8), CountPlus1: ir.In(8)}
	widths := []int{8, 8, 1, 1, 4, 4, 8, 8, 1, 1, 8, 8, 8, 3, 3, 8}
	for _, w := range widths {
		io.Out = append(io.Out, ir.Out(w))
	}
	return ir.Build("names", io, func(m *ir.Module, io namePorts) {
		m.SetDoc("Operators read twice, each with a net called after what it computes.")
		i := 0
		use := func(x ir.Signal) { io.Out[i].Set(x); i++ }
		next := io.Count.AddC(1)
		use(next.Xor(io.CountPlus1))
		use(next.And(io.A))
		any := io.Full.Or(io.Eq)
		use(any.And(io.A.Bit(0)))
		use(any.Xor(io.A.Bit(1)))
		use(io.A.Sub(io.B).Low(4))
		use(io.A.Sub(io.B).Slice(7, 4))
		product := ir.Mux(any, io.A.Mul(io.B).Add(io.Count), io.A.Shl(io.B.Low(3)))
		use(product.Xor(io.A))
		use(product.Xor(io.B))
		not := io.Eq.And(io.Full).Not()
		use(not.And(io.A.Bit(7)))
		use(not.Or(io.A.Bit(6)))
		scoped := next
		m.Scope("stage", func() { scoped = next.Named("next").Doc("A second name for the sum.") })
		use(scoped.Add(io.B))
		use(scoped.Sub(io.B))
		use(ir.Mux(io.Full, io.A.And(io.B), io.A.Or(io.B)).Add(ir.Mux(io.Eq, io.A, io.B).Mul(io.Count)).Sra(io.B))
		odd := ir.Cat(io.A.Parity(), io.B.Parity(), io.A.Any())
		use(odd)
		use(odd.Add(odd.C(3)).Not())
		use(io.A.SExt(9).Sra(io.B).Low(8))
	}).Module
}

type foldedPorts struct {
	A, B, R ir.Signal
	Out     []ir.Signal
}

func folded() *ir.Module {
	io := foldedPorts{A: ir.In(4), B: ir.In(1), R: ir.Out(1)}
	for range 14 {
		io.Out = append(io.Out, ir.Out(4))
	}
	return ir.Build("folded", io, func(m *ir.Module, io foldedPorts) {
		m.SetDoc("Comparisons that lint calls constant, and operators on constants.")
		a := io.A
		top := m.Const(4, 15).Named("TOP")
		five := m.Const(4, 5)
		fill := func(b ir.Signal) ir.Signal { return ir.Cat(b, a.Low(3)) }
		for i, x := range []ir.Signal{
			fill(a.GeC(0)), fill(a.LtC(0)), fill(a.Le(top)), fill(a.Gt(top)), fill(a.LtS(a.C(8))), fill(a.C(7).LtS(a)),
			fill(a.EqC(15)), fill(io.B.EqC(1)), fill(io.B.EqC(0)), fill(io.B.LtC(1)),
			five.Add(top).Mul(five), ir.Mux(m.Const(1, 1), a, five), ir.Cat(five.Bit(2), five.Slice(2, 0)), five.Sra(five).Shl(a),
		} {
			io.Out[i].Set(x)
		}
		io.R.Set(m.Const(1, 1))
	}).Module
}

type deepPorts struct {
	A, B, Sel     ir.Signal
	Sum, Mux, Any ir.Signal
	Cat           ir.Signal
	Hot           ir.Signal
}

// deep has chains far longer than a tool could nest.
func deep() *ir.Module {
	io := deepPorts{ir.In(8), ir.In(8), ir.In(300), ir.Out(8), ir.Out(8), ir.Out(8), ir.Out(600), ir.Out(8)}
	return ir.Build("deep", io, func(m *ir.Module, io deepPorts) {
		m.SetDoc("Long chains, cut to nets.")
		sum, mux := io.A, io.A
		var ors, bits, words []ir.Signal
		for i := range 300 {
			if i < 60 {
				sum = sum.Add(io.B).Xor(io.A)
			}
			if i < 40 {
				mux = ir.Mux(io.Sel.Bit(i), io.B.AddC(uint64(i)), mux)
			}
			ors = append(ors, io.A.And(io.B.SubC(uint64(i%200))))
			bits = append(bits, io.Sel.Bit(299-i), io.A.Bit(i%8))
			words = append(words, io.A.AddC(uint64(i%250)))
		}
		io.Sum.Set(sum)
		io.Mux.Set(mux)
		io.Any.Set(ir.Or(ors...))
		io.Cat.Set(ir.CatList(bits...))
		io.Hot.Set(ir.OneHotMux(io.Sel, words...))
	}).Module
}

type widePorts struct{ A, Out, Hit, Tag ir.Signal }

func wideOperators() *ir.Module {
	io := widePorts{ir.In(200), ir.Out(200), ir.Out(1), ir.Out(20)}
	return ir.Build("wide", io, func(m *ir.Module, io widePorts) {
		m.SetDoc("Wide constants and a wide register.")
		v, _ := new(big.Int).SetString("123456789abcdef0123456789abcdef0123456789", 16)
		r := m.RegBig("state", 200, v)
		r.Set(r.Xor(io.A).Add(m.ConstBig(200, v)))
		io.Out.Set(r.And(m.ConstBig(200, new(big.Int).Lsh(big.NewInt(1), 199)).Not()))
		io.Hit.Set(r.Eq(m.ConstBig(200, v)))
		io.Tag.Set(ir.Mux(io.A.Bit(3), m.Const(20, 1000), m.Const(20, 0xbeef1)))
	}).Module
}

type lfsrPorts struct{ N, Enable, Out, Grant ir.Signal }

// lfsr multiplies a slice of a register, and holds a one-hot state.
func lfsr() *ir.Module {
	return ir.Build("lfsr", lfsrPorts{ir.In(8), ir.In(1), ir.Out(8), ir.Out(4)}, func(m *ir.Module, io lfsrPorts) {
		m.SetDoc("A random number below n, and a rotating grant.")
		s := m.Reg("state", 16, 0xace1)
		m.When(io.Enable, func() {
			s.Set(ir.Cat(s.Low(15), s.Bit(15).Xor(s.Bit(13), s.Bit(12), s.Bit(10))))
		})
		io.Out.Set(s.Low(8).ZExt(16).Mul(io.N.ZExt(16)).Slice(15, 8))
		grant := m.Reg("grant_state", 4, 1).Doc("One-hot.")
		m.When(io.Enable.And(s.Low(2).Any()), func() { grant.Set(ir.Cat(grant.Low(3), grant.Bit(3))) })
		io.Grant.Set(grant.And(grant.C(8).Not()))
		m.Assert(grant.And(grant.SubC(1)).Any().Not(), "one grant")
	}).Module
}

type chainPorts struct {
	C    ir.Signal
	A    ir.Signal
	X, Y ir.Signal
	Hits []ir.Signal
}

// chains has a long else-if chain that drives several targets from different branches.
func chains() *ir.Module {
	io := chainPorts{C: ir.In(12), A: ir.In(8), X: ir.Out(8), Y: ir.Out(8)}
	for range 12 {
		io.Hits = append(io.Hits, ir.Out(1))
	}
	return ir.Build("chains", io, func(m *ir.Module, io chainPorts) {
		m.SetDoc("A chain of conditions with a target in each branch.")
		r := m.Reg("r", 8, 0)
		io.X.Set(io.A)
		for _, h := range io.Hits {
			h.Set(m.Const(1, 0))
		}
		chain := m.When(io.C.Bit(0), func() { io.Hits[0].Set(m.Const(1, 1)) })
		for i := 1; i < 12; i++ {
			chain.ElseWhen(io.C.Bit(i), func() {
				io.Hits[i].Set(m.Const(1, 1))
				if i%4 == 3 {
					r.Set(io.A.AddC(uint64(i)))
				}
				if i == 7 {
					io.X.Set(r)
				}
			})
		}
		long := io.A.Low(4).ZExt(12).Add(io.C).Xor(io.C.Not()).Any()
		m.When(long.And(io.C.Bit(2).Xor(io.C.Bit(4)), io.A.GeC(100), io.A.LtC(200), io.C.Slice(5, 1).NeC(7), io.C.Slice(7, 2).NeC(9),
			io.C.Slice(8, 2).NeC(9), io.C.Slice(9, 2).NeC(9), io.C.Slice(10, 2).NeC(9)), func() { io.Y.Set(r) }).
			Else(func() { io.Y.Set(io.A) })
	}).Module
}

type loopPorts struct{ A, C, Out ir.Signal }

// vectorLoop has a wire one bit of which is computed from another.
func vectorLoop() *ir.Module {
	return ir.Build("vector_loop", loopPorts{ir.In(2), ir.In(1), ir.Out(2)}, func(m *ir.Module, io loopPorts) {
		w := m.Wire("w", 2)
		low := w.Bit(0).Named("low")
		w.Set(io.A)
		m.When(io.C, func() { w.Set(ir.Cat(low, io.A.Bit(1))) })
		io.Out.Set(w)
	}).Module
}
