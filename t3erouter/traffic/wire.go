package traffic

// A wire is one VC of one output: the packet under way on it and what the router knows, or may know,
// of the buffer at its far end.
//
// A credit that comes while all are given back is an error, but it is none if a flit is on its way to
// the pins. So a wire keeps two numbers: most is what the router has if it took every such credit,
// least if it took none.
type wire struct {
	from  *ledger // of the packet under way; nil: none
	depth int
	most  int
	least int

	flits [64]uint64 // cycles of flits whose credits are out, a ring
	out   int
	first int
}

func (w *wire) clear() {
	w.from, w.most, w.least, w.out, w.first = nil, w.depth, w.depth, 0, 0
}

// spend takes a flit.
func (w *wire) spend(cycle uint64) {
	w.most--
	w.least--
	if w.out == len(w.flits) { // more than any buffer holds: some credit was one too many
		w.first++
		w.out--
	}
	w.flits[(w.first+w.out)%len(w.flits)] = cycle
	w.out++
}

// credit takes one that the receiver gives. It tells whether err_credit may follow, and whether it
// must if no flit turns out to have been on its way. Held is how long the flit that it is for stayed.
func (w *wire) credit(cycle uint64) (may, must bool, held uint64) {
	if w.out > 0 {
		held = cycle - w.flits[w.first%len(w.flits)]
		w.first = (w.first + 1) % len(w.flits)
		w.out--
	}
	may, must = w.most >= w.depth, w.least >= w.depth
	if w.least < w.depth {
		w.least++
	}
	w.most++
	return may, must, held
}

// settle says that no flit is on its way.
func (w *wire) settle() { w.most = min(w.most, w.depth) }

// outstanding is the age of the oldest flit whose credit is out.
func (w *wire) outstanding(cycle uint64) uint64 {
	if w.out == 0 {
		return 0
	}
	return cycle - w.flits[w.first%len(w.flits)]
}

// recent are VCs, a mask a cycle, of the last cycles; age 0 is the present.
type recent struct {
	masks [32]uint8
	now   int
}

func (r *recent) clear() { *r = recent{} }

// advance begins a cycle.
func (r *recent) advance() {
	r.now = (r.now + 1) % len(r.masks)
	r.masks[r.now] = 0
}

func (r *recent) mark(v int) { r.masks[r.now] |= 1 << v }

func (r *recent) at(age int) uint8 { return r.masks[(r.now-age+len(r.masks))%len(r.masks)] }

// count is how often v was marked at ages lo..hi.
func (r *recent) count(v, lo, hi int) (n int) {
	for age := lo; age <= hi; age++ {
		n += int(r.at(age) >> v & 1)
	}
	return n
}
