package golden

// wires are the registers between a grant and the output pins: what is put in in cycle g is on
// the pins in g + latency.
type wires struct {
	rows   [][]uint64 // one for each cycle under way: flit, valid and vc of every port, as Step has them
	row    int        // that is on the pins
	stride int        // words of a port
}

func newWires(latency, stride int) wires {
	w := wires{rows: make([][]uint64, latency), stride: stride}
	for i := range w.rows {
		w.rows[i] = make([]uint64, ports*stride)
	}
	return w
}

func (w *wires) clear() {
	for _, row := range w.rows {
		clear(row)
	}
}

// drive writes the pins of a cycle.
func (w *wires) drive(out []uint64) { copy(out, w.rows[w.row]) }

// vacate makes room for the flits that are granted in this cycle.
func (w *wires) vacate() { clear(w.rows[w.row]) }

// put sends a flit by an output VC.
func (w *wires) put(to place, flit []uint64) {
	pins := w.rows[w.row][int(to.port)*w.stride:][:w.stride]
	n := copy(pins, flit)
	pins[n], pins[n+1] = 1, uint64(to.vc)
}

// advance passes the edge that ends the cycle.
func (w *wires) advance() {
	if w.row++; w.row == len(w.rows) {
		w.row = 0
	}
}
