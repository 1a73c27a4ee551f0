package traffic

import (
	"bytes"
	"fmt"
	"strings"
)

// A record is a message as the scoreboard saw it come on a port, whole or in part.
type record struct {
	port     int
	height   int
	route    []byte
	length   int    // as received
	lengths  int    // length flits received
	body     []byte // tag and the first words of data
	complete bool
	verdict  Verdict
	wrong    bool // length 0 or more than the router's words

	began, known, came uint64 // cycles of h, of the last flit of the header and of the last CRC flit
	afd                window // cfg_afd in cycle began; of a message that left, when it began to leave

	flagged bool   // its pulse on err_primary or err_secondary was seen,
	flagAt  uint64 // in this cycle

	left  bool // whole on an output,
	to    int  // this one,
	at    uint64
	class class
	modes modes // in which it may have been granted

	twin   int  // not 0: could not be told from others with the same number
	moving bool // while a twin is looked for that may have left in its stead
}

// start makes r ready for a new message.
func (r *record) start(port int) {
	*r = record{port: port, route: r.route[:0], body: r.body[:0]}
}

// add takes in the flit that the framer of its link has just called part.
func (r *record) add(f *Format, part Part, flit byte, cycle uint64) {
	switch part {
	case HeightPart:
		r.height = int(flit)
		r.began, r.known = cycle, cycle
	case RoutePart:
		if len(r.route) == 0 {
			r.known = cycle
		}
		r.route = append(r.route, flit)
	case LengthPart:
		r.length = r.length<<4 | int(flit)
		r.lengths++
	case TagPart:
		r.body = append(r.body, flit)
	case DataPart:
		if len(r.body) < 1+8*f.Words {
			r.body = append(r.body, flit)
		}
	}
}

// end closes r with the verdict of the framer.
func (r *record) end(f *Format, v Verdict, cycle uint64) {
	r.complete, r.verdict, r.came = true, v, cycle
	r.wrong = r.length == 0 || r.length > f.Words
}

// leave notes that r left whole, as class c on output q, in the given cycle; w is the window of
// cfg_afd when it began to.
func (r *record) leave(c class, q int, cycle uint64, w window) {
	r.left, r.class, r.to, r.at, r.afd = true, c, q, cycle, w
	r.modes = w.modes(r)
}

// header tells whether enough has come to route r.
func (r *record) header() bool { return r.height == 0 || len(r.route) > 0 }

// spoilt tells whether r must go on with a complemented CRC.
func (r *record) spoilt() bool { return r.verdict != Good || r.wrong }

// A class is what becomes of a message.
type class uint8

const (
	swallowed class = iota
	down
	up
	fall
)

func (c class) String() string { return [...]string{"swallowed", "down", "up", "fall"}[c] }

// modes is a set of values of cfg_afd.
type modes uint8

const (
	modeOff modes = 1 << iota
	modeOn
	eitherMode = modeOff | modeOn
)

func modeOf(afd bool) modes {
	if afd {
		return modeOn
	}
	return modeOff
}

// A window is the time in which cfg_afd has not changed.
type window struct {
	afd   bool
	since uint64 // first cycle with this value
}

// modes gives the values of cfg_afd by which m may have been routed when the window is the latest.
func (w window) modes(m *record) modes {
	if w.since > m.known+1 {
		return eitherMode
	}
	return modeOf(w.afd)
}

// A chip is what the static configuration says.
type chip struct {
	level    int
	children uint8 // enabled ones, bit k for port k
	parents  uint8 // enabled ones, bit 4+j for port 4+j
}

func (c chip) enabled() uint8 { return c.children | c.parents }

// fate is what becomes of a message routed with cfg_afd as mode (one value) says, and on which
// outputs it may leave.
func (c chip) fate(m *record, mode modes) (class, uint8) {
	falling := mode == modeOn || m.port >= children && m.height > c.level
	switch {
	case falling && c.children == 0:
		return swallowed, 0
	case falling:
		return fall, c.children
	case m.height < c.level:
		return swallowed, 0
	case m.height == c.level:
		k := m.route[0] & 3
		if m.height%2 == 0 {
			k = m.route[0] >> 2
		}
		if int(k) == m.port || c.children>>k&1 == 0 {
			return swallowed, 0
		}
		return down, 1 << k
	case c.parents == 0:
		return swallowed, 0
	}
	return up, c.parents
}

// head is the height and the route flits with which m leaves as class c, written into buf.
func (m *record) head(c class, buf []byte) []byte {
	if c != down {
		return append(append(buf, byte(m.height)), m.route...)
	}
	buf = append(buf, byte(m.height-1))
	if m.height%2 == 1 {
		return append(buf, m.route[1:]...)
	}
	return append(append(buf, m.route[0]&3), m.route[1:]...)
}

// becomes tells whether o, seen on an output, is m sent as class c, but for the CRC.
func (m *record) becomes(c class, f *Format, o *record) bool {
	if o.length != min(m.length, f.Words) || !bytes.Equal(o.body, m.body) {
		return false
	}
	var a, b [16]byte
	return bytes.Equal(m.head(c, a[:0]), o.head(fall, b[:0]))
}

// leads tells whether what has come of m, sent as class c, agrees with o, an unfinished message
// on an output.
func (m *record) leads(c class, f *Format, o *record) bool {
	agree := func(a, b []byte) bool {
		n := min(len(a), len(b))
		return bytes.Equal(a[:n], b[:n])
	}
	var a, b [16]byte
	if !agree(m.head(c, a[:0]), o.head(fall, b[:0])) || !agree(m.body, o.body) {
		return false
	}
	return m.lengths < f.LengthFlits || o.lengths < f.LengthFlits || o.length == min(m.length, f.Words)
}

// String shows the content of m.
func (m *record) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "h=%d route [", m.height)
	for i, x := range m.route {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d%d", x>>2, x&3)
	}
	fmt.Fprintf(&b, "] length %d", m.length)
	if len(m.body) > 0 {
		fmt.Fprintf(&b, " tag %x data ", m.body[0])
		const shown = 16
		for _, x := range m.body[1:min(len(m.body), 1+shown)] {
			fmt.Fprintf(&b, "%x", x)
		}
		if len(m.body) > 1+shown {
			fmt.Fprintf(&b, "... (%d flits)", len(m.body)-1)
		}
	}
	if m.complete {
		fmt.Fprintf(&b, " CRC %v", m.verdict)
	} else {
		b.WriteString(" incomplete")
	}
	return b.String()
}

// where tells when and where m came in.
func (m *record) where() string {
	return fmt.Sprintf("the message of input %d, cycles %d to %d (%v)", m.port, m.began, m.came, m)
}

// A store keeps records for use again.
type store struct{ free []*record }

func (s *store) get() *record {
	n := len(s.free)
	if n == 0 {
		return new(record)
	}
	m := s.free[n-1]
	s.free = s.free[:n-1]
	return m
}

func (s *store) put(m *record) { s.free = append(s.free, m) }
