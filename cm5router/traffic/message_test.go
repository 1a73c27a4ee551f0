package traffic

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
)

// nibbles splits a text into flits, high halves first.
func nibbles(s string) []byte {
	var flits []byte
	for _, b := range []byte(s) {
		flits = append(flits, b>>4, b&15)
	}
	return flits
}

// The values are those of the public catalogue of CRCs for "123456789", with initial value 0, not
// reflected, and no final inversion.
func TestCRCCheckValues(t *testing.T) {
	for _, v := range []struct {
		width int
		poly  uint64
		want  uint32
	}{
		{8, 0x07, 0xf4},                       // CRC-8/SMBUS
		{12, 0x80f, 0xf5b},                    // CRC-12/DECT
		{16, 0x1021, 0x31c3},                  // CRC-16/XMODEM
		{16, 0x8005, 0xfee8},                  // CRC-16/UMTS
		{24, 0x864cfb, 0xcde703},              // CRC-24/LTE-A
		{32, 0x04c11db7, ^uint32(0x765e7680)}, // CRC-32/CKSUM before its inversion
	} {
		f := NewFormat(config.Config{Words: 5, CRCWidth: v.width, CRCPoly: v.poly})
		if got := f.Sum(nibbles("123456789")); got != v.want {
			t.Errorf("width %d poly %x: got %x, want %x", v.width, v.poly, got, v.want)
		}
	}
}

// A bit at a time, the polynomial division as it is taught.
func TestCRCAgreesWithLongDivision(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for width := 4; width <= 32; width += 4 {
		poly := r.Uint64()&(1<<width-1) | 1
		f := NewFormat(config.Config{Words: 5, CRCWidth: width, CRCPoly: poly})
		flits := make([]byte, 40)
		for i := range flits {
			flits[i] = byte(r.UintN(16))
		}
		var sum uint64
		for _, x := range flits {
			for b := 3; b >= 0; b-- {
				feed := sum>>(width-1)&1 ^ uint64(x>>b&1)
				sum = sum << 1 & (1<<width - 1)
				if feed == 1 {
					sum ^= poly
				}
			}
		}
		if got := f.Sum(flits); uint64(got) != sum {
			t.Errorf("width %d: got %x, want %x", width, got, sum)
		}
	}
}

func TestEveryMessageSurvivesItsFlits(t *testing.T) {
	for _, c := range variants() {
		f := NewFormat(c)
		for height := range 16 {
			for _, length := range []int{0, 1, c.Words, f.MaxLength()} {
				m := message(f, height, length, height%4)
				flits := f.AppendSealed(nil, &m)
				if len(flits) != f.Flits(height, length) || len(flits) > f.MaxFlits() {
					t.Fatalf("h=%d length %d: %d flits", height, length, len(flits))
				}
				got, n, err := f.Decode(append(flits, 1, 2, 3))
				if err != nil || n != len(flits) || got.Height != m.Height || got.Length != m.Length || got.Tag != m.Tag ||
					!bytes.Equal(got.Route, m.Route) || !bytes.Equal(got.Data, m.Data) || got.CRC != m.CRC {
					t.Fatalf("h=%d length %d: %+v, %d, %v", height, length, got, n, err)
				}
				if again := f.Append(nil, &got); !bytes.Equal(again, flits) {
					t.Fatalf("h=%d length %d: encodes to %x", height, length, again)
				}
				for cut := range flits {
					if _, _, err := f.Decode(flits[:cut]); !errors.Is(err, ErrShort) {
						t.Fatalf("cut to %d: %v", cut, err)
					}
					if cut > 40 {
						break
					}
				}
			}
		}
	}
}

