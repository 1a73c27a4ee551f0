//go:build tools

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/verilator"
)

// veiled adds a top module to the files of a design in which every input is X while its valid pin is 0.
// Inputs that have no valid pin are as they are.
func veiled(files []verilog.File, m verilog.Manifest) ([]verilog.File, verilog.Manifest) {
	valid := map[string]string{} // the pin, by the beginning of a name
	for _, p := range m.Layout.Inputs {
		if of, ok := strings.CutSuffix(p.Name, "valid"); ok {
			valid[of] = p.Name
		}
	}
	var ports, pins []string
	for _, p := range m.Ports {
		ports = append(ports, fmt.Sprintf("    %s wire [%d:0] %s", p.Direction, p.Width-1, p.Name))
		pin := p.Name
		if v := valid[p.Name[:strings.LastIndex(p.Name, "_")+1]]; p.Direction == "input" && v != "" && v != p.Name {
			pin = fmt.Sprintf("%s ? %s : {%d{1'bx}}", v, p.Name, p.Width)
		}
		pins = append(pins, fmt.Sprintf("        .%s(%s)", p.Name, pin))
	}
	text := fmt.Sprintf("module veiled(\n%s\n);\n    %s %[2]s(\n%s\n    );\nendmodule\n",
		strings.Join(ports, ",\n"), m.Top, strings.Join(pins, ",\n"))
	m.Top = "veiled"
	return append(slices.Clone(files), verilog.File{Name: "veiled.v", Text: []byte(text)}), m
}

// A fourState is a design in Icarus Verilog below a veil.
type fourState struct {
	t      *testing.T
	engine sim.Engine
}

