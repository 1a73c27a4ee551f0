package rtl

import (
	"fmt"
	"maps"
	"slices"

	"github.com/flitwright/flitwright/ir"
)

// wavefront places an array for each component of the class graph at each port.
func (a *vcAllocator) wavefront() {
	granted := make([][]ir.Signal, len(a.Req)) // of i, by port: its successors granted there
	for k, part := range a.components() {
		shape := wavefrontShape{columns: len(part.outputs)}
		for _, i := range part.inputs {
			var cells []int
			for _, w := range a.successors[a.channel(i)] {
				cells = append(cells, slices.Index(part.outputs, w))
			}
			shape.rows = append(shape.rows, cells)
		}
		array := shape.component(fmt.Sprintf("%s_part_%d", a.Classes.Name, k))
		for o := range a.Outputs {
			at := ir.Inst(a.m, fmt.Sprintf("port_%d_part_%d", o, k), array)
			var free []ir.Signal
			for _, w := range part.outputs {
				free = append(free, a.Free[o].Bit(w))
			}
			at.Free.Set(ir.CatList(free...))
			for r, i := range part.inputs {
				at.Ask[r].Set(a.want[i].And(a.at[i][o].Repeat(a.want[i].Width())))
				granted[i] = append(granted[i], at.Grant[r])
			}
		}
	}
	for i, ports := range granted {
		a.grant = append(a.grant, ir.Or(ports...).Named(fmt.Sprintf("granted_%d", i)))
	}
}

// A vcComponent holds input channels and the output channels that they can reach, directly or by
// way of one another's.
type vcComponent struct{ inputs, outputs []int }

// components are in the order of their least output channel.
func (a *vcAllocator) components() (parts []vcComponent) {
	done := make([]bool, len(a.predecessors)) // of output channels
	for w := range done {
		if done[w] || len(a.predecessors[w]) == 0 {
			continue
		}
		inputs, outputs := map[int]bool{}, map[int]bool{}
		var reach func(w int)
		reach = func(w int) {
			if done[w] {
				return
			}
			outputs[w], done[w] = true, true
			for _, i := range a.predecessors[w] {
				inputs[i] = true
				for _, next := range a.successors[a.channel(i)] {
					reach(next)
				}
			}
		}
		reach(w)
		parts = append(parts, vcComponent{slices.Sorted(maps.Keys(inputs)), slices.Sorted(maps.Keys(outputs))})
	}
	return parts
}

// A wavefrontShape says which cells an array has: those of row r are in the columns rows[r],
// ascending.
type wavefrontShape struct {
	rows    [][]int
	columns int
}

// wavefrontPorts are the ports of an array. Bit k of ask_r and grant_r is the k-th cell of row r.
type wavefrontPorts struct {
	Ask   []ir.Signal // in
	Free  ir.Signal   // in, of the columns
	Grant []ir.Signal // out, combinational: at most one a row and one a column
}

// component is the array. Cell (r,c) is on diagonal (r+c) mod n; the cells of a diagonal share neither
// row nor column, so all of a diagonal can be granted at once, those of the diagonal called start
// before those of start+1 and so on round.
//
// A ring of diagonals would be a combinational loop, so they are laid out twice in a line, of which
// n in a row are live:
//
//	0 1 2 3 0 1 2
//	* * * *          start 0
//	  * * * *        start 1: 1, 2, 3 of the first lap, 0 of the second
//
// The start stays while one that waited on it when it became the start still waits; due remembers
// them. A start that only turned could miss, each time, the moment at which a channel is free.
func (s wavefrontShape) component(name string) ir.Component[wavefrontPorts] {
	io := wavefrontPorts{Free: ir.In(s.columns)}
	full := true
	for _, cells := range s.rows {
		full = full && len(cells) == s.columns
		io.Ask, io.Grant = append(io.Ask, ir.In(len(cells))), append(io.Grant, ir.Out(len(cells)))
	}
	if full {
		name = "full"
	}
	name = fmt.Sprintf("vc_wavefront_%s_%dx%d", name, len(s.rows), s.columns)
	return ir.Build(name, io, func(m *ir.Module, io wavefrontPorts) {
		m.SetDoc(fmt.Sprintf("Wavefront allocator of %d rows and %d columns. On diagonal d are the cells (r,c) with\n"+
			"r+c = d modulo %d; bit c of its signals is the cell in column c.", len(s.rows), s.columns, s.diagonals()))
		w := &wavefrontArray{wavefrontPorts: io, wavefrontShape: s, m: m, n: s.diagonals()}
		w.build()
	})
}

func (s wavefrontShape) diagonals() int { return max(len(s.rows), s.columns) }

