//go:build tools

package main

import (
	"bytes"
	"context"
	"flag"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/synth"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator"
)

var largeNetlists = flag.Bool("large", false, "netlists of routers as large as they are by default")

// A synthesized is a router as a netlist.
type synthesized struct {
	*job
	t       *testing.T
	cells   synth.Cells
	netlist []verilog.File
	m       *verilog.Manifest
}

// netlistSettings are the sizes that are synthesized: small ones, or the default but for the T3E, of which Yosys would not get through
// the memories in minutes.
func netlistSettings() map[string]string {
	if *largeNetlists {
		return map[string]string{"t3e": "x=4 y=4 z=4 max_flits=4 adaptive_depth=6 escape_depth=4"}
	}
	settings := maps.Clone(compact)
	settings["t3e"] = "x=3 y=1 z=1 max_flits=2 adaptive_depth=2 escape_depth=2"
	return settings
}

// eachNetlist runs a test for every target, synthesized to all cells.
func eachNetlist(t *testing.T, test func(s *synthesized)) {
	for _, target := range targets() {
		set := strings.Fields(netlistSettings()[target.Name])
		for _, cells := range []synth.Cells{synth.Gates, synth.Ice40} {
			t.Run(target.Name+" "+string(cells), func(t *testing.T) {
				values, err := target.Parse(set)
				require.NoError(t, err)
				j := &job{&target, values}
				d, err := target.Build(values)
				require.NoError(t, err)
				files, m, err := j.emit(d)
				require.NoError(t, err)
				netlist, err := synth.Netlist(m.Top, files, cells)
				require.NoError(t, err)
				test(&synthesized{j, t, cells, netlist, m})
			})
		}
	}
}

// check runs the netlist, with its first file as text, in lockstep.
func (s *synthesized) check(text []byte, cycles int) (*tb.Report, error) {
	files := append([]verilog.File{{Name: s.netlist[0].Name, Text: text}}, s.netlist[1:]...)
	engine := tb.Engine{Name: "iverilog", Open: func(ctx context.Context, _ *ir.Design) (sim.Engine, error) {
		return verilator.OpenIcarusContext(ctx, files, *s.m, verilator.Options{})
	}}
	return tb.Check(s.t.Context(), tb.Config{Target: s.target, Values: s.values, Engine: engine, Cycles: cycles, Seed: 1})
}

// What Yosys makes of the emitted text agrees with the golden model in four states. With gates swapped it
// does not.
func TestNetlists(t *testing.T) {
	t.Parallel()
	eachNetlist(t, func(s *synthesized) {
		cycles := 500
		if s.target.Name == "t3e" {
			cycles = 100
		}
		text := s.netlist[0].Text
		r, err := s.check(text, cycles)
		require.NoError(s.t, err)
		s.t.Logf("%d cycles, %d messages, %.0f cycles a second; %d lines", r.Cycles, r.Messages, r.Speed, bytes.Count(text, []byte("\n")))

		for _, part := range []int{2, 1, 3} {
			cell, fault := lut, opposite
			if s.cells == synth.Gates {
				cell, fault = and, orForAnd
			}
			at, text := swap(s.t, text, part, 4, cell, fault)
			_, err = s.check(text, cycles/2)
			s.t.Logf("%s: %v", at, err)
			if err != nil {
				break
			}
		}
		require.Error(s.t, err)
	})
}

var (
	and = regexp.MustCompile(`(?m)^  assign .* = [^ ]+ ?& .*;$`)
	lut = regexp.MustCompile(`\.LUT_INIT\(16'h[0-9a-f]+\)`)
)

// swap puts a fault in the place of the cell at part/of of a netlist.
func swap(t *testing.T, netlist []byte, part, of int, cell *regexp.Regexp, fault func(string) string) (old string, text []byte) {
	places := cell.FindAllIndex(netlist, -1)
	require.Greater(t, len(places), of)
	at := places[len(places)*part/of]
	old = string(netlist[at[0]:at[1]])
	require.NotEqual(t, old, fault(old))
	return strings.TrimSpace(old), []byte(string(netlist[:at[0]]) + fault(old) + string(netlist[at[1]:]))
}

func orForAnd(and string) string { return strings.Replace(and, " & ", " | ", 1) }

// opposite has a LUT say the opposite.
func opposite(lut string) string { return strings.Replace(lut, ".LUT_INIT(", ".LUT_INIT(~", 1) }
