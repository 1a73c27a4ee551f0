package routing

import "slices"

// A reading is all that the relation reads of a packet in one dimension, at a coordinate.
type reading struct {
	dir   int  // of the next hop, -1 if none is due
	vc    int  // of the next hop in this dimension: 0, 1 or keep
	final bool // the packet is to arrive by a last hop down
	here  bool // the coordinate is that of the destination
}

// keep is VC 0, but 1 for a packet that holds VC 1 of the same direction.
const keep = 2

// quotient makes a relation whose header has, for each dimension, a reading in place of the
// coordinate of the destination, the sign and the select bit, and whose parts are the classes. After
// a hop in a dimension every reading is possible there that some destination can give.
//
// It tells the same as the relation of explicit headers of what packets in a channel may ask for,
// in all combinations. For dimensions are independent: coordinate, sign and select bit of one say
// nothing of another, and a packet in the adaptive VC can have been injected one hop before, with
// whatever is left to go in all dimensions. So can one in an escape VC, but for one that has VC
// 1 since it crossed the dateline; that asks for what a packet with its select bit 1 asks for. So
// there is no quotient without select bits, nor where some packets may not begin on an escape VC.
//
// It is no relation of ways of several hops: a run may begin anew in each dimension at each hop.
func (o *ordered) quotient(explicit *Relation) *Relation {
	q := &quotient{ordered: o, codes: make([]map[reading]uint32, o.dims), readings: make([][]reading, o.dims), weight: make([]uint32, o.dims)}
	total := uint32(1)
	q.begin, q.after = make([][][]uint32, o.dims), make([]map[[2]uint32][]uint32, o.dims)
	for d := range o.dims {
		q.factor(d)
		q.weight[d] = total
		total *= uint32(len(q.readings[d]))
	}
	q.codesTotal = total
	headers := int(total) * 2 * (1 + len(o.initial))
	r := *explicit
	r.Headers, r.Parts, r.Quotient = headers, nil, nil
	for range o.classes {
		r.Parts = append(r.Parts, Anywhere)
	}
	if explicit.Messages != nil {
		m := *explicit.Messages
		m.Class = func(part int, _ uint32) int { return part }
		r.Messages = &m
	}
	r.Write = nil
	r.Open = q.open
	return &r
}

// quotient numbers the readings of each dimension. A header is the code of a reading for each
// dimension; above, a bit for adaptive; above, 1 + an index in initial while the first hop is due.
type quotient struct {
	*ordered
	codes      []map[reading]uint32
	readings   [][]reading
	weight     []uint32
	codesTotal uint32
	begin      [][][]uint32 // dimension, coordinate: codes of packets that may begin there
	after      []map[[2]uint32][]uint32
}

// factor goes through all destinations, signs and select bits of one dimension at each coordinate.
func (q *quotient) factor(d int) {
	q.codes[d], q.after[d] = map[reading]uint32{}, map[[2]uint32][]uint32{}
	code := func(r reading) uint32 {
		c, ok := q.codes[d][r]
		if !ok {
			c = uint32(len(q.readings[d]))
			q.codes[d][r] = c
			q.readings[d] = append(q.readings[d], r)
		}
		return c
	}
	finals := []bool{false}
	if q.final && d == q.dims-1 {
		finals = append(finals, true)
	}
	k := q.K[d]
	q.begin[d] = make([][]uint32, k)
	for c := range k {
		for t := range k {
			for _, final := range finals {
				for _, down := range []bool{false, true} {
					if !q.signed(c, t, d, down, final) {
						continue
					}
					for _, selected := range []bool{false, true} {
						r := q.read(c, t, d, down, selected, final)
						from := code(r)
						q.begin[d][c] = addOnce(q.begin[d][c], from)
						dir := r.dir
						if dir < 0 && final && !r.here {
							dir = 2*d + 1
						}
						if dir < 0 {
							continue
						}
						to := code(q.read(q.step(c, dir), t, d, down, selected, final))
						key := [2]uint32{uint32(c), from}
						q.after[d][key] = addOnce(q.after[d][key], to)
					}
				}
			}
		}
		slices.Sort(q.begin[d][c])
	}
}

