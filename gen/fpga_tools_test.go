//go:build tools

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/fpga/boardsim"
)

// bitstreams are the projects that are made up to the bitstream, with the parameters by which they fit and the clock that they are
// made for, "" for that of the board, and the seed and weight of the placement that are known to reach it.
var bitstreams = []struct {
	board, target string
	set           []string
	clock         string
	seed, weight  string
}{
	{"hx8k", "cm5", nil, "", "1", "10"},
	{"hx8k", "myrinet", nil, "80", "1", "10"},
	{"hx8k", "t3e", []string{"x=4", "y=1", "z=1", "stages=3", "max_flits=2", "adaptive_depth=4", "escape_depth=4"}, "60", "1", "25"},
	{"up5k", "cm5", []string{"parents=2"}, "", "1", "10"},
}

// A placed design is what nextpnr reports.
type placed struct {
	Fmax        map[string]struct{ Achieved, Constraint float64 }
	Utilization map[string]struct{ Available, Used int }
}

// TestBitstreams makes bitstreams by the Makefile of the projects. What they take of the FPGA and how fast they are
// is exact for one version of the tools, against the figures of the last change; each reaches the clock of its board.
func TestBitstreams(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# Yosys 0.23, nextpnr-ice40 0.4: seed, logic cells, block RAMs, MHz reached and asked for.\n")
	for _, c := range bitstreams {
		line := []string{"fpga", "-target", c.target, "-board", c.board, "-out", "p"}
		for _, s := range c.set {
			line = append(line, "-set", s)
		}
		if c.clock != "" {
			line = append(line, "-clock", c.clock)
		}
		dir := t.TempDir()
		out, err := gen(t.Context(), dir, os.Environ(), line...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		project := filepath.Join(dir, "p")
		out, err = exec.CommandContext(t.Context(), "make", "-C", project, "SEED="+c.seed, "WEIGHTS="+c.weight, "bitstream", "timing").CombinedOutput()
		require.NoError(t, err, "%s", out[max(0, len(out)-2000):])
		info, err := os.Stat(filepath.Join(project, "top.bin"))
		require.NoError(t, err)
		require.Greater(t, info.Size(), int64(50_000))

		seed, err := os.ReadFile(filepath.Join(project, "seed.txt"))
		require.NoError(t, err)
		text, err := os.ReadFile(filepath.Join(project, "nextpnr.json"))
		require.NoError(t, err)
		var p placed
		require.NoError(t, json.Unmarshal(text, &p))
		require.Len(t, p.Fmax, 1)
		for _, f := range p.Fmax {
			require.GreaterOrEqual(t, f.Achieved, f.Constraint, "%s on %s", c.target, c.board)
			fmt.Fprintf(&b, "%s\n  seed %s  %4d of %4d cells  %2d of %2d RAMs  %.2f of %.2f MHz\n", strings.Join(append([]string{c.target, c.board}, c.set...), " "), strings.TrimSpace(string(seed)),
				p.Utilization["ICESTORM_LC"].Used, p.Utilization["ICESTORM_LC"].Available,
				p.Utilization["ICESTORM_RAM"].Used, p.Utilization["ICESTORM_RAM"].Available, f.Achieved, f.Constraint)
		}
	}
	requireRecord(t, "testdata/fpga.txt", b.String())
}

// A router that does not fit, a clock that is not reached and a tool that is missing each end make with a clear line; a clock that
// one seed does not reach is tried with the next.
func TestProjectsRefuse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, err := gen(t.Context(), dir, os.Environ(), "fpga", "-target", "toy", "-board", "hx8k", "-out", "p").CombinedOutput()
	require.NoError(t, err, "%s", out)
	project := filepath.Join(dir, "p")
	fails := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), "make", append([]string{"-C", project}, args...)...).CombinedOutput()
		require.Error(t, err)
		return string(out)
	}
	require.Contains(t, fails("bitstream", "CLOCK=400", "SEED=1"), "it does not fit, or does not reach 400 MHz: see nextpnr.log")
	place := "#!/bin/sh\ncase \"$*\" in *'--seed 1 '*) set -- $(echo \"$*\" | sed 's/--freq [0-9.]*/--freq 400/');; esac\nexec nextpnr-ice40 \"$@\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(project, "place"), []byte(place), 0o777))
	require.Contains(t, fails("bitstream", "NEXTPNR=./place", "SEED=1"), "does not reach 79.5 MHz")
	out, err = exec.CommandContext(t.Context(), "make", "-C", project, "bitstream", "NEXTPNR=./place").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "seed 2 reaches 79.5 MHz")
	require.Contains(t, fails("bitstream", "-B", "YOSYS=no-yosys"), "no-yosys is missing: apt-get install -y --no-install-recommends yosys")

	// The simulation of a project fails when the router loses messages.
	out, err = exec.CommandContext(t.Context(), "make", "-C", project, "sim").CombinedOutput()
	require.NoError(t, err, "%s", out)
	rtl := filepath.Join(project, "rtl/toy_selftest.v")
	text, err := os.ReadFile(rtl)
	require.NoError(t, err)
	broken := strings.Replace(string(text), "line[", "1'b0 & line[", 1)
	require.NotEqual(t, string(text), broken)
	require.NoError(t, os.WriteFile(rtl, []byte(broken), 0o666))
	require.Contains(t, fails("sim"), "fail |")
}

