package golden

// A queue holds characters, data and GAP, in order. It knows how many stand behind the last
// GAP: they are of the packet whose GAP has not come, and a rollback takes them away.
type queue struct {
	ring   []char // a power of two long
	head   int
	count  int
	behind int // characters behind the last GAP, all of them if there is none
}

// newQueue makes a queue with room for at least depth characters.
func newQueue(depth int) queue {
	n := 1
	for n < depth {
		n *= 2
	}
	return queue{ring: make([]char, n)}
}

func (q *queue) clear() { q.head, q.count, q.behind = 0, 0, 0 }

func (q *queue) hasGap() bool { return q.behind < q.count }

// first is the oldest character, idle if there is none.
func (q *queue) first() char {
	if q.count == 0 {
		return idle
	}
	return q.ring[q.head&(len(q.ring)-1)]
}

func (q *queue) push(c char) {
	q.ring[(q.head+q.count)&(len(q.ring)-1)] = c
	q.count++
	q.behind++
	if c == gap {
		q.behind = 0
	}
}

// pop takes the oldest character out, or nothing from an empty queue.
func (q *queue) pop() char {
	c := q.first()
	if q.count > 0 {
		q.behind = min(q.behind, q.count-1) // one less if no GAP was there
		q.head++
		q.count--
	}
	return c
}

func (q *queue) rollback() {
	q.count -= q.behind
	q.behind = 0
}