// A wavefrontArray is an array being built. What is said of a diagonal is a signal with a bit for each
// column.
type wavefrontArray struct {
	wavefrontPorts
	wavefrontShape
	m *ir.Module
	n int // diagonals
}

// cell is where column c crosses a diagonal: row r and the place k among its cells; ok is false if
// there is no cell.
func (w *wavefrontArray) cell(c, d int) (r, k int, ok bool) {
	r = (d - c + w.n) % w.n
	if r >= len(w.rows) {
		return 0, 0, false
	}
	k = slices.Index(w.rows[r], c)
	return r, k, k >= 0
}

// diagonal joins a signal for each cell of a diagonal; where there is no cell it has a 0.
func (w *wavefrontArray) diagonal(d int, of func(r, k int) ir.Signal) ir.Signal {
	cells := make([]ir.Signal, w.columns)
	for c := range cells {
		if r, k, ok := w.cell(c, d); ok {
			cells[c] = of(r, k)
		} else {
			cells[c] = w.m.Const(1, 0)
		}
	}
	return ir.CatList(cells...)
}

func (w *wavefrontArray) build() {
	m := w.m
	if w.n == 1 {
		w.Grant[0].Set(w.Ask[0].And(w.Free))
		return
	}
	asks := make([]ir.Signal, w.n) // of each diagonal
	for d := range asks {
		asks[d] = w.diagonal(d, func(r, k int) ir.Signal { return w.Ask[r].Bit(k) }).Named(fmt.Sprintf("ask_on_%d", d))
	}
	passed := m.Reg("passed", w.n-1, 0).Doc("bit d: the start is after diagonal d")
	given, rows, columns := w.wave(asks, passed)
	for r, cells := range w.rows {
		var bits []ir.Signal
		for _, c := range cells {
			bits = append(bits, given[(r+c)%w.n].Bit(c))
		}
		w.Grant[r].Set(ir.CatList(bits...))
	}
	waits := make([]ir.Signal, w.n)
	for d := range waits {
		waits[d] = asks[d].And(w.diagonal(d, func(r, _ int) ir.Signal { return rows[r] })).Named(fmt.Sprintf("wait_on_%d", d))
	}
	w.turn(passed, w.Free.AndNot(columns).Any(), waits)
}

// wave gives the grants of each diagonal, and what is left when it has passed: the rows without a
// grant, and the free columns that are not given away.
func (w *wavefrontArray) wave(asks []ir.Signal, passed ir.Signal) (given, rows []ir.Signal, columns ir.Signal) {
	columns = w.Free
	rows = make([]ir.Signal, len(w.rows))
	for r := range rows {
		rows[r] = w.m.Const(1, 1)
	}
	given = make([]ir.Signal, w.n)
	for step := range 2*w.n - 1 {
		d := step % w.n
		grant := asks[d].And(columns)
		if step > 0 {
			grant = grant.And(w.diagonal(d, func(r, _ int) ir.Signal { return rows[r] }))
		}
		switch {
		case step >= w.n:
			grant = grant.And(passed.Bit(d).Repeat(w.columns))
		case d < w.n-1:
			grant = grant.AndNot(passed.Bit(d).Repeat(w.columns))
		}
		grant = grant.Named(fmt.Sprintf("step_%d", step))
		columns = columns.AndNot(grant).Named(fmt.Sprintf("columns_after_%d", step))
		for c := range w.columns {
			if r, _, ok := w.cell(c, d); ok {
				rows[r] = rows[r].AndNot(grant.Bit(c)).Named(fmt.Sprintf("row_%d_after_%d", r, step))
			}
		}
		if step < w.n {
			given[d] = grant
		} else {
			given[d] = given[d].Or(grant).Named(fmt.Sprintf("given_on_%d", d))
		}
	}
	return given, rows, columns
}

// turn moves the start, if something is granted, once nothing waits on it that was to be waited for.
func (w *wavefrontArray) turn(passed, granted ir.Signal, waits []ir.Signal) {
	m := w.m
	due := m.Reg("due", w.columns, 0).Doc("the cells of the start that wait since it became the start")
	low, high := m.Const(1, 0), m.Const(1, 1)
	start := ir.Cat(passed, high).AndNot(ir.Cat(low, passed)).Named("start")
	next := ir.Cat(start.Low(w.n-1), start.Msb()).Named("next")
	left := due.And(ir.OneHotMux(start, waits...)).Named("left")
	moves := granted.AndNot(left.Any()).Named("moves")
	m.When(moves, func() {
		passed.Set(ir.Cat(passed, high).Low(w.n - 1).AndNot(start.Msb().Repeat(w.n - 1)))
		due.Set(ir.OneHotMux(next, waits...))
	}).Else(func() { due.Set(left) })
}
