//go:build tools

package difftest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
)

// small designs are those that a prover is done with soon.
var small = Profile{Widths: []int{1, 2, 4, 1, 3, 5, 8, 9}, Small: true}

const proofs = 30 // designs that are proved

// quiet are slips that a simulator does not show, or not as a wrong value.
var quiet = []slip{
	{"the wrong edge", `posedge clk`, `negedge clk`},
	{"a constant is unknown", ` (<?=) (\d+)'d\d+;`, ` $1 $2'bx;`},
}

var errDiffers = errors.New("the two texts differ")

// prove has Yosys prove that the printed text of a design does what its BLIF does: that for
// all inputs and all values of the registers the outputs and the next values are equal.
//
// The registers of both texts are cut. In step 1 of two they take their next values, which
// are outputs in step 2. No value may be X: undefined bits are modelled and equal nothing
// but themselves. The solver has no clocks, so a selection sees to it that clk's rising edge
// clocks every register.
func prove(t testing.TB, d *ir.Design, files []verilog.File) error {
	dir := t.TempDir()
	require.NoError(t, verilog.WriteFiles(dir, files))
	text, registers, err := BLIF(d)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "gate.blif"), text, 0o666))
	script := []string{"read_verilog"}
	for _, f := range files {
		if filepath.Ext(f.Name) == ".v" {
			script[0] += " " + f.Name
		}
	}
	script = append(script, "hierarchy -check -top "+d.Top.Name, "proc", "flatten")
	if len(registers) > 0 {
		cut := "expose -cut"
		for _, r := range registers {
			script = append(script, "select -assert-count 1 w:"+r)
			cut += " w:" + r
		}
		script = append(script, cut)
	}
	script = append(script, "opt_clean",
		"select -assert-none t:*dff* w:clk %co1:+[CLK] %d",
		"select -assert-none t:*dff* r:CLK_POLARITY=1'b1 %d",
		"rename "+d.Top.Name+" gold",
		"read_blif -wideports gate.blif", "rename "+d.Top.Name+" gate",
		"miter -equiv -flatten gold gate miter",
		"sat -verify -timeout 60 -enable_undef -set-def-inputs -seq 2 -prove-skip 1 -prove trigger 0 miter")
	cmd := exec.Command("yosys", "-p", strings.Join(script, "; "))
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	switch {
	case bytes.Contains(out, []byte("proof did fail!")), bytes.Contains(out, []byte("selection is not empty")):
		return errDiffers
	case err != nil:
		return errors.New(string(out))
	case !bytes.Contains(out, []byte("SAT proof finished - no model found: SUCCESS!")):
		return errors.New("no proof was done:\n" + string(out))
	}
	return nil
}

// provable is the small design of a seed.
func provable(t testing.TB, seed uint64) (*ir.Design, []verilog.File) {
	d := elaborated(t, Module("design_0", Random(seed), small).Module)
	files, _ := printed(t, d)
	return d, files
}

// TestProofs proves the text of random small designs.
func TestProofs(t *testing.T) {
	count := *designs
	if count == 0 {
		count = proofs
	}
	for seed := *firstSeed; seed < *firstSeed+uint64(count); seed++ {
		d, files := provable(t, seed)
		require.NoError(t, prove(t, d, files), "seed %d:\n%s", seed, d.Top.Dump())
	}
}

// TestProofsFail has each slip found by a proof that fails, among the first designs.
func TestProofsFail(t *testing.T) {
	for _, s := range slices.Concat(slips, quiet) {
		right := regexp.MustCompile(s.right)
		found, seed := false, uint64(1)
		for ; seed <= 2*proofs && !found; seed++ {
			d, files := provable(t, seed)
			wrong, changed := slices.Clone(files), false
			for k, f := range wrong {
				if filepath.Ext(f.Name) == ".v" {
					wrong[k].Text = right.ReplaceAll(f.Text, []byte(s.wrong))
					changed = changed || !bytes.Equal(f.Text, wrong[k].Text)
				}
			}
			if changed {
				err := prove(t, d, wrong)
				found = errors.Is(err, errDiffers)
				if !found {
					require.NoError(t, err, s.name)
				}
			}
		}
		if !found {
			t.Errorf("%s: not found in %d designs", s.name, 2*proofs)
			continue
		}
		t.Logf("%s: found by seed %d", s.name, seed-1)
	}
}
