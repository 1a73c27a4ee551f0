package deadlock

// A closed set is one of vertices each of which can hold a packet that waits for nothing outside.
type closed struct {
	*space
	facts *facts
	alive []bool
	mask  []uint64 // the sets of vertices alive, by node
	order []int32  // the vertices taken away
}

// greatest finds the greatest closed set: it begins with all vertices and takes away those whose
// every packet may ask for something outside, until none is left to take.
func greatest(s *space, f *facts) *closed {
	c := &closed{space: s, facts: f, alive: make([]bool, s.vertices()), mask: make([]uint64, s.first[len(s.Graph.Nodes)])}
	nodes := len(s.Graph.Nodes)
	dirty := make([]bool, nodes)
	queue := make([]int, nodes)
	for n := range nodes {
		queue[n], dirty[n] = n, true
	}
	for v := range c.alive {
		c.alive[v] = f.used[v] && (s.messages != nil || !s.isEjection(v))
		if c.alive[v] {
			c.setBit(v, true)
		}
	}
	mark := func(n int) {
		if !dirty[n] {
			dirty[n] = true
			queue = append(queue, n)
		}
	}
	die := func(v int) {
		c.alive[v] = false
		c.order = append(c.order, int32(v))
		c.setBit(v, false)
		mark(c.from(v))
	}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		dirty[n] = false
		c.arriving(n, func(v int) {
			if c.alive[v] && c.least(v) == nil && !c.answered(v) {
				die(v)
			}
		})
		if i > nodes { // what is behind is not needed any more
			queue = append(queue[:0], queue[i+1:]...)
			i = -1
		}
	}
	return c
}

// from is the node that has a vertex in its sets; for an injection queue, which is in no set, its node.
func (c *closed) from(v int) int {
	if v < c.resources() {
		return c.Graph.Channels[v/c.lanes].From
	}
	return c.node(v)
}

func (c *closed) setBit(v int, on bool) {
	n := c.from(v)
	bit := 0
	switch {
	case v < c.resources():
		bit = int(c.place[v/c.lanes])*c.lanes + v%c.lanes
	case c.isEjection(v):
		bit = len(c.Graph.Out(n))*c.lanes + (v - c.ejection(n, 0))
	default:
		return
	}
	word := &c.mask[c.first[n]+bit>>6]
	if on {
		*word |= 1 << (bit & 63)
	} else {
		*word &^= 1 << (bit & 63)
	}
}

// arriving calls f for the vertices whose packets are at a node. Injection comes before ejection,
// which waits for it.
func (c *closed) arriving(n int, f func(v int)) {
	for _, ch := range c.Graph.In(n) {
		for lane := range c.lanes {
			f(ch*c.lanes + lane)
		}
	}
	for class := range c.injects {
		f(c.injection(n, class))
	}
	for class := range c.ejects {
		f(c.ejection(n, class))
	}
}

// least is the first set that a packet at v may wait for with all members alive; nil if there is
// none. An empty set, of a packet that is stuck, is not nil.
func (c *closed) least(v int) []uint64 {
	n := c.node(v)
	width := c.width(n)
	list := c.facts.waits[v]
	mask := c.mask[c.first[n]:c.first[n+1]]
	for i := 0; i < len(list); i += width {
		if within(list[i:i+width], mask) {
			return list[i : i+width]
		}
	}
	return nil
}

// answered is whether v is an ejection queue with a packet whose answer cannot be injected.
func (c *closed) answered(v int) bool {
	if !c.isEjection(v) || c.messages == nil {
		return false
	}
	for _, w := range c.facts.answers(c.space, v) {
		if c.alive[w] {
			return true
		}
	}
	return false
}

// count is the number of resources of channels, and of queues, in the set.
func (c *closed) count() (resources, queues int) {
	for v, alive := range c.alive {
		switch {
		case alive && v < c.resources():
			resources++
		case alive:
			queues++
		}
	}
	return resources, queues
}

// A hold is one packet of a configuration: what it holds, the first taken first, and all that it
// waits for.
type hold struct{ holds, waits []int32 }

// smallest is a configuration within the set: one packet in a vertex, each waiting for few, and of
// these the smallest that are closed and wait for each other in every way. No packet can be taken
// away from it without freeing the others.
func (c *closed) smallest() []hold {
	g := newGraph(c.vertices())
	for v := range c.vertices() {
		if c.alive[v] {
			for _, w := range c.chosen(v) {
				g.add(int(w))
			}
		}
		g.end()
	}
	of, sizes := g.components()
	leaves := make([]bool, len(sizes))
	for v := range g.size() {
		for _, w := range g.of(v) {
			leaves[of[v]] = leaves[of[v]] || of[w] != of[v]
		}
	}
	best := int32(-1)
	for v := range g.size() {
		if i := of[v]; c.alive[v] && !leaves[i] && (best < 0 || sizes[i] < sizes[best]) {
			best = i
		}
	}
	var list []hold
	for v := range g.size() {
		if best >= 0 && of[v] == best {
			list = append(list, hold{[]int32{int32(v)}, c.chosen(v)})
		}
	}
	return list
}

// ring is a short cycle of packets in the set that each wait for one thing; nil if there is none.
func (c *closed) ring() []hold {
	g := newGraph(c.vertices())
	for v := range c.vertices() {
		if c.alive[v] {
			c.singles(v, func(w int) { g.add(w) })
		}
		g.end()
	}
	cycle := g.cycle()
	var list []hold
	for i, v := range cycle {
		list = append(list, hold{[]int32{v}, []int32{cycle[(i+1)%len(cycle)]}})
	}
	return list
}

// singles calls f for each vertex of the set that is all that some packet at v waits for.
func (c *closed) singles(v int, f func(w int)) {
	n := c.node(v)
	width := c.width(n)
	list := c.facts.waits[v]
	for i := 0; i < len(list); i += width {
		if set := list[i : i+width]; size(set) == 1 {
			c.members(n, set, func(w int) {
				if c.alive[w] {
					f(w)
				}
			})
		}
	}
	if c.messages == nil || !c.isEjection(v) {
		return
	}
	for _, w := range c.facts.answers(c.space, v) {
		if c.alive[w] {
			f(w)
		}
	}
}

// chosen is what the packet at v waits for.
func (c *closed) chosen(v int) []int32 {
	var list []int32
	if set := c.least(v); set != nil {
		c.members(c.node(v), set, func(w int) { list = append(list, int32(w)) })
		return list
	}
	for _, w := range c.facts.answers(c.space, v) {
		if c.alive[w] {
			return append(list, int32(w))
		}
	}
	return nil
}
