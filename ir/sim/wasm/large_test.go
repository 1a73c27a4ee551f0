package wasm_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/internal/enginetest"
	"github.com/flitwright/flitwright/ir/sim/wasm"
)

// TestLargeDesigns runs designs that are large in one way each, as the interpreter does.
func TestLargeDesigns(t *testing.T) {
	r := enginetest.NewRand(t)
	type ports struct{ X, Y ir.Signal }
	scale := 1
	if testing.Short() {
		scale = 20
	}
	for name, m := range map[string]*ir.Module{
		"entries": enginetest.Memory(40, 16_384),
		"odd":     enginetest.Memory(200, 16_385),
		"nodes":   enginetest.Chain(100_000 / scale),
		"depth": ir.Build("depth", ports{ir.In(16), ir.Out(16)}, func(m *ir.Module, io ports) {
			s := io.X
			for range 20_000 / scale {
				s = s.Add(io.X)
			}
			io.Y.Set(s)
		}).Module,
		"nested": ir.Build("nested", ports{ir.In(1), ir.Out(1)}, func(m *ir.Module, io ports) {
			s := io.X
			for range 20_000 / scale {
				s = io.X.Xor(s.Not())
			}
			io.Y.Set(s)
		}).Module,
		"terms": ir.Build("terms", ports{ir.In(16), ir.Out(16)}, func(m *ir.Module, io ports) {
			terms := make([]ir.Signal, 20_000/scale)
			for i := range terms {
				terms[i] = io.X.Xor(m.Const(16, uint64(i*7%65536)))
			}
			io.Y.Set(ir.Xor(terms...))
		}).Module,
		"bits": ir.Build("bits", ports{ir.In(4096), ir.Out(4096)}, func(m *ir.Module, io ports) {
			bits := make([]ir.Signal, 4096)
			for i := range bits {
				bits[i] = io.X.Bit(i).Xor(io.X.Bit((i + 1) % 4096))
			}
			io.Y.Set(ir.CatList(bits...).Mul(io.X).Sub(io.X.Shr(io.X.Low(13))))
		}).Module,
		"ports":     wide(1000 / scale),
		"instances": instances(10_000 / scale),
	} {
		t.Run(name, func(t *testing.T) {
			d, err := ir.Elaborate(m)
			require.NoError(t, err)
			p := newPair(t, d)
			for seed := range uint64(3) {
				p.reset(seed)
				p.run(randomInputs(r, p.interp.Layout(), 10), 10)
			}
		})
	}
}

// wide is a module of n inputs and n outputs.
func wide(n int) *ir.Module {
	type ports struct{ In, Out []ir.Signal }
	io := ports{}
	for i := range n {
		io.In = append(io.In, ir.In(1+i%70))
		io.Out = append(io.Out, ir.Out(1+i%70))
	}
	return ir.Build("wide", io, func(m *ir.Module, io ports) {
		for i := range n {
			reg := m.Reg(fmt.Sprintf("reg_%d", i), 1+i%70, 0)
			reg.Set(io.In[i].Xor(reg))
			io.Out[i].Set(reg.Not())
		}
	}).Module
}

// instances is a row of n queues, each with a memory and assertions.
func instances(n int) *ir.Module {
	type ports struct {
		In       ir.Signal
		Push     ir.Signal
		Pop, Out ir.Signal
	}
	cell := ir.Build("slot", ports{ir.In(8), ir.In(1), ir.In(1), ir.Out(8)}, func(m *ir.Module, io ports) {
		mem := m.Mem("words", 8, 3)
		at := m.Reg("at", 2, 0)
		m.When(io.Push, func() { mem.Write(at, io.In) })
		m.When(io.Pop, func() { at.Set(ir.Mux(at.EqC(2), at.C(0), at.AddC(1))) })
		m.Assert(at.LtC(3), "at is in range")
		io.Out.Set(mem.Read(at))
	})
	return ir.Build("instances", ports{ir.In(8), ir.In(1), ir.In(1), ir.Out(8)}, func(m *ir.Module, io ports) {
		s := io.In
		for i := range n {
			c := ir.Inst(m, fmt.Sprintf("slot_%d", i), cell)
			c.In.Set(s)
			c.Push.Set(io.Push)
			c.Pop.Set(io.Pop)
			s = c.Out
		}
		io.Out.Set(s)
	}).Module
}

// TestTooLarge has memories that no module can hold.
func TestTooLarge(t *testing.T) {
	d, err := ir.Elaborate(enginetest.Memory(512, 1<<26))
	require.NoError(t, err)
	_, err = wasm.New(d)
	require.ErrorContains(t, err, "wasm: the memories of the design take 4295")
}

func TestSameDesignSameBytes(t *testing.T) {
	d := router(t)
	first, err := wasm.Compile(d)
	require.NoError(t, err)
	second, err := wasm.Compile(d)
	require.NoError(t, err)
	require.Equal(t, first.Binary, second.Binary)
}
