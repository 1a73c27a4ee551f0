package golden

// wires are the registers between a grant and the output pins: what is put in in cycle g is on
// the pins in g + latency.
type wires struct {
	flits []sent // a row of ports for each cycle under way
	data  []uint64
	words int
	row   int // that is on the pins
	rows  int
}

// A sent flit, its words apart.
type sent struct {
	valid bool
	vc    uint8
}

func newWires(latency, words int) wires {
	return wires{
		flits: make([]sent, latency*ports),
		data:  make([]uint64, latency*ports*words),
		words: words,
		rows:  latency,
	}
}

func (w *wires) clear() {
	clear(w.flits)
	clear(w.data)
}

// drive writes the pins of a cycle.
func (w *wires) drive(out []uint64) {
	for o := range ports {
		f, data := &w.flits[w.row*ports+o], w.flit(o)
		pins := out[:w.words+2]
		out = out[w.words+2:]
		copy(pins, data)
		pins[w.words], pins[w.words+1] = 0, uint64(f.vc)
		if f.valid {
			pins[w.words] = 1
		}
	}
}

// vacate makes room for the flits that are granted in the cycle.
func (w *wires) vacate() {
	for o := range ports {
		if f := &w.flits[w.row*ports+o]; f.valid {
			*f = sent{}
			clear(w.flit(o))
		}
	}
}

// put sends a flit by an output VC.
func (w *wires) put(to place, flit []uint64) {
	w.flits[w.row*ports+int(to.port)] = sent{true, uint8(to.vc)}
	copy(w.flit(int(to.port)), flit)
}

// advance passes the edge that ends the cycle.
func (w *wires) advance() {
	if w.row++; w.row == w.rows {
		w.row = 0
	}
}

func (w *wires) flit(o int) []uint64 {
	i := (w.row*ports + o) * w.words
	return w.data[i : i+w.words]
}