func openFourState(t *testing.T, j *job, d *ir.Design) *fourState {
	files, manifest, err := j.emit(d)
	require.NoError(t, err)
	veiled, top := veiled(files, *manifest)
	engine, err := verilator.OpenIcarusContext(t.Context(), veiled, top, verilator.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	return &fourState{t, engine}
}

// run powers up, with all registers and memories X, and gives the outputs. An X on an output after the
// first cycle of reset is an error of the engine.
func (f *fourState) run(in []uint64) ([]uint64, error) {
	require.NoError(f.t, f.engine.Reset(0))
	l := f.engine.Layout()
	cycles := len(in) / l.InWords
	out := make([]uint64, cycles*l.OutWords)
	return out, f.engine.Run(in, out, cycles)
}

// record gives the inputs of cycles of a profile against the golden model, without the reset at their
// beginning. Pins of configuration stay as they are first.
func record(t *testing.T, j *job, l *sim.Layout, profile string, cycles int) []uint64 {
	p, err := j.target.Profile(profile)
	require.NoError(t, err)
	model, err := j.target.Golden(j.values)
	require.NoError(t, err)
	stimulus := p.New(j.values, 1)
	var all []uint64
	out, first := make([]uint64, l.OutWords), []uint64(nil)
	for len(all) < cycles*l.InWords {
		in := make([]uint64, l.InWords)
		stimulus.Next(out, in)
		if first == nil && in[0] == 0 {
			first = in
		}
		for _, p := range l.Inputs {
			if first != nil && strings.HasPrefix(p.Name, "cfg_") {
				in[p.Word] = first[p.Word]
			}
		}
		model.Step(in, out)
		if first != nil {
			all = append(all, in...)
		}
	}
	return all
}

// withReset puts cycles of reset before inputs; the other pins are those of the first cycles.
func withReset(l *sim.Layout, cycles int, in []uint64) []uint64 {
	reset := slices.Clone(in[:cycles*l.InWords])
	for c := range cycles {
		reset[c*l.InWords] = 1
	}
	return append(reset, in...)
}

// From power-up one cycle of reset makes every output known, whatever data pins are while they are not
// valid, and the outputs are those of the golden model. A reset in the midst of traffic leaves nothing of
// what was before: the outputs after it are those of a fresh start with the same inputs.
func TestResetInFourStates(t *testing.T) {
	t.Parallel()
	const cycles = 250
	eachCompact(t, func(t *testing.T, j *job) {
		d, err := j.target.Build(j.values)
		require.NoError(t, err)
		f := openFourState(t, j, d)
		l := f.engine.Layout()
		for k, profile := range j.target.Traffic {
			traffic := record(t, j, l, profile.Name, cycles)
			for _, resets := range []int{1, 2 + k} {
				start := withReset(l, resets, traffic)
				fresh, err := f.run(start)
				require.NoError(t, err, "%s, %d cycles of reset", profile.Name, resets)
				requireGolden(t, j, l, start, fresh)

				before := (cycles/2 + 13*k%(cycles/2)) * l.InWords
				out, err := f.run(slices.Concat(withReset(l, 1, traffic[:before]), start))
				require.NoError(t, err, "%s, %d cycles of reset in traffic", profile.Name, resets)
				same := (cycles + resets - 1) * l.OutWords // of the cycles after the first one of the last reset
				require.Equal(t, fresh[len(fresh)-same:], out[len(out)-same:], "%s, %d cycles of reset in traffic", profile.Name, resets)
			}
		}
	})
}

// requireGolden compares outputs with those of the golden model from the second cycle on.
func requireGolden(t *testing.T, j *job, l *sim.Layout, in, out []uint64) {
	model, err := j.target.Golden(j.values)
	require.NoError(t, err)
	want := make([]uint64, l.OutWords)
	for c := range len(in) / l.InWords {
		model.Step(in[c*l.InWords:][:l.InWords], want)
		if c > 0 {
			require.Equal(t, want, out[c*l.OutWords:][:l.OutWords], "cycle %d", c)
		}
	}
}

// A register that reset does not touch is seen: an output is X. Not all are: some take a known value in
// the first cycle of reset by themselves, and of others an if or a case of the text hides the X.
func TestRegisterWithoutResetIsSeen(t *testing.T) {
	t.Parallel()
	eachCompact(t, func(t *testing.T, j *job) {
		d, err := j.target.Build(j.values)
		require.NoError(t, err)
		l := sim.NewLayout(d.Top)
		in := withReset(l, 1, record(t, j, l, "", 250))
		var registers []*ir.Node
		for _, m := range d.Modules {
			for _, n := range m.Nodes {
				if n.Op == ir.OpReg && n.Value != nil {
					registers = append(registers, n)
				}
			}
		}
		const most = 24 // tried
		step := (len(registers) + most - 1) / most
		tried, seen := 0, 0
		for i := 0; i < len(registers); i += step {
			n := registers[i]
			reset := n.Value
			n.Value = nil
			_, err := openFourState(t, j, d).run(in)
			n.Value = reset
			tried++
			if failure, ok := errors.AsType[*sim.Failure](err); ok {
				require.Contains(t, failure.Message, "unknown after reset")
				seen++
				continue
			}
			require.NoError(t, err)
			t.Logf("not seen: %s.%s", n.Mod.Name, n.Name)
		}
		t.Logf("seen %d of %d, of %d registers", seen, tried, len(registers))
		require.Positive(t, seen)
	})
}

// X on a data pin that is not valid is seen where a register takes it.
func TestVeil(t *testing.T) {
	type ports struct{ InData, InValid, OutData ir.Signal }
	for _, masked := range []bool{true, false} {
		d, err := ir.Elaborate(ir.Build("taker", ports{ir.In(4), ir.In(1), ir.Out(4)}, func(m *ir.Module, io ports) {
			r := m.Reg("r", 4, 0)
			data := io.InData
			if masked {
				data = data.And(io.InValid.Repeat(4))
			}
			m.Unused(io.InValid)
			r.Set(data)
			io.OutData.Set(r)
		}).Module)
		require.NoError(t, err)
		j := &job{target: &target.Target{Name: "taker"}}
		_, err = openFourState(t, j, d).run([]uint64{1, 0, 0, 0, 7, 1, 0, 7, 0, 0, 0, 0})
		if masked {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, "unknown after reset: out_data = 4'bxxxx")
		}
	}
}
