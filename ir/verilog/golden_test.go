package verilog_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

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
