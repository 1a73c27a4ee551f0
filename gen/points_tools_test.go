//go:build tools

package main

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator"
)

// statePins are those of two arbiters and a queue.
type statePins struct {
	Left, Right, Push, Pop ir.Signal
	Out                    ir.Signal
}

// stateful has two arbiters and a queue, each with pins of its own.
func stateful() *ir.Module {
	io := statePins{Left: ir.In(3), Right: ir.In(3), Push: ir.In(1), Pop: ir.In(1), Out: ir.Out(9)}
	return ir.Build("stateful", io, func(m *ir.Module, io statePins) {
		arbiter := func(name string, req ir.Signal) ir.Signal {
			a := ir.Inst(m, name, rtl.RoundRobin(3))
			a.Req.Set(req)
			a.Take.Set(m.Const(1, 1))
			return a.Grant
		}
		queue := ir.Inst(m, "queue", rtl.FIFO(1, 3, rtl.LUTRAM))
		queue.Enq.Valid.Set(io.Push)
		queue.Enq.Data.Set(io.Push)
		queue.Deq.Ready.Set(io.Pop)
		io.Out.Set(ir.Cat(arbiter("first", io.Left), arbiter("second", io.Right), queue.Count, queue.Deq.Data))
		m.Unused(queue.Enq.Ready, queue.Deq.Valid)
	}).Module
}

// states runs the design under random inputs, the ones that are still among them 0, and gives the states that are not reached.
func states(t *testing.T, patch func(*ir.Design) error, still ...int) (reached int, holes []string) {
	t.Helper()
	d, err := ir.Elaborate(stateful())
	require.NoError(t, err)
	if patch != nil {
		require.NoError(t, patch(d))
	}
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "run.dat")
	e, err := verilator.Open(append(files, verilog.States(d)), *verilog.NewManifest("stateful", "", nil, d, files), verilator.Options{Coverage: file, NoAssert: true})
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 0))
	const cycles = 300
	var in []uint64
	for c := range cycles {
		words := []uint64{0, random.Uint64() & 7, random.Uint64() & 7, random.Uint64() & 1, random.Uint64() & 1}
		if c == 0 {
			words[0] = 1
		}
		for _, i := range still {
			words[i] = 0
		}
		in = append(in, words...)
	}
	require.NoError(t, e.Run(in, make([]uint64, cycles*e.Layout().OutWords), cycles))
	require.NoError(t, e.Close())
	p := points{}
	require.NoError(t, p.add(file))
	for _, point := range p.sorted() {
		if name, ok := judged(point); !strings.HasPrefix(name, "state ") {
			continue
		} else if ok {
			reached++
		} else {
			holes = append(holes, name)
		}
	}
	return reached, holes
}

// What an arbiter or a queue never does is seen, and in which instance.
func TestStates(t *testing.T) {
	reached, holes := states(t, nil)
	require.Empty(t, holes)
	require.Equal(t, 2*3+8, reached)
	second := []string{"last_granted_0 in second", "last_granted_1 in second", "last_granted_2 in second"}
	for name, c := range map[string]struct {
		patch func(*ir.Design) error
		still []int
		holes []string
	}{
		"one of two arbiters that nobody asks": {still: []int{2}, holes: second},
		"a queue that nothing leaves":          {still: []int{4}, holes: []string{"empty in queue", "read_at_0 in queue", "read_at_1 in queue", "read_at_2 in queue"}},
		"an arbiter that never moves its pointer, a queue that is never full": {
			patch: func(d *ir.Design) error {
				return errors.Join(tb.Force("round_robin_3", "taken", 0)(d), tb.RemoveSet("fifo_w1_d3", "full", 0)(d))
			},
			holes: append([]string{"last_granted_0 in first", "last_granted_1 in first", "last_granted_2 in first", "full in queue"}, second...),
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, holes := states(t, c.patch, c.still...)
			for i, h := range holes {
				_, holes[i], _ = strings.Cut(strings.TrimPrefix(h, "state "), " ")
			}
			require.ElementsMatch(t, c.holes, holes)
		})
	}
}
