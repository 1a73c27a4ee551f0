package verilog_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/flitwright/flitwright/ir/verilog"
)

func TestManifest(t *testing.T) {
	d := design{name: "hierarchy", top: hierarchy}
	m := verilog.NewManifest("demo", "go run ./gen -target demo -set depth=4", []verilog.Parameter{{Name: "depth", Value: "4", Changed: true}, {Name: "words", Value: "5"}},
		d.elaborate(t), emit(t, d))
	file, err := m.File()
	require.NoError(t, err)
	again, err := verilog.ParseManifest(file.Text)
	require.NoError(t, err)
	require.Equal(t, m, again)

	var got txtar.Archive
	testbench := m.Testbench(verilog.Vectors{In: []uint64{1, 0, 0, 0, 0, 0, 0, 1, 0, 0x12, 0x34, 1}, Out: []uint64{0, 0, 0, 0, 1, 2, 1, 0xff}, First: 1})
	for _, f := range []verilog.File{file, m.FileList(), testbench, m.Core(&testbench), m.Template()} {
		got.Files = append(got.Files, txtar.File{Name: f.Name, Data: f.Text})
	}
	path := filepath.Join("testdata", "manifest.txtar")
	text := txtar.Format(&got)
	if *update {
		require.NoError(t, os.WriteFile(path, text, 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	if diff := cmp.Diff(string(want), string(text)); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", path, diff)
	}
}
