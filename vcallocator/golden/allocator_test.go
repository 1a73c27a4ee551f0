package golden

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/vcallocator/config"
)

// A rig drives an allocator by requests written as text.
type rig struct {
	*Allocator
	t       *testing.T
	in, out []uint64
}

func newRig(t *testing.T, c config.Config) *rig {
	a, err := New(c)
	require.NoError(t, err)
	r := &rig{a, t, make([]uint64, 1+4*a.inputVCs+a.outputs), make([]uint64, 2*a.inputVCs+1)}
	r.free(1<<a.vcs - 1)
	return r
}

// free sets free_o of every port.
func (r *rig) free(vcs uint64) {
	for o := range r.outputs {
		r.in[1+4*r.inputVCs+o] = vcs
	}
}

// ask has input VC i ask for VCs of a port, in the present cycle and on.
func (r *rig) ask(i int, port, vcs, turn uint64) {
	copy(r.in[1+4*i:], []uint64{1, port, vcs, turn})
}

// step passes a cycle and gives its grants, "i:w" each.
func (r *rig) step() string {
	r.Step(r.in, r.out)
	var grants []string
	for i := range r.inputVCs {
		switch w := slices.Index([]uint64{1, 2, 4, 8, 16, 32, 64, 128}, r.out[2*i+1]); {
		case r.out[2*i] == 1:
			require.GreaterOrEqual(r.t, w, 0)
			grants = append(grants, fmt.Sprintf("%d:%d", i, w))
		default:
			require.Zero(r.t, r.out[2*i+1])
		}
	}
	return fmt.Sprint(grants)
}

func (r *rig) reset() {
	r.in[0] = 1
	r.step()
	r.in[0] = 0
}

func dateline(arch config.Arch, inputs, vcs int) config.Config {
	return config.Config{Inputs: inputs, Outputs: 2, VCs: vcs, Arch: arch}
}

func TestLegal(t *testing.T) {
	for _, c := range []struct {
		config config.Config
		legal  [2]string // rows v, columns w; without and with a turn
	}{
		{config.Config{VCs: 4}, [2]string{"1100 0100 0011 0001", "1100 1100 0011 0011"}},
		{config.Config{Classes: config.Escape, VCs: 5}, [2]string{"11001 11001 00111 00111 11111", "11001 11001 00111 00111 11111"}},
		{config.Config{Classes: config.Escape, VCs: 4}, [2]string{"1111 1111 1111 1111", "1111 1111 1111 1111"}},
		{config.Config{Classes: config.Escape, VCs: 6}, [2]string{
			"110011 110011 001111 001111 111111 111111", "110011 110011 001111 001111 111111 111111"}},
	} {
		a := &Allocator{config: c.config, vcs: c.config.VCs}
		for turn, want := range c.legal {
			got := ""
			for v := range a.vcs {
				for w := range a.vcs {
					got += map[bool]string{false: "0", true: "1"}[a.legal(v, w, turn == 1)]
				}
				got += " "
			}
			require.Equal(t, want+" ", got, "%+v", c.config)
		}
	}
}

// One that loses keeps its own order.
func TestInputFirst(t *testing.T) {
	r := newRig(t, dateline(config.SepIF, 2, 2))
	r.ask(0, 1, 3, 0) // VC 0
	r.ask(2, 1, 3, 0) // VC 0 of the other port
	require.Equal(t, "[0:0]", r.step())
	require.Equal(t, "[0:1 2:0]", r.step())
	require.Equal(t, "[0:0 2:1]", r.step())
	r.free(2)
	require.Equal(t, "[0:1]", r.step(), "output VC 1 went to 2 last")
}

// An output arbiter moves past an input VC that took another VC.
func TestOutputFirst(t *testing.T) {
	r := newRig(t, dateline(config.SepOF, 2, 2))
	r.ask(0, 1, 3, 0)
	r.ask(2, 1, 3, 0)
	require.Equal(t, "[0:0]", r.step(), "both VCs are offered to 0")
	require.Equal(t, "[2:0]", r.step(), "both to 2")
	require.Equal(t, "[0:1]", r.step())
	r.free(1)
	require.Equal(t, "[2:0]", r.step())
	require.Equal(t, "[0:0]", r.step())
}

// The diagonals of four rows and two columns; the start waits for one that waits.
func TestWavefront(t *testing.T) {
	r := newRig(t, dateline(config.Wavefront, 2, 2))
	r.ask(0, 1, 3, 0) // cells (0,0), (0,1): diagonals 0, 1
	r.ask(2, 1, 3, 0) // cells (2,0), (2,1): diagonals 2, 3
	require.Equal(t, "[0:0 2:1]", r.step(), "start 0")
	require.Equal(t, "[0:1 2:0]", r.step(), "start 1")
	require.Equal(t, "[0:1 2:0]", r.step(), "start 2")
	require.Equal(t, "[0:0 2:1]", r.step(), "start 3")

	r.ask(0, 1, 1, 0) // waits on diagonal 0
	r.ask(1, 1, 2, 0) // diagonal 2
	r.ask(2, 1, 2, 0) // diagonal 3
	r.ask(3, 1, 0, 0)
	r.free(2)
	require.Equal(t, "[1:1]", r.step(), "start 0: 0 waits but came after the start had")
	require.Equal(t, "[1:1]", r.step(), "start 1")
	require.Equal(t, "[1:1]", r.step(), "start 2")
	require.Equal(t, "[2:1]", r.step(), "start 3")
	for range 3 {
		require.Equal(t, "[1:1]", r.step(), "start 0 stays: 0 waits")
	}
	r.free(3)
	require.Equal(t, "[0:0 1:1]", r.step(), "start 0")
	require.Equal(t, "[0:0 1:1]", r.step(), "start 1")
}

func TestErrors(t *testing.T) {
	r := newRig(t, config.Config{Inputs: 1, Outputs: 3, VCs: 4})
	illegal := func() uint64 { return r.out[2*r.inputVCs] }
	r.reset()
	r.ask(1, 2, 3, 0) // VC 0 is not legal
	require.Equal(t, "[1:1]", r.step())
	require.Zero(t, illegal())
	r.ask(1, 2, 3, 1) // now it is
	r.ask(2, 3, 4, 0) // no such port
	require.Equal(t, "[1:0]", r.step())
	require.Equal(t, uint64(0b10), illegal())
	require.Equal(t, "[1:1]", r.step())
	require.Equal(t, uint64(0b100), illegal())
	r.in[0] = 1
	require.Equal(t, "[]", r.step())
	require.Equal(t, uint64(0b100), illegal())
	require.Equal(t, "[]", r.step())
	require.Zero(t, illegal())
	r.in[0] = 0
	require.Equal(t, "[1:0]", r.step(), "the order is that of the beginning")
}

func TestRefuses(t *testing.T) {
	_, err := New(config.Config{})
	require.Error(t, err)
}
