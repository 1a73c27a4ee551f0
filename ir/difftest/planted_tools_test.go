//go:build tools

package difftest

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/verilator"
)

// A slip is a fault of the printer: what it would print instead of right text.
type slip struct{ name, right, wrong string }

var slips = []slip{
	{"arithmetic shift fills with zeros", `>>> `, `>> `},
	{"operands are not signed", `\$signed\(([^()]+)\) < \$signed\(([^()]+)\)`, `($1) < ($2)`},
	{"comparison is not strict", `(\w) < (\w)`, `$1 <= $2`},
	{"comparison is strict", ` >= `, ` > `},
	{"equality is inverted", ` == `, ` != `},
	{"subtraction is addition", ` - `, ` + `},
	{"extension is with ones", `\{(\d+)'d0, `, `{{$1{1'b1}}, `},
	{"an arm of a case is dropped", `(?m)^( *)\d+'d1: (\w+ <?= )`, `$1//`},
	{"condition is inverted", `if \((\w+_\w+(?:\[\d+\])?)\) begin`, `if (!$1) begin`},
	{"reduction is of the wrong kind", `\(\^(\w)`, `(|$1`},
	{"slice is off by one", `\[(\d*[2-9]):1\]`, `[$1-1:0]`},
	{"operands of a choice are exchanged", ` \? ([\w'\[\]:]+) : ([\w'\[\]:]+)([;)])`, ` ? $2 : $1$3`},
	{"registers are set at once", `(?m)^( +\w+) <= `, `$1 = `},
}

// TestPlantedSlips has each slip seen by each simulator in a group of designs.
func TestPlantedSlips(t *testing.T) {
	var choices [][]byte
	for seed := range uint64(groupSize) {
		choices = append(choices, Random(1+seed))
	}
	d := elaborated(t, Top(choices, tame))
	files, m := printed(t, d)
	var expected []*Run
	for seed := range uint64(runs) {
		expected = append(expected, Expect(d, seed, cycles))
	}
	for i, s := range slips {
		right := regexp.MustCompile(s.right)
		changed := false
		wrong := slices.Clone(files)
		for k, f := range wrong {
			if strings.HasPrefix(f.Name, "design_") {
				wrong[k].Text = right.ReplaceAll(f.Text, []byte(s.wrong))
				changed = changed || !bytes.Equal(f.Text, wrong[k].Text)
			}
		}
		require.True(t, changed, "%s: nothing to change", s.name)
		check := func(name string, e sim.Engine, err error) {
			require.NoError(t, err, s.name)
			defer e.Close()
			for seed, r := range expected {
				err := r.Check(e, Nothing, uint64(seed))
				if d, ok := errors.AsType[*Difference](err); ok {
					t.Logf("%s: %s: found in %d designs, by %s", name, s.name, groupSize, d.What)
					return
				}
				require.NoError(t, err)
			}
			t.Errorf("%s: %s: not found in %d designs", name, s.name, groupSize)
		}
		e, err := verilator.OpenIcarus(wrong, m, verilator.Options{CacheDir: t.TempDir(), NoAssert: true})
		check("icarus", e, err)
		if i < 2 { // it takes ten times as long
			e, err := verilator.Open(wrong, m, verilator.Options{CacheDir: t.TempDir(), NoAssert: true})
			check("verilator", e, err)
		}
	}
}
