package traffic

import (
	"math/rand/v2"
	"testing"

	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"
)

func TestCheckOfTheCRC(t *testing.T) {
	require.EqualValues(t, 0xF4, NewFormat(config.Default()).CRC([]byte("123456789")))
}

func TestTurns(t *testing.T) {
	for turn := -32; turn <= 31; turn++ {
		b := RouteByte(turn)
		require.EqualValues(t, 0x80, b&0xC0)
		require.Equal(t, turn, Turn(b))
		require.Equal(t, turn, Turn(b|0x40), "bit 6 is ignored")
	}
}

// equal compares packets, no bytes being equal to nothing.
func equal(a, b Packet) string { return cmp.Diff(a, b, cmpopts.EquateEmpty()) }

func random(d *dice) Packet {
	p := Packet{Route: make([]byte, d.below(5)), Payload: make([]byte, d.below(30))}
	for i := range p.Route {
		p.Route[i] = d.byte() | 0x80
	}
	for i := range p.Payload {
		p.Payload[i] = d.byte()
	}
	if len(p.Payload) > 0 {
		p.Payload[0] &= 0x7F
	}
	if d.chance(64) {
		p.Error = d.byte()
	}
	return p
}

func TestRoundTrips(t *testing.T) {
	d := &dice{*rand.NewPCG(1, 2)}
	for _, c := range variants() {
		f := NewFormat(c)
		for range 500 {
			p := random(d)
			chars := f.Append(nil, &p)
			n := len(chars)
			require.Equal(t, len(p.Route)+len(p.Payload)+2, n)
			for range d.below(6) { // symbols anywhere but GAP and FRES
				symbol := control | Char(d.byte())
				if symbol == f.Gap || symbol == f.Fres {
					continue
				}
				at := d.below(n)
				chars = append(chars[:at], append([]Char{symbol}, chars[at:]...)...)
				n++
			}
			q, end, err := f.Decode(append(chars, 0x55))
			require.NoError(t, err)
			require.Equal(t, n, end)
			require.Empty(t, equal(p, q))
		}
	}
}

// TestStripping follows a packet through a switch: without its lead byte its CRC is anew, its error
// as before.
func TestStripping(t *testing.T) {
	d := &dice{*rand.NewPCG(3, 4)}
	f := NewFormat(config.Default())
	for range 200 {
		p := random(d)
		p.Route = append([]byte{RouteByte(1)}, p.Route...)
		var data []byte
		for _, c := range f.Append(nil, &p) {
			if c.IsData() {
				data = append(data, byte(c))
			}
		}
		received := data[len(data)-1]
		sent := data[1 : len(data)-1]
		e := received ^ f.CRC(data[:len(data)-1])
		next := Packet{Route: p.Route[1:], Payload: p.Payload, Error: p.Error}
		want := f.Append(nil, &next)
		require.Equal(t, want[len(want)-2], Char(f.CRC(sent)^e))
	}
}

func TestDecodeErrors(t *testing.T) {
	f := NewFormat(config.Default())
	p, n, err := f.Decode([]Char{f.Idle, f.Gap, 1})
	require.ErrorIs(t, err, ErrEmpty)
	require.Equal(t, 2, n)
	require.Empty(t, equal(Packet{}, p))
	p, n, err = f.Decode([]Char{0x81, f.Stop, 7, 8, f.Fres, 9})
	require.ErrorIs(t, err, ErrReset)
	require.Equal(t, 5, n)
	require.Empty(t, equal(Packet{Route: []byte{0x81}, Payload: []byte{7, 8}}, p))
	_, n, err = f.Decode([]Char{0x81, 7})
	require.ErrorIs(t, err, ErrOpen)
	require.Equal(t, 2, n)
	_, n, err = f.Decode(nil)
	require.ErrorIs(t, err, ErrOpen)
	require.Zero(t, n)
	p, _, err = f.Decode([]Char{0x00, f.Gap})
	require.NoError(t, err)
	require.Empty(t, equal(Packet{}, p))
}

// FuzzDecode reads characters from pairs of bytes; what decodes without an error encodes to the data
// characters that came.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{0, 0x81, 0, 7, 1, 0x0C}, uint64(0))
	f.Add([]byte{0, 1, 1, 5}, uint64(3))
	f.Add([]byte{1, 0x0C}, uint64(4))
	f.Fuzz(func(t *testing.T, raw []byte, which uint64) {
		list := variants()
		format := NewFormat(list[which%uint64(len(list))])
		var chars, data []Char
		for i := 0; i+1 < len(raw); i += 2 {
			chars = append(chars, Char(raw[i]&1)<<8|Char(raw[i+1]))
		}
		p, n, err := format.Decode(chars)
		require.LessOrEqual(t, n, len(chars))
		if err != nil {
			return
		}
		for _, c := range chars[:n] {
			if format.stored(c) {
				data = append(data, c)
			}
		}
		require.Equal(t, data, format.Append(nil, &p))
		_ = p.String()
	})
}
