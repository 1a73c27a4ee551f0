package verilog_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
)

var update = flag.Bool("update", false, "write the golden files of this run")

func emit(t testing.TB, d design) []verilog.File {
	t.Helper()
	files, err := verilog.Emit(d.elaborate(t), verilog.Options{Header: []string{"target: " + d.name}})
	require.NoError(t, err)
	return files
}

func TestGolden(t *testing.T) {
	for _, d := range designs() {
		t.Run(d.name, func(t *testing.T) {
			var got txtar.Archive
			for _, f := range emit(t, d) {
				got.Files = append(got.Files, txtar.File{Name: f.Name, Data: f.Text})
			}
			path := filepath.Join("testdata", d.name+".txtar")
			text := txtar.Format(&got)
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o777))
				require.NoError(t, os.WriteFile(path, text, 0o666))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err, "run with -update")
			if diff := cmp.Diff(string(want), string(text)); diff != "" {
				t.Errorf("%s differs (-want +got):\n%s", path, diff)
			}
		})
	}
}

func TestDeterministic(t *testing.T) {
	for _, d := range designs() {
		first := emit(t, d)
		for range 3 {
			again := emit(t, d)
			require.Len(t, again, len(first))
			for i := range first {
				require.True(t, bytes.Equal(first[i].Text, again[i].Text), "%s: bytes differ", first[i].Name)
			}
		}
	}
}

func TestVectorLoop(t *testing.T) {
	d := design{name: "vector loop", top: vectorLoop}
	_, err := verilog.Emit(d.elaborate(t), verilog.Options{})
	require.ErrorContains(t, err, "designs_test.go:")
	require.ErrorContains(t, err, "module vector_loop: wire w[2]")
}

var (
	declared  = regexp.MustCompile(`(?m)^ *(?:wire|reg|localparam) (?:\[\d+:0\] )?(\w+)`)
	generated = regexp.MustCompile(`(?i)^_|__|_$|^(t|n|x|s|tmp|temp|net|node|sig|wire|gen|expr)_?\d+$|_(t|tmp|temp|gen)_?\d*$`)
)

// No net has a name that tells nothing, none is long, and no line is.
func TestNames(t *testing.T) {
	list := designs()
	for seed := range uint64(5) {
		list = append(list, design{name: "random", top: func() *ir.Module { return randomModule(seed, 300) }})
	}
	for _, d := range list {
		for _, f := range emit(t, d) {
			for _, name := range declared.FindAllSubmatch(f.Text, -1) {
				require.False(t, generated.Match(name[1]), "%s: %s", d.name, name[1])
				require.LessOrEqual(t, len(name[1]), 40)
			}
			for line := range strings.Lines(string(f.Text)) {
				if d.name != "random" && len(line) > 101 && !strings.Contains(line, "'h") {
					t.Errorf("%s: %d columns: %s", f.Name, len(line)-1, line)
				}
			}
		}
	}
}

func TestSourceLines(t *testing.T) {
	files, err := verilog.Emit(design{name: "queue", top: queue}.elaborate(t), verilog.Options{SourceLines: true})
	require.NoError(t, err)
	require.Regexp(t, `reg \[2:0\] count; // designs_test.go:\d+`, string(files[0].Text))
}

func BenchmarkEmit(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d, err := ir.Elaborate(randomModule(1, n))
			require.NoError(b, err)
			nodes := len(d.Top.Nodes)
			b.ReportAllocs()
			for b.Loop() {
				_, err := verilog.Emit(d, verilog.Options{})
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*nodes), "ns/node")
		})
	}
}
