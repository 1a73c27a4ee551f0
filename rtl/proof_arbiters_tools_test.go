//go:build tools

package rtl_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
)

// arbiterIn places an arbiter in a module and joins its pins.
func arbiterIn(m *ir.Module, io, pins rtl.ArbiterPorts) {
	pins.Req.Set(io.Req)
	pins.Take.Set(io.Take)
	io.Grant.Set(pins.Grant)
}

func arbiterPorts(n int) rtl.ArbiterPorts {
	return rtl.ArbiterPorts{Req: ir.In(n), Take: ir.In(1), Grant: ir.Out(n)}
}

// fair says that fewer than n others, less slack, are granted before a request that stays.
func fair(arbiter ir.Component[rtl.ArbiterPorts], slack int) *ir.Module {
	n := arbiter.Module.Ports[0].Width
	return ir.Build("fair", arbiterPorts(n), func(m *ir.Module, io rtl.ArbiterPorts) {
		a := ir.Inst(m, "arbiter", arbiter)
		arbiterIn(m, io, a)
		for i := range n {
			others := m.Reg(fmt.Sprintf("others_%d", i), ir.Bits(n), 0)
			m.When(io.Req.Bit(i).Not(), func() { others.Set(others.C(0)) }).
				ElseWhen(io.Take, func() {
					others.Set(ir.Mux(a.Grant.Bit(i), others.C(0), others.AddC(1)))
				})
			m.Assert(others.LtC(uint64(n-slack)), "others are granted again and again")
		}
	}).Module
}

// inTurn says that the input after the one last granted is highest, going round.
func inTurn(arbiter ir.Component[rtl.ArbiterPorts]) *ir.Module {
	n := arbiter.Module.Ports[0].Width
	return ir.Build("in_turn", arbiterPorts(n), func(m *ir.Module, io rtl.ArbiterPorts) {
		a := ir.Inst(m, "arbiter", arbiter)
		arbiterIn(m, io, a)
		highest := m.Reg("highest", ir.Bits(n-1), 0)
		var next []ir.Signal
		for i := range n {
			next = append(next, highest.C(uint64((i+1)%n)))
		}
		m.When(io.Take.And(io.Req.Any()), func() { highest.Set(ir.OneHotMux(a.Grant, next...)) })
		m.Assert(a.Grant.Eq(back(lowest(turned(io.Req, highest)), highest)), "the grant is out of turn")
	}).Module
}

// oldestFirst says that the input granted longest ago is highest: inputs stand in a line, and the one
// granted goes to its end.
func oldestFirst(arbiter ir.Component[rtl.ArbiterPorts]) *ir.Module {
	n := arbiter.Module.Ports[0].Width
	return ir.Build("oldest_first", arbiterPorts(n), func(m *ir.Module, io rtl.ArbiterPorts) {
		a := ir.Inst(m, "arbiter", arbiter)
		arbiterIn(m, io, a)
		var line []ir.Signal // one-hot, the next in line first
		for i := range n {
			line = append(line, m.Reg(fmt.Sprintf("line_%d", i), n, 1<<i))
		}
		want, found := m.Const(n, 0), m.Const(1, 0)
		taken := io.Take.And(io.Req.Any())
		for i, at := range line {
			asks := at.And(io.Req).Any()
			want = ir.Mux(asks.AndNot(found), at, want)
			found = found.Or(asks).Named(fmt.Sprintf("found_%d", i))
			m.When(taken.And(found), func() {
				if i+1 < n {
					at.Set(line[i+1])
				} else {
					at.Set(a.Grant)
				}
			})
		}
		m.Assert(a.Grant.Eq(want), "the grant is not to the one that waits longest")
	}).Module
}

func arbiterClaims() []claim {
	sized := func(of func(int) *ir.Module, sizes ...int) (proofs []proof) {
		for _, n := range sizes {
			proofs = append(proofs, proof{fmt.Sprint(n), "", of(n)})
		}
		return proofs
	}
	var list []claim
	for _, k := range []struct {
		name, module string
		of           func(int) ir.Component[rtl.ArbiterPorts]
		order        func(ir.Component[rtl.ArbiterPorts]) *ir.Module
		says         string
	}{
		{"RoundRobin", "round_robin_3", rtl.RoundRobin, inTurn, "the input after the one last granted is highest, going round"},
		{"Matrix", "matrix_3", rtl.Matrix, oldestFirst, "the input granted longest ago is highest"},
	} {
		plain := func(n int) *ir.Module { return k.of(n).Module }
		isFair := func(n int) *ir.Module { return fair(k.of(n), 0) }
		ordered := func(n int) *ir.Module { return k.order(k.of(n)) }
		others := instead(k.module, "winner", func(e *tb.Editor, _ *ir.Node) *ir.Node { return e.New(ir.OpNot, 3, e.Node("req")) })
		always := instead(k.module, "taken", func(e *tb.Editor, _ *ir.Node) *ir.Node { return e.New(ir.OpReduceOr, 1, e.Node("req")) })
		list = append(list,
			claim{
				part: k.name, says: "one of those that request is granted, none if none does",
				small: sized(plain, 2, 5, 8), large: sized(plain, 12),
				faults: []fault{
					{"all that request are granted", plain(3), takes(k.module, "winner", "req"), "two inputs are granted"},
					{"nobody is granted", plain(3), tb.Force(k.module, "winner", 0), "a request and no grant"},
					{"others are granted", plain(3), others, "that does not request"},
				},
			},
			claim{
				part: k.name, says: "fewer than n others are granted before a request that stays",
				small: sized(isFair, 2, 3, 4), large: sized(isFair, 5, 6, 8),
				faults: []fault{
					{"the priorities stay", isFair(3), tb.Force(k.module, "taken", 0), "again and again"},
					{"fewer than n-1, which is too few", fair(k.of(3), 1), nil, "again and again"},
				},
			},
			claim{
				part: k.name, says: k.says,
				small: sized(ordered, 2, 3, 4), large: sized(ordered, 5, 6, 7),
				faults: []fault{{"the priorities move without take", ordered(3), always, "the grant is"}},
			})
	}
	return list
}
