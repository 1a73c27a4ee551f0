package golden

import "github.com/flitwright/flitwright/vcallocator/config"

// An array grants the VCs of one component of one output port, diagonal by diagonal.
type array struct {
	port      int   // o
	rows      []int // the input VCs i of the component
	columns   []int // its output VCs w
	diagonals int   // N

	start int
	due   []bool // by column
}

// newArrays makes those of all output ports, in their reset state.
func newArrays(c config.Config) []array {
	var list []array
	for o := range c.Outputs {
		for _, part := range components(c) {
			x := array{port: o}
			for i := range c.Inputs * c.VCs {
				if part.in[i%c.VCs] {
					x.rows = append(x.rows, i)
				}
			}
			for w := range c.VCs {
				if part.out[w] {
					x.columns = append(x.columns, w)
				}
			}
			x.diagonals = max(len(x.rows), len(x.columns))
			x.due = make([]bool, len(x.columns))
			list = append(list, x)
		}
	}
	return list
}

// row is the input VC of the cell of column c on diagonal d, none if there is no such row.
func (x *array) row(c, d int) int {
	r := (d - c + x.diagonals) % x.diagonals
	if r >= len(x.rows) {
		return none
	}
	return x.rows[r]
}

// grant goes through the diagonals and tells whether it granted any cell.
func (x *array) grant(t *cycle) bool {
	granted := false
	taken := make([]bool, len(x.columns))
	for k := range x.diagonals {
		d := (x.start + k) % x.diagonals
		for c, w := range x.columns {
			i := x.row(c, d)
			if i != none && t.open(i, x.port, w) && t.grants[i] == none && !taken[c] {
				t.grants[i], taken[c], granted = w, true, true
			}
		}
	}
	return granted
}

// waiting tells by column which cells of diagonal d wait, once all grants are given.
func (x *array) waiting(t *cycle, d int) []bool {
	list := make([]bool, len(x.columns))
	for c, w := range x.columns {
		i := x.row(c, d)
		list[c] = i != none && t.ask(i, x.port, w) && t.grants[i] == none
	}
	return list
}

// wavefront grants as wavefront does and moves the starts.
func (a *Allocator) wavefront(t *cycle) {
	for k := range a.arrays {
		x := &a.arrays[k]
		granted := x.grant(t)
		left, some := x.waiting(t, x.start), false
		for c := range left {
			left[c] = left[c] && x.due[c]
			some = some || left[c]
		}
		if !granted || some {
			x.due = left
			if granted {
				a.seen.held++
			}
			continue
		}
		x.start = (x.start + 1) % x.diagonals
		x.due = x.waiting(t, x.start)
		if x.start == 0 {
			a.seen.turned++
		}
	}
}
