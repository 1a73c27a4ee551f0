package golden

// A verdict is what an input finds of a message's CRC.
type verdict uint8

const (
	good      verdict = iota // the CRC as computed
	secondary                // its exact complement: damaged on an earlier link
	primary                  // anything else: damaged on this link
)

// An entry is one place of an input FIFO or an output buffer: a flit, or the trailer that
// stands for the whole CRC of a message.
type entry struct {
	flit        uint8
	trailer     bool
	verdict     verdict // of a trailer
	lengthWrong bool    // of a trailer: length 0 or above words, as received
}

// A queue is a first-word-fall-through FIFO. Within one Step everything is popped before
// anything is pushed, so an entry pushed in t can be popped from t+1 on.
type queue struct {
	ring []entry // a power of two long
	head int
	size int
}

// newQueue makes a queue with room for at least capacity entries.
func newQueue(capacity int) queue {
	n := 1
	for n < capacity {
		n *= 2
	}
	return queue{ring: make([]entry, n)}
}

func (q *queue) clear() { q.head, q.size = 0, 0 }

func (q *queue) empty() bool { return q.size == 0 }

func (q *queue) front() entry { return q.ring[q.head&(len(q.ring)-1)] }

func (q *queue) push(e entry) {
	q.ring[(q.head+q.size)&(len(q.ring)-1)] = e
	q.size++
}

func (q *queue) pop() entry {
	e := q.front()
	q.head++
	q.size--
	return e
}
