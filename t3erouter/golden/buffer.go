package golden

// A kind tells what becomes of a stored flit.
type kind uint8

const (
	body    kind = iota // passed on behind its header
	heading             // passed on by its route
	dropped             // removed and credited, never sent
)

// An entry is a flit in a buffer, its words apart.
type entry struct {
	kind  kind
	last  bool
	whole int8  // length of the packet that it ends, if that has no error; else 0
	route route // of a header
}

// A buffer holds the entries of one input VC in order of arrival.
type buffer struct {
	entries []entry
	data    []uint64
	words   int // of a flit
	head    int // oldest entry
	size    int
}

func newBuffer(depth, words int) buffer {
	return buffer{entries: make([]entry, depth), data: make([]uint64, depth*words), words: words}
}

func (b *buffer) full() bool { return b.size == len(b.entries) }

func (b *buffer) clear() { b.size = 0 }

// place is where the i-th oldest entry stands.
func (b *buffer) place(i int) int {
	if i += b.head; i >= len(b.entries) {
		i -= len(b.entries)
	}
	return i
}

// push stores an entry and gives its words to be filled in; the buffer must not be full.
func (b *buffer) push(e entry) []uint64 {
	i := b.place(b.size)
	b.entries[i] = e
	b.size++
	return b.flit(i)
}

// at is the i-th oldest entry, valid until something is stored after it has left.
func (b *buffer) at(i int) *entry { return &b.entries[b.place(i)] }

// pop removes the oldest entry and gives its words, valid until the next push.
func (b *buffer) pop() []uint64 {
	w := b.flit(b.head)
	b.head = b.place(1)
	b.size--
	return w
}

func (b *buffer) flit(place int) []uint64 {
	return b.data[place*b.words : (place+1)*b.words]
}
