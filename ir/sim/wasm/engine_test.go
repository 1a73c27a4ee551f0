package wasm_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/internal/enginetest"
	"github.com/flitwright/flitwright/ir/sim/wasm"
)

func TestEngine(t *testing.T) {
	enginetest.Test(t, func(d *ir.Design) (sim.Engine, error) { return wasm.New(d) })
}

// pair is a design on the interpreter and compiled.
type pair struct {
	t      testing.TB
	interp *sim.Interp
	wasm   *wasm.Engine
}

func newPair(t testing.TB, d *ir.Design) pair {
	t.Helper()
	i, err := sim.NewInterp(d)
	require.NoError(t, err)
	w, err := wasm.New(d)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	require.Equal(t, i.Layout(), w.Layout())
	return pair{t, i, w}
}

// reset powers both up from a seed.
func (p pair) reset(seed uint64) {
	require.NoError(p.t, p.interp.Reset(seed))
	require.NoError(p.t, p.wasm.Reset(seed))
}

// run wants the same outputs and the same error of both, and tells whether they failed.
func (p pair) run(in []uint64, cycles int) bool {
	p.t.Helper()
	words := p.interp.Layout().OutWords
	want, got := make([]uint64, cycles*words), make([]uint64, cycles*words)
	failure := p.interp.Run(in, want, cycles)
	err := p.wasm.Run(in, got, cycles)
	require.Equal(p.t, failure, err)
	require.Equal(p.t, want, got)
	require.Equal(p.t, p.interp.Cycle(), p.wasm.Cycle())
	return err != nil
}

// randomInputs are cycles of random words, rst rarely 1 but in the first of them.
func randomInputs(r *rand.Rand, l *sim.Layout, cycles int) []uint64 {
	in := make([]uint64, cycles*l.InWords)
	for i := range in {
		in[i] = r.Uint64()
	}
	for c := range cycles {
		if len(l.Inputs) > 0 && l.Inputs[0].Name == "rst" {
			in[c*l.InWords] = uint64(r.IntN(20) / 19)
		}
	}
	return in
}

// TestRandomDesigns runs random designs from power-up on, before and after a reset, and on
// after failures.
func TestRandomDesigns(t *testing.T) {
	r := enginetest.NewRand(t)
	count, good, failures := 200, 0, 0
	if testing.Short() {
		count = 60
	}
	for range count {
		c := &enginetest.Choices{Data: enginetest.RandomBytes(r)}
		d, err := ir.Elaborate(enginetest.RandomModule(c, "top", 2).Module)
		if err != nil {
			continue
		}
		good++
		p := newPair(t, d)
		for range 4 {
			p.reset(r.Uint64())
			for range 4 {
				if p.run(randomInputs(r, p.interp.Layout(), 20), 20) {
					failures++
				}
			}
		}
	}
	require.Greater(t, good, count/2, "designs free of faults")
	require.NotZero(t, failures)
}

// TestPowerUp reads a memory of three words an entry, and registers, that nothing has written.
func TestPowerUp(t *testing.T) {
	type ports struct{ Addr, Data, Wide, Narrow ir.Signal }
	d, err := ir.Elaborate(ir.Build("power_up", ports{ir.In(3), ir.Out(150), ir.Out(70), ir.Out(9)}, func(m *ir.Module, io ports) {
		mem := m.Mem("cells", 150, 6)
		wide, narrow := m.RegNoReset("wide_reg", 70), m.RegNoReset("narrow_reg", 9)
		m.When(m.Reset(), func() { mem.Write(io.Addr, io.Data.Not()) })
		m.When(m.Reset(), func() { wide.Set(wide.Not()) })
		m.When(m.Reset(), func() { narrow.Set(narrow.Not()) })
		io.Data.Set(mem.Read(io.Addr))
		io.Wide.Set(wide)
		io.Narrow.Set(narrow)
	}).Module)
	require.NoError(t, err)
	p := newPair(t, d)
	for seed := range uint64(50) {
		p.reset(seed * 0x123456789abcdef)
		var in []uint64
		for addr := range uint64(8) {
			in = append(in, 0, addr)
		}
		p.run(in, 8)
	}
}

// TestManyWrites lets several writes meet in a memory.
func TestManyWrites(t *testing.T) {
	r := enginetest.NewRand(t)
	type write struct{ En, Addr, Data ir.Signal }
	type ports struct {
		Write []write
		Read  ir.Signal
		Q     ir.Signal
	}
	for _, width := range []int{1, 70} {
		io := ports{Read: ir.In(2), Q: ir.Out(width)}
		for range 5 {
			io.Write = append(io.Write, write{ir.In(1), ir.In(2), ir.In(width)})
		}
		d, err := ir.Elaborate(ir.Build("many_writes", io, func(m *ir.Module, io ports) {
			mem := m.Mem("cells", width, 4)
			for _, w := range io.Write {
				m.When(w.En, func() { mem.Write(w.Addr, w.Data) })
			}
			io.Q.Set(mem.Read(io.Read))
		}).Module)
		require.NoError(t, err)
		p := newPair(t, d)
		failures := 0
		for range 500 {
			in := randomInputs(r, p.interp.Layout(), 3)
			for i := range in {
				in[i] &= r.Uint64() & r.Uint64() // data is often 0, and most writes are not
			}
			if p.run(in, 3) {
				failures++
			}
		}
		require.NotZero(t, failures)
	}
}

// TestCM5Router runs the router of the CM-5 in lockstep with the interpreter.
func TestCM5Router(t *testing.T) {
	p := newPair(t, router(t))
	r := enginetest.NewRand(t)
	cycles := 100_000
	if testing.Short() {
		cycles = 5000
	}
	const batch = 1000
	for seed := uint64(0); cycles > 0; cycles -= batch {
		if cycles%10_000 == 0 {
			p.reset(seed)
			seed++
		}
		p.run(routerInputs(r, p.interp.Layout(), batch), batch)
	}
}

// routerInputs are random flits for a router with all links enabled, reset in the first cycle.
func routerInputs(r *rand.Rand, l *sim.Layout, cycles int) []uint64 {
	in := make([]uint64, cycles*l.InWords)
	for i := range in {
		in[i] = r.Uint64()
	}
	for c := range cycles {
		in[c*l.InWords] = 0
		for _, p := range l.Inputs {
			if p.Name == "cfg_parents" || p.Name == "cfg_children" {
				in[c*l.InWords+p.Word] = 15
			}
		}
	}
	in[0] = 1
	return in
}