func TestSizeOfTheExample(t *testing.T) {
	f := NewFormat(config.Default(0))
	if n := f.Flits(2, 5); n != 48 { // "5 words at h<=2 are 48 flits"
		t.Errorf("%d flits", n)
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range variants() {
		f := NewFormat(c)
		m := message(f, 5, 1, 2)
		whole := f.AppendSealed(nil, &m)
		check := func(what string, want Verdict, change func(flits []byte)) {
			flits := bytes.Clone(whole)
			change(flits)
			if got := f.Check(flits); got != want {
				t.Errorf("%+v, %s: %v, want %v", c, what, got, want)
			}
			fr := newFramer(f)
			for i, x := range flits {
				if _, last := fr.push(x); last != (i == len(flits)-1) {
					t.Fatalf("%s: message ends at flit %d of %d", what, i, len(flits))
				}
			}
			if got := fr.verdict(); got != want {
				t.Errorf("%+v, %s: the framer says %v, want %v", c, what, got, want)
			}
		}
		check("whole", Good, func([]byte) {})
		check("complement", Secondary, f.Complement)
		for _, part := range []Part{RoutePart, TagPart, DataPart, CRCPart} {
			lo, hi := f.Span(whole, part)
			for bit := range 4 * (hi - lo) {
				if c.CRCWidth < 16 && part != CRCPart {
					break // a short CRC does not tell a flipped bit from a complement
				}
				check("flip", Primary, func(flits []byte) { f.Flip(flits, part, bit) })
			}
		}
	}
}

// The examples of the page.
func TestRouteOfTheExamples(t *testing.T) {
	const node = 3<<8 | 2<<6 | 1<<4 | 0<<2 | 3 // d4..d0 = 3 2 1 0 3
	for height, want := range map[int][]byte{
		0: nil,
		1: {3},
		2: {0<<2 | 3},
		3: {1, 0<<2 | 3},
		5: {3, 2<<2 | 1, 0<<2 | 3},
	} {
		if got := AppendRoute(nil, node, height); !bytes.Equal(got, want) {
			t.Errorf("h=%d: %x, want %x", height, got, want)
		}
	}
}

func TestDownArrivesAtTheNode(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		from, to := r.Uint32()>>2, r.Uint32()>>2
		h := HeightTo(from, to)
		if h > 15 || h == 0 {
			t.Fatalf("height %d", h)
		}
		m := Message{Height: h, Route: AppendRoute(nil, to, h)}
		at := from >> (2 * h) << (2 * h) // the digits above h are the sender's own
		for m.Height > 0 {
			level := m.Height
			at |= uint32(m.Down()) << (2 * (level - 1))
			if len(m.Route) != routeFlits(m.Height) {
				t.Fatalf("h=%d with %d route flits", m.Height, len(m.Route))
			}
			if m.Height%2 == 1 && m.Route[0]>>2 != 0 {
				t.Fatal("a used left field is not cleared")
			}
		}
		if at != to || len(m.Route) != 0 {
			t.Fatalf("from %x to %x: came to %x", from, to, at)
		}
	}
	if HeightTo(5, 5) != 0 {
		t.Error("a node is not at height 0 of itself")
	}
}

// FuzzDecode feeds any flits to Decode and to the framer, which must find the same messages.
func FuzzDecode(f *testing.F) {
	f.Add(uint8(0), []byte{1, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0})
	f.Add(uint8(7), []byte{15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3})
	f.Add(uint8(3), []byte{0, 16})
	f.Fuzz(func(t *testing.T, which uint8, flits []byte) {
		list := variants()
		format := NewFormat(list[int(which)%len(list)])
		m, n, err := format.Decode(flits)
		if err != nil && !errors.Is(err, ErrShort) {
			return // not flits
		}
		fr := newFramer(format)
		for i, x := range flits {
			if _, last := fr.push(x); last {
				if err != nil || n != i+1 {
					t.Fatalf("the framer ends at %d, Decode at %d: %v", i+1, n, err)
				}
				if format.Check(flits[:n]) != fr.verdict() || !bytes.Equal(format.Append(nil, &m), flits[:n]) {
					t.Fatal("the framer reads another message")
				}
				return
			}
		}
		if err == nil {
			t.Fatalf("Decode ends at %d, the framer does not", n)
		}
	})
}
