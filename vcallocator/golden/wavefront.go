package golden

// An array is a component of the class graph at one output port.
type array struct {
	port          int
	rows, columns []int // input VCs, output VCs
	diagonals     int
	start         int
	due           []bool // of column c
}

// newArrays finds the components of the class graph and makes their arrays at port o.
func (a *Allocator) newArrays(o int) (arrays []array) {
	of := make([]int, a.vcs) // component of input VC v
	to := make([]int, a.vcs) // component of output VC w
	for v := range a.vcs {
		of[v], to[v] = v, a.vcs+v // each alone
	}
	for again := true; again; {
		again = false
		for v := range a.vcs {
			for w := range a.vcs {
				if a.everLegal(v, w) && of[v] != to[w] {
					least := min(of[v], to[w])
					of[v], to[w] = least, least
					again = true
				}
			}
		}
	}
	for component := range a.vcs { // every v has a successor
		b := array{port: o}
		for i := range a.inputVCs {
			if of[i%a.vcs] == component {
				b.rows = append(b.rows, i)
			}
		}
		for w := range a.vcs {
			if to[w] == component {
				b.columns = append(b.columns, w)
			}
		}
		if len(b.rows) == 0 {
			continue
		}
		b.diagonals = max(len(b.rows), len(b.columns))
		b.due = make([]bool, len(b.columns))
		arrays = append(arrays, b)
	}
	return arrays
}

// wave is one cycle of an array.
func (a *Allocator) wave(b *array) {
	o := b.port
	// cell finds the row of column c on a diagonal.
	cell := func(c, diagonal int) (r int, ok bool) {
		r = (diagonal - c + b.diagonals) % b.diagonals
		return r, r < len(b.rows)
	}
	rowGranted, columnGranted := make([]bool, len(b.rows)), make([]bool, len(b.columns))
	grants := 0
	for k := range b.diagonals {
		diagonal := (b.start + k) % b.diagonals
		for c, w := range b.columns {
			r, ok := cell(c, diagonal)
			if !ok || rowGranted[r] || columnGranted[c] || !a.open(b.rows[r], o, w) {
				continue
			}
			rowGranted[r], columnGranted[c] = true, true
			a.granted[b.rows[r]] = w
			grants++
		}
	}

	// waits tells whether the cell of column c on a diagonal waits.
	waits := func(c, diagonal int) bool {
		r, ok := cell(c, diagonal)
		return ok && a.ask(b.rows[r], o, b.columns[c]) && !rowGranted[r]
	}
	left := make([]bool, len(b.columns))
	anyLeft := false
	for c := range b.columns {
		left[c] = b.due[c] && waits(c, b.start)
		anyLeft = anyLeft || left[c]
	}
	if grants > 0 && !anyLeft {
		b.start = (b.start + 1) % b.diagonals
		for c := range b.columns {
			b.due[c] = waits(c, b.start)
		}
		if b.start == 0 {
			a.seen.turned++
		}
		return
	}
	if grants > 0 {
		a.seen.held++
	}
	b.due = left
}
