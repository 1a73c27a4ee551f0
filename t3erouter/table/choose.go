package table

// A chooser decides sign, initial, final and adaptive, pair by pair.
type chooser struct {
	torus *Torus
	dead  []Link // every end of them
	seen  []int  // by node: the last search that met it
	turn  int    // of the search
	queue []Node
}

func newChooser(t *Torus) *chooser {
	c := &chooser{torus: t, seen: make([]int, t.Nodes())}
	for n := range t.masked {
		for d := range PlusX + 6 {
			if t.masked[n][d] && t.size[d.Dim()] > 1 {
				c.dead = append(c.dead, Link{Node(n), d})
			}
		}
	}
	return c
}

// entry is the route of a pair without select bits: the shortest whose escape path meets no dead
// link; of those one that may be adaptive; of those the nearest to the shortest signs without
// initial and final hop. A pair has 64 routes: 8 signs, 4 initial hops, 2 final ones.
func (c *chooser) entry(src, dst Node) Entry {
	usual := c.torus.shortest(src, dst)
	if src == dst || len(c.dead) == 0 {
		return usual | adaptive
	}
	hops, ok := c.hops(src, dst, usual)
	if ok && !c.strands(src, dst, usual) {
		return usual | adaptive
	}
	best, found := usual, ok
	for _, other := range c.others(usual) {
		if found && c.due(src, dst, other) > hops {
			continue
		}
		n, ok := c.hops(src, dst, other)
		if !ok {
			continue
		}
		free := !c.strands(src, dst, other)
		if free {
			other |= adaptive
		}
		if !found || n < hops || free && !best.Adaptive() {
			best, hops, found = other, n, true
		}
	}
	if !found {
		return noRoute
	}
	return best
}

// others lists the routes that are not the usual one.
func (c *chooser) others(usual Entry) []Entry {
	var list []Entry
	for _, final := range []Entry{0, finalEntry} {
		if final != 0 && c.torus.size[2] == 1 {
			continue
		}
		for initial := range Entry(4) {
			for flip := range threeBits + 1 {
				list = append(list, (usual^flip)|initial<<initialBit|final)
			}
		}
	}
	return list[1:]
}

// shortest takes the shorter way in each dimension. Of two equal ways it takes - if the coordinates
// of the source, and of the destination in the other dimensions, have an odd sum: so that over all
// pairs both ways carry the same. In some tori with two sizes of 2 or 6 they do so but for a few packets.
func (t *Torus) shortest(src, dst Node) Entry {
	from, to := t.coords[src], t.coords[dst]
	sum := 0
	for dim := range from {
		sum += from[dim] + to[dim]
	}
	var e Entry
	for dim, k := range t.size {
		hops := (to[dim] - from[dim] + k) % k
		if 2*hops > k || 2*hops == k && (sum-to[dim])%2 == 1 {
			e |= 1 << dim
		}
	}
	return e
}

// due is the length of the escape path, or more if it ends early because it meets the destination on
// the way: another route does the same without that detour.
func (c *chooser) due(src, dst Node, e Entry) int {
	n := 0
	if e.Initial() != 0 {
		src = c.torus.next[src][initialDirection(e)]
		n++
	}
	if src == dst {
		return n
	}
	for _, hops := range c.torus.due(src, dst, e) {
		n += hops
	}
	return n
}

// hops is the length of the escape path, if all its links work.
func (c *chooser) hops(src, dst Node, e Entry) (int, bool) {
	n := 0
	for h := range c.torus.Path(src, dst, e) {
		if !c.torus.Works(h.From, h.Dir) {
			return 0, false
		}
		n++
	}
	return n, true
}

// strands tells whether a packet that may be adaptive can come to a router at which its escape hop
// is dead. Its initial hop works.
func (c *chooser) strands(src, dst Node, e Entry) bool {
	t := c.torus
	if e.Initial() != 0 {
		src = t.next[src][initialDirection(e)]
	}
	if src == dst || !c.mayMeet(src, dst, e) {
		return false
	}
	c.turn++
	c.queue = c.queue[:0]
	meet := func(n Node) {
		if n != dst && c.seen[n] != c.turn {
			c.seen[n] = c.turn
			c.queue = append(c.queue, n)
		}
	}
	meet(src)
	for i := 0; i < len(c.queue); i++ {
		at := c.queue[i]
		due := t.due(at, dst, e)
		if !t.Works(at, first(due)) {
			return true
		}
		for d := range productive(due, e) {
			if t.Works(at, d) {
				meet(t.next[at][d])
			}
		}
	}
	return false
}

// mayMeet is false if no node in the box that a packet may wander in, from a node on and without an
// initial hop, has a dead escape hop, which saves most searches. It is true with a final hop, which
// leaves the box.
func (c *chooser) mayMeet(src, dst Node, e Entry) bool {
	if e.Final() {
		return true
	}
	due := c.torus.due(src, dst, e)
	for _, l := range c.dead {
		gone := c.torus.due(src, l.From, e)
		inside := true
		for d := range due {
			inside = inside && gone[d] <= due[d]
		}
		if inside && l.From != dst && first(c.torus.due(l.From, dst, e)) == l.Dir {
			return true
		}
	}
	return false
}
