package wasm

import (
	"context"
	"encoding/binary"
	"fmt"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// An Engine runs a module with wazero, which compiles it to machine code on amd64 and arm64.
//
// As with the interpreter, the edge of a cycle in which a check failed has not come: running
// on repeats the cycle, with new inputs.
type Engine struct {
	module  Module
	runtime wazero.Runtime
	memory  []byte
	reset   api.Function
	run     api.Function
	cycle   int
}

var _ sim.Engine = (*Engine)(nil)

// New makes an engine for a design, powered up from seed 0.
func New(d *ir.Design) (*Engine, error) {
	m, err := Compile(d)
	if err != nil {
		return nil, err
	}
	return NewEngine(m)
}

// NewEngine makes an engine of a module, powered up from seed 0.
func NewEngine(m Module) (*Engine, error) {
	ctx := experimental.WithCompilationWorkers(context.Background(), runtime.GOMAXPROCS(0))
	config := wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV1).WithDebugInfoEnabled(false)
	e := &Engine{module: m, runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	instance, err := e.runtime.InstantiateWithConfig(ctx, m.Binary, wazero.NewModuleConfig())
	if err != nil {
		return nil, fmt.Errorf("wasm: %w", err)
	}
	memory := instance.ExportedMemory("memory")
	e.memory, _ = memory.Read(0, memory.Size())
	e.reset, e.run = instance.ExportedFunction("reset"), instance.ExportedFunction("run")
	return e, e.Reset(0)
}

// Layout tells where each port stands in the words of a cycle.
func (e *Engine) Layout() *sim.Layout { return e.module.Layout }

// Close frees the machine code and the memory.
func (e *Engine) Close() error { return e.runtime.Close(context.Background()) }

// Cycle is the number of cycles since Reset.
func (e *Engine) Cycle() int { return e.cycle }

// Reset puts the engine back to power-up, with the values that the interpreter draws.
func (e *Engine) Reset(seed uint64) error {
	e.cycle = 0
	if _, err := e.reset.Call(context.Background(), seed&(1<<32-1), seed>>32); err != nil {
		return fmt.Errorf("wasm: %w", err)
	}
	return nil
}

// Run advances by cycles.
func (e *Engine) Run(in, out []uint64, cycles int) error {
	l := e.module.Layout
	if len(in) < cycles*l.InWords || len(out) < cycles*l.OutWords {
		return fmt.Errorf("wasm: %d cycles take %d words in and %d out; there are %d and %d",
			cycles, cycles*l.InWords, cycles*l.OutWords, len(in), len(out))
	}
	for cycles > 0 {
		n := min(cycles, e.module.Capacity)
		put(e.memory[e.module.Input:], in[:n*l.InWords])
		stack := [1]uint64{uint64(n)}
		if err := e.run.CallWithStack(context.Background(), stack[:]); err != nil {
			return fmt.Errorf("wasm: %w", err)
		}
		done := int(uint32(stack[0]))
		e.cycle += done
		valid := min(done+1, n)
		take(out[:valid*l.OutWords], e.memory[e.module.Output:])
		if done < n {
			if f := e.module.Failure(e.memory, e.cycle); f != nil {
				return f
			}
			panic("wasm: run stopped, but no check failed")
		}
		in, out, cycles = in[n*l.InWords:], out[n*l.OutWords:], cycles-n
	}
	return nil
}

// put copies words into memory.
func put(memory []byte, from []uint64) {
	memory = memory[:8*len(from)]
	for i, w := range from {
		binary.LittleEndian.PutUint64(memory[8*i:], w)
	}
}

// take copies words out of memory.
func take(to []uint64, memory []byte) {
	memory = memory[:8*len(to)]
	for i := range to {
		to[i] = binary.LittleEndian.Uint64(memory[8*i:])
	}
}
