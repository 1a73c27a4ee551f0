package main

import (
	"context"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator"
)

// An engine is a choice of -engine.
type engine struct {
	name   string
	cycles int                                  // run without -cycles
	open   func(*job, verilator.Options) opener // options are for engines that make a program
	scope  string                               // that holds the top module in its own waves, with a dot behind it
	fst    bool                                 // it can write its own waves
	cached bool                                 // it makes a program and keeps it
}

// An opener makes an engine of a design.
type opener = func(context.Context, *ir.Design) (sim.Engine, error)

// engines are the choices, the default first.
func engines() []engine {
	return []engine{
		{name: "wasm", cycles: 100_000, open: compiled},
		{name: "interp", cycles: 100_000, open: interp},
		{name: "verilator", cycles: 100_000, open: verilated, fst: true, cached: true},
		{name: "iverilog", cycles: 5_000, open: icarus, scope: verilator.IcarusScope + ".", fst: true, cached: true},
	}
}

func interp(*job, verilator.Options) opener { return tb.Interp().Open }

func compiled(*job, verilator.Options) opener {
	return func(_ context.Context, d *ir.Design) (sim.Engine, error) { return wasm.New(d) }
}

func verilated(j *job, o verilator.Options) opener {
	return func(ctx context.Context, d *ir.Design) (sim.Engine, error) {
		files, manifest, err := j.emit(d)
		if err != nil {
			return nil, err
		}
		return verilator.OpenContext(ctx, files, *manifest, o)
	}
}

func icarus(j *job, o verilator.Options) opener {
	return func(ctx context.Context, d *ir.Design) (sim.Engine, error) {
		files, manifest, err := j.emit(d)
		if err != nil {
			return nil, err
		}
		return verilator.OpenIcarusContext(ctx, files, *manifest, o)
	}
}

// findEngine finds the choice that a line makes, and adds to its faults if there is none. Without
// -engine it is the first, but for waves the first that shows signals inside.
func findEngine(o *options) engine {
	if o.engine == "" {
		o.engine = engines()[0].name
		if o.vcd != "" && !isFST(o.vcd) {
			o.engine = "interp"
		}
	}
	var known []string
	for _, e := range engines() {
		if e.name == o.engine {
			return e
		}
		known = append(known, e.name)
	}
	o.faultf("-engine %s: no such engine%s", o.engine, target.Nearest(o.engine, known))
	return engine{}
}

// isFST tells a file for an engine's own waves from one for those of package tb.
func isFST(name string) bool { return strings.HasSuffix(name, ".fst") }
