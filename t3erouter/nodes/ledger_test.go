package nodes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/table"
)

// plan is one for a ring of 5.
func plan(t testing.TB) *Plan {
	t.Helper()
	torus, err := table.NewTorus([3]int{5, 1, 1})
	require.NoError(t, err)
	p := &Plan{Config: config.Default(10), Pattern: Patterns()[0]}
	p.Config.X, p.Config.Y, p.Config.Z = 5, 1, 1
	p.Table, err = table.Build(t.Context(), torus, 1)
	require.NoError(t, err)
	return p
}

// wires pass packets by a ledger, a flit a cycle.
type wires struct {
	*Ledger
	pins    Pins
	in, out []uint64
}

func newWires(t testing.TB) *wires {
	p := plan(t)
	pins := NewPins(p.Config)
	return &wires{NewLedger(p), pins, make([]uint64, pins.Inputs()), make([]uint64, pins.Outputs())}
}

// pass passes a packet from or to a node; spoil may change each flit, and its node.
func (w *wires) pass(up bool, node int, p Packet, spoil func(k int, l lane)) error {
	for k := range p.Length() {
		clear(w.in)
		clear(w.out)
		l := w.pins.down(w.out, node)
		if up {
			l = w.pins.up(w.in, node)
		}
		w.pins.write(p, k, l.flit())
		l[len(l)-2], l[len(l)-1] = 1, uint64(2*p.Class())
		if spoil != nil {
			spoil(k, l)
		}
		if err := w.Observe(w.in, w.out); err != nil {
			return err
		}
	}
	return nil
}

// packet is one of 4 flits from node 1 to node 3 that keeps to its escape VCs.
func (w *wires) packet(class, number int) Packet {
	return newPacket(w.torus, 1, 3, 0, class, 4, number)
}

func TestLedgerIsContent(t *testing.T) {
	w := newWires(t)
	for number := range 3 {
		for class := range classes {
			p := w.packet(class, number+numbers-1) // over the end of the numbers
			require.NoError(t, w.pass(true, 1, p, nil))
			require.Equal(t, 1, w.UnderWay())
			require.NoError(t, w.pass(false, 3, p, nil))
		}
	}
	require.Zero(t, w.UnderWay())
	require.EqualValues(t, 6, w.Messages())
	require.EqualValues(t, 3, w.Arrived(0))
	require.EqualValues(t, 3, w.Arrived(1))
	cycles, _ := w.Slowest()
	require.Equal(t, 7, cycles)
}

func TestLedgerFindsFaults(t *testing.T) {
	for _, f := range []struct {
		name  string
		fault func(w *wires) error
		want  string
	}{
		{"never sent", func(w *wires) error { return w.pass(false, 3, w.packet(0, 0), nil) }, "was not sent"},
		{"twice", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			w.pass(false, 3, w.packet(0, 0), nil)
			return w.pass(false, 3, w.packet(0, 0), nil)
		}, "comes a second time"},
		{"at another node", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			return w.pass(false, 2, w.packet(0, 0), nil)
		}, "is for 3,0,0"},
		{"out of order", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			w.pass(true, 1, w.packet(0, 1), nil)
			w.pass(false, 3, w.packet(0, 1), nil)
			return w.pass(false, 3, w.packet(0, 0), nil)
		}, "#0 comes after #1"},
		{"a bit of data", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			return w.pass(false, 3, w.packet(0, 0), func(k int, l lane) { l[0] ^= uint64(k/2) << 63 })
		}, "word 0 of flit 2"},
		{"a bit of the sideband", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			return w.pass(false, 3, w.packet(0, 0), func(k int, l lane) { l[1] ^= 32 })
		}, "word 1 of flit 0"},
		{"the header changes", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			return w.pass(false, 3, w.packet(0, 0), func(k int, l lane) { l[0] ^= uint64(1-min(k, 1)) << 25 })
		}, "word 1 of flit 0"},
		{"a flit is lost", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			return w.pass(false, 3, w.packet(0, 0), func(k int, l lane) { l[2] = uint64(k+1) & 1 })
		}, "word 0 of flit 1"},
		{"a tail too early", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			return w.pass(false, 3, w.packet(0, 0), func(k int, l lane) { l[1] |= uint64(k) & 2 })
		}, "word 1 of flit 2"},
		{"a head is missing", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			return w.pass(false, 3, w.packet(0, 0), func(k int, l lane) { l[1] &^= 1 })
		}, "has head false"},
		{"the other class", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			return w.pass(false, 3, w.packet(0, 0), func(k int, l lane) { l[3] = 2 })
		}, "on VC 2"},
		{"no VC of the node", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			return w.pass(false, 3, w.packet(0, 0), func(k int, l lane) { l[3] = 1 })
		}, "VC 1"},
		{"sent twice", func(w *wires) error {
			w.pass(true, 1, w.packet(0, 0), nil)
			return w.pass(true, 1, w.packet(0, 0), nil)
		}, "is under way already"},
		{"an error pin", func(w *wires) error {
			clear(w.out)
			w.pins.errors(w.out)[2*5+3] = 4
			return w.Observe(w.in, w.out)
		}, "error pin 2 of router 3 rises: 0x4"},
	} {
		t.Run(f.name, func(t *testing.T) { require.ErrorContains(t, f.fault(newWires(t)), f.want) })
	}
}

// TestWriteFlits: what is written is read, in flits of any width.
func TestWriteFlits(t *testing.T) {
	for _, width := range []int{64, 65, 121, 122, 123, 125, 127, 128, 192, 512} {
		c := config.Default(10)
		c.X, c.Y, c.Z, c.Flit = 1, 1, 1, width
		pins := NewPins(c)
		p := Packet(3<<lengthBit | 1<<classBit)
		for k := range 3 {
			flit := make([]uint64, pins.words)
			pins.write(p, k, flit)
			side := pins.sideband(flit)
			require.Equal(t, k == 0, side&headFlit != 0, width)
			require.Equal(t, k == 2, side&tailFlit != 0, width)
			if used := (width + 6) % 64; used != 0 {
				require.Zero(t, flit[len(flit)-1]>>used, width)
			}
			if k == 0 {
				require.Equal(t, uint64(p), flit[0], width)
			}
		}
	}
}
