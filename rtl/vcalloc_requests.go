package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// paths lists the successors and predecessors of each channel.
func (a *vcAllocator) paths(table [][]Moves) {
	a.successors, a.predecessors = make([][]int, len(table)), make([][]int, len(table))
	for i := range a.Req {
		for w, moves := range table[a.channel(i)] {
			if moves != Never {
				a.predecessors[w] = append(a.predecessors[w], i)
			}
		}
	}
	for v, row := range table {
		for w, moves := range row {
			if moves != Never {
				a.successors[v] = append(a.successors[v], w)
			}
		}
	}
}

// requests takes the requests apart by port and by what is legal.
func (a *vcAllocator) requests() {
	table := a.Classes.Table()
	a.paths(table)
	var illegal []ir.Signal
	for i, r := range a.Req {
		row := table[a.channel(i)]
		var at, want, forbidden []ir.Signal
		for o := range a.Outputs {
			at = append(at, r.Valid.And(r.Port.EqC(uint64(o))))
		}
		for w, moves := range row {
			wanted := r.VCs.Bit(w)
			switch moves {
			case Never:
				forbidden = append(forbidden, wanted)
			case Always:
				want = append(want, wanted)
			case Turning:
				want = append(want, wanted.And(r.Turn))
				forbidden = append(forbidden, wanted.AndNot(r.Turn))
			case Inside:
				want = append(want, wanted.AndNot(r.Turn))
				forbidden = append(forbidden, wanted.And(r.Turn))
			}
		}
		a.m.Unused(r.Turn)
		a.at = append(a.at, ir.CatList(at...).Named(fmt.Sprintf("at_%d", i)).BitList())
		a.want = append(a.want, ir.CatList(want...).Named(fmt.Sprintf("want_%d", i)))
		if last := a.Outputs - 1; last < 1<<r.Port.Width()-1 {
			forbidden = append(forbidden, r.Port.Gt(r.Port.C(uint64(last))))
		}
		if len(forbidden) == 0 {
			illegal = append(illegal, a.m.Const(1, 0))
		} else {
			illegal = append(illegal, r.Valid.And(ir.Or(forbidden...)))
		}
	}
	a.Illegal.Set(ir.CatList(illegal...))
}
