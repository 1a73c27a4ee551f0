package verilator

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/flitwright/flitwright/ir/verilog"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGenerated compares the generated part of the harness and the bench of each design with
// testdata/golden/<design>.txtar.
func TestGenerated(t *testing.T) {
	for _, name := range []string{"counter", "wide", "combinational"} {
		t.Run(name, func(t *testing.T) {
			_, m := design(t, name)
			got := txtar.Format(&txtar.Archive{Files: []txtar.File{
				{Name: "ports.h", Data: portsHeader(m)},
				{Name: "flitwright_bench.v", Data: bench(m).Text},
			}})
			golden := filepath.Join("testdata", "golden", name+".txtar")
			if *update {
				require.NoError(t, os.MkdirAll(filepath.Dir(golden), 0o777))
				require.NoError(t, os.WriteFile(golden, got, 0o666))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("run go test -update if this is right (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDigest(t *testing.T) {
	digest := func(edit func(*build)) string {
		b := build{version: "1", files: []verilog.File{{Name: "a.v", Text: []byte("bc")}}, steps: [][]string{{"x", "y"}}}
		edit(&b)
		return b.digest()
	}
	seen := map[string]bool{}
	for _, edit := range []func(*build){
		func(b *build) {},
		func(b *build) { b.version = "2" },
		func(b *build) { b.files[0] = verilog.File{Name: "a.vb", Text: []byte("c")} },
		func(b *build) { b.files[0].Text = []byte("bd") },
		func(b *build) { b.steps[0][1] = "z" },
		func(b *build) { b.steps = append(b.steps, []string{"z"}) },
	} {
		require.Equal(t, digest(edit), digest(edit))
		require.False(t, seen[digest(edit)])
		seen[digest(edit)] = true
	}
}

func TestFailureText(t *testing.T) {
	tests := []struct{ text, path, message string }{
		{"top.a.b: it: broke\ntop.c: later\n", "top.a.b", "it: broke"},
		{"TOP.top.a: broke\n", "top.a", "broke"},
		{"flitwright_bench.top.a: broke\nx.v:3: $stop called\n", "top.a", "broke"},
		{"[10] %Fatal: t.v:3: Assertion failed in top.a: broke\n", "top.a", "broke"},
		{"FATAL: t.v:3: broke\n       Time: 3 Scope: flitwright_bench.top.a\n", "top.a", "FATAL: t.v:3: broke"},
		{"other text\n", "top", "other text"},
		{"topper: no path\n", "top", "topper: no path"},
		{"", "top", "the design stopped the simulation"},
	}
	for _, test := range tests {
		f := failure(test.text, "top", 7)
		require.Equal(t, 7, f.Cycle)
		require.Equal(t, test.path, f.Path, test.text)
		require.Equal(t, test.message, f.Message, test.text)
	}
}