// The tops are clean for Verilator, but for the primitives that its models leave out.
func TestTopsAreClean(t *testing.T) {
	t.Parallel()
	for _, b := range fpga.Boards() {
		dir := t.TempDir()
		out, err := gen(t.Context(), dir, os.Environ(), "fpga", "-target", "toy", "-board", b.Name, "-out", "p").CombinedOutput()
		require.NoError(t, err, "%s", out)
		sources, err := filepath.Glob(filepath.Join(dir, "p/rtl/*.v"))
		require.NoError(t, err)
		args := append([]string{"--lint-only", "-Wall", "--top-module", "top", filepath.Join(dir, "p/top.v"), "-v", filepath.Join(dir, "p/models.v"), "-Wno-UNUSED", "-Wno-DECLFILENAME"}, sources...)
		out, err = exec.CommandContext(t.Context(), "verilator", args...).CombinedOutput()
		require.NoError(t, err, "%s: %s", b.Name, out)
	}
}

var routerLUT = regexp.MustCompile(`\.LUT_INIT\(16'h[0-9a-f]+\)[^;]*\.O\(\\test\.(router|myrinet)\.[^;]*;`)

// What Yosys makes of the top, as it goes into the iCE40, passes too. It fails, or never comes to an end, when a LUT of the router says the opposite: four are
// tried, one of which shows.
func TestBoardNetlists(t *testing.T) {
	t.Parallel()
	for target, set := range map[string]string{
		"cm5":     "words=1 parents=2 crc_width=8",
		"myrinet": compact["myrinet"],
		"t3e":     "x=3 y=1 z=1 max_flits=2 adaptive_depth=2 escape_depth=2 stages=3",
	} {
		t.Run(target, func(t *testing.T) {
			j := (&command{targets: targets()}).job(&options{target: target, set: strings.Fields(set)})
			d, err := j.target.SelfTest(j.values)
			require.NoError(t, err)
			p, err := fpga.New(fpga.Boards()[0], fpga.Source{Target: target, Design: d})
			require.NoError(t, err)
			dir := t.TempDir()
			o := boardsim.Options{Simulator: boardsim.Icarus, Lines: 1, Run: 600, Wait: 2000, Bit: 3, Netlist: true}
			requirePass(t, target, o.Lines)(boardsim.Run(t.Context(), dir, p, o))

			netlist := filepath.Join(dir, "netlist.v")
			text, err := os.ReadFile(netlist)
			require.NoError(t, err)
			shown := false
			for part := 1; part < 5 && !shown; part++ {
				at, broken := swap(t, text, part, 5, routerLUT, opposite)
				require.NoError(t, os.WriteFile(netlist, broken, 0o666))
				lines, err := boardsim.Again(t.Context(), dir, o)
				t.Logf("%s: %v, %v", at, lines, err)
				if err != nil {
					require.ErrorContains(t, err, "the serial line")
					shown = true
					continue
				}
				require.Len(t, lines, o.Lines)
				shown = lines[0].Fail && !lines[0].Pass && strings.HasSuffix(lines[0].Text, " fail")
			}
			require.True(t, shown)
		})
	}
}

// requirePass requires so many lines of a self-test, and that each and the LEDs say that it passes.
func requirePass(t *testing.T, target string, count int) func([]boardsim.Line, error) {
	return func(lines []boardsim.Line, err error) {
		require.NoError(t, err)
		require.Len(t, lines, count)
		for _, l := range lines {
			t.Log(l.Text)
			m := regexp.MustCompile("^" + target + " sent ([0-9a-f]{8}) received ([0-9a-f]{8}) wrong 00000000 pass$").FindStringSubmatch(l.Text)
			require.NotNil(t, m, l.Text)
			require.Equal(t, m[1], m[2])
			require.True(t, l.Pass && !l.Fail)
		}
	}
}

// Every self-test passes on a board, the default routers made small.
func TestSelfTestsOnBoards(t *testing.T) {
	t.Parallel()
	for _, target := range targets() {
		if target.SelfTest == nil {
			continue
		}
		values, err := target.Parse(strings.Fields(compact[target.Name]))
		require.NoError(t, err)
		d, err := target.SelfTest(values)
		require.NoError(t, err)
		p, err := fpga.New(fpga.Boards()[2], fpga.Source{Target: target.Name, Design: d})
		require.NoError(t, err)
		o := boardsim.Options{Simulator: boardsim.Icarus, Lines: 2, Run: 2000, Wait: 4000, Bit: 4}
		requirePass(t, target.Name, o.Lines)(boardsim.Run(t.Context(), t.TempDir(), p, o))
	}
}