func addOnce(list []uint32, x uint32) []uint32 {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// signed is whether packets go from c towards t in a direction.
func (q *quotient) signed(c, t, d int, down, final bool) bool {
	if q.anySign {
		return true
	}
	if final {
		t = (t + 1) % q.K[d]
	}
	u, w := q.minimal(c, t, d)
	return down && w || !down && (u || !w)
}

func (q *quotient) read(c, t, d int, down, selected, final bool) reading {
	l := q.leg(c, t, d, down, final)
	r := reading{dir: l.dir, final: final, here: c == t}
	switch {
	case l.dir >= 0:
	case final && c != t:
		l = leg{2*d + 1, t}
	default:
		return r
	}
	r.vc = keep
	switch now := l.dir&1 == 0 && c == q.K[d]-1 || l.dir&1 == 1 && c == 0; {
	case now:
		r.vc = 1
	case q.crosses(c, l.target, l.dir):
		r.vc = 0
	case selected:
		r.vc = 1
	}
	return r
}

func (q *quotient) open(class int) Part {
	readings := make([]reading, q.dims)
	return Part{
		Inject: func(inject func(int, uint32)) {
			for n := range q.Nodes {
				q.inject(n, class, inject)
			}
		},
		Route: func(p Packet, options []Option) []Option { return q.route(p, class, readings, options) },
	}
}

func (q *quotient) inject(n, class int, inject func(int, uint32)) {
	least := uint32(0) // of the adaptive bit
	if q.onlyVC || class == 1 && !q.replyVC {
		least = 1
	}
	q.all(n, func(h uint32) {
		if q.arrived(h) {
			return
		}
		for a := least; a < 2; a++ {
			inject(n, h+a*q.codesTotal)
		}
	})
	for i, dir := range q.initial {
		for a := uint32(0); a < 2 && q.out(n, dir) >= 0 && (class == 0 || q.replyVC); a++ {
			if a >= least {
				inject(n, (a+2*uint32(i+1))*q.codesTotal)
			}
		}
	}
}

// all calls f for the codes of all headers with which a packet may begin at a node.
func (q *quotient) all(n int, f func(h uint32)) {
	var dimension func(d int, h uint32)
	dimension = func(d int, h uint32) {
		if d == q.dims {
			f(h)
			return
		}
		for _, code := range q.begin[d][q.at(n, d)] {
			dimension(d+1, h+code*q.weight[d])
		}
	}
	dimension(0, 0)
}

func (q *quotient) reading(h uint32, d int) reading {
	return q.readings[d][h/q.weight[d]%uint32(len(q.readings[d]))]
}

func (q *quotient) arrived(h uint32) bool {
	for d := range q.dims {
		if !q.reading(h, d).here {
			return false
		}
	}
	return true
}

func (q *quotient) route(p Packet, class int, readings []reading, options []Option) []Option {
	top := p.Header / q.codesTotal
	adaptive := top&1 == 1
	base := class * q.staticVC
	if initial := int(top / 2); initial > 0 {
		dir := q.initial[initial-1]
		out := q.out(p.Node, dir)
		vc := 0
		if c := q.at(p.Node, dir/2); q.initialVC1 || !q.initialVC0 && (dir&1 == 0 && c == q.K[dir/2]-1 || dir&1 == 1 && c == 0) {
			vc = 1
		}
		q.all(q.Channels[out].To, func(h uint32) {
			options = append(options, Option{out, base + vc, h + top&1*q.codesTotal, true})
		})
		return options
	}
	here, none := true, true
	for d := range readings {
		readings[d] = q.reading(p.Header, d)
		here = here && readings[d].here
		none = none && readings[d].dir < 0
	}
	if here {
		return append(options, Option{Channel: Eject, Escape: true})
	}
	if none { // the last hop
		readings[q.dims-1].dir = 2*q.dims - 1
	}
	hop := func(d, vc int, escape bool) {
		c := q.at(p.Node, d)
		code := p.Header / q.weight[d] % uint32(len(q.readings[d]))
		for _, next := range q.after[d][[2]uint32{uint32(c), code}] {
			options = append(options, Option{q.out(p.Node, readings[d].dir), vc, p.Header + (next-code)*q.weight[d], escape})
		}
	}
	first := -1
	for d, r := range readings {
		if r.dir < 0 {
			continue
		}
		if adaptive {
			hop(d, q.classes*q.staticVC, false)
		}
		if first < 0 || readings[first].dir&1 == 1 && r.dir&1 == 0 {
			first = d
		}
	}
	if q.onlyVC || p.Channel == Injected && class == 1 && !q.replyVC {
		return options
	}
	vc := readings[first].vc
	if vc == keep {
		vc = 0
		if p.Channel != Injected && p.VC < q.classes*q.staticVC && p.VC%q.staticVC == 1 && int(q.dir[p.Channel]) == readings[first].dir {
			vc = 1
		}
	}
	hop(first, base+vc, true)
	return options
}
