package traffic

import (
	"errors"
	"fmt"

	"github.com/flitwright/flitwright/cm5router/config"
)

// A Format is how the messages of one router look in flits.
type Format struct {
	Words       int // longest legal length
	LengthFlits int // LF
	CRCFlits    int // CF
	crc         crc
}

// NewFormat gives the format that c asks for.
func NewFormat(c config.Config) *Format {
	f := &Format{Words: c.Words, LengthFlits: 1, CRCFlits: c.CRCWidth / 4, crc: newCRC(c.CRCWidth, c.CRCPoly)}
	if c.Words > 15 {
		f.LengthFlits = 2
	}
	return f
}

// MaxLength is the greatest number of words that the length flits can say.
func (f *Format) MaxLength() int { return 1<<(4*f.LengthFlits) - 1 }

// MaxFlits is the size of a message of height 15 and the greatest length.
func (f *Format) MaxFlits() int { return f.Flits(15, f.MaxLength()) }

// Flits is the size of a message.
func (f *Format) Flits(height, length int) int {
	return 1 + routeFlits(height) + f.LengthFlits + 1 + 8*length + f.CRCFlits
}

// routeFlits is the number of flits that hold the fields of a height.
func routeFlits(height int) int { return (height + 1) / 2 }

// A Message is one message as it is on a link. Route, Data and the rest hold one flit a byte.
type Message struct {
	Height int
	Route  []byte // ceil(Height/2) flits, two fields each
	Length int    // in words, as the length flits say it
	Tag    byte
	Data   []byte // 8*Length flits
	CRC    uint32
}

// Append appends the flits of m, its CRC as it stands.
func (f *Format) Append(dst []byte, m *Message) []byte {
	dst = append(dst, byte(m.Height))
	dst = append(dst, m.Route...)
	for i := f.LengthFlits - 1; i >= 0; i-- {
		dst = append(dst, byte(m.Length>>(4*i)&15))
	}
	dst = append(dst, m.Tag)
	dst = append(dst, m.Data...)
	return f.appendCRC(dst, m.CRC)
}

func (f *Format) appendCRC(dst []byte, sum uint32) []byte {
	for i := f.CRCFlits - 1; i >= 0; i-- {
		dst = append(dst, byte(sum>>(4*i)&15))
	}
	return dst
}

// AppendSealed appends the flits of m with the CRC they need, which it also sets in m.
func (f *Format) AppendSealed(dst []byte, m *Message) []byte {
	start := len(dst)
	dst = f.Append(dst, m)
	body := len(dst) - f.CRCFlits
	m.CRC = f.Sum(dst[start:body])
	return f.appendCRC(dst[:body], m.CRC)
}

// Sum is the CRC over flits.
func (f *Format) Sum(flits []byte) uint32 {
	var sum uint32
	for _, x := range flits {
		sum = f.crc.next(sum, x)
	}
	return sum
}

// Check is the verdict on one whole message.
func (f *Format) Check(flits []byte) Verdict {
	body := len(flits) - f.CRCFlits
	var sent uint32
	for _, x := range flits[body:] {
		sent = sent<<4 | uint32(x)
	}
	return f.crc.verdict(f.Sum(flits[:body]), sent)
}

// ErrShort says that flits end inside a message.
var ErrShort = errors.New("message cut short")

// Decode reads the message at the front of flits and tells how many it takes. The message shares
// their memory.
func (f *Format) Decode(flits []byte) (m Message, n int, err error) {
	for i, x := range flits {
		if x > 15 {
			return Message{}, 0, fmt.Errorf("flit %d is %d: a flit has four bits", i, x)
		}
	}
	take := func(k int) []byte {
		if err != nil || len(flits)-n < k {
			err = ErrShort
			return nil
		}
		n += k
		return flits[n-k : n : n]
	}
	number := func(digits []byte) (v int) {
		for _, x := range digits {
			v = v<<4 | int(x)
		}
		return v
	}
	m.Height = number(take(1))
	m.Route = take(routeFlits(m.Height))
	m.Length = number(take(f.LengthFlits))
	m.Tag = byte(number(take(1)))
	m.Data = take(8 * m.Length)
	m.CRC = uint32(number(take(f.CRCFlits)))
	if err != nil {
		return Message{}, 0, err
	}
	return m, n, nil
}

// Down changes m as a hop down does: one field is used and the height falls by one. At an even
// height it is the left field of the first route flit, which is cleared; at an odd one the right
// field, and the flit is dropped.
func (m *Message) Down() (child int) {
	if m.Height%2 == 0 {
		child = int(m.Route[0] >> 2)
		m.Route[0] &= 3
	} else {
		child = int(m.Route[0] & 3)
		m.Route = m.Route[1:]
	}
	m.Height--
	return child
}

// AppendRoute appends the route flits that take a message from a chip of level height down to a
// node: its number's base-4 digits, d_0 the child port at level 1, highest first, with a 0 before
// them if height is odd.
func AppendRoute(dst []byte, node uint32, height int) []byte {
	digit := func(i int) byte {
		if i >= height {
			return 0
		}
		return byte(node >> (2 * i) & 3)
	}
	for i := routeFlits(height) - 1; i >= 0; i-- {
		dst = append(dst, digit(2*i+1)<<2|digit(2*i))
	}
	return dst
}

// HeightTo is the level at which the ways between two nodes meet, 0 for a node and itself.
func HeightTo(from, to uint32) int {
	h := 0
	for d := from ^ to; d != 0; d >>= 2 {
		h++
	}
	return h
}
