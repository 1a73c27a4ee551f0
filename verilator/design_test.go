package verilator

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

// design reads a module of testdata; its first line tells the ports.
func design(t testing.TB, name string) ([]verilog.File, verilog.Manifest) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".v"))
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	ports, ok := strings.CutPrefix(first, "// ports: ")
	require.True(t, ok, first)
	m := manifest(t, name, ports)
	if strings.Contains(string(text), "input clk") {
		m.Clock = "clk"
	}
	return []verilog.File{{Name: name + ".v", Text: text}}, m
}

// manifest lays out ports written like "in a 3, out b 70".
func manifest(t testing.TB, top, ports string) verilog.Manifest {
	t.Helper()
	l := &sim.Layout{}
	for port := range strings.SplitSeq(ports, ", ") {
		var dir string
		var pin sim.Pin
		_, err := fmt.Sscan(port, &dir, &pin.Name, &pin.Width)
		require.NoError(t, err, port)
		list, words := &l.Inputs, &l.InWords
		if dir == "out" {
			list, words = &l.Outputs, &l.OutWords
		}
		pin.Word = *words
		*list = append(*list, pin)
		*words += pin.Words()
	}
	return verilog.Manifest{Top: top, Layout: l}
}

func TestCheck(t *testing.T) {
	files, good := design(t, "counter")
	require.NoError(t, check(files, good))

	tests := []struct {
		name  string
		files []verilog.File
		edit  func(*verilog.Manifest)
		want  string
	}{
		{"no files", nil, nil, "no .v file among the 0 files"},
		{"folder", []verilog.File{{Name: "a/b.v"}}, nil, `file "a/b.v": not a plain name with an extension`},
		{"up", []verilog.File{{Name: "..v"}}, nil, `file "..v": not a plain name with an extension`},
		{"option", []verilog.File{{Name: "-a.v"}}, nil, `file "-a.v": not a plain name with an extension`},
		{"twice", append(files, files...), nil, "file counter.v: the name is taken"},
		{"top", files, func(m *verilog.Manifest) { m.Top = "a b" }, `top module "a b": not an identifier`},
		{"clock", files, func(m *verilog.Manifest) { m.Clock = "2" }, `clock "2": not an identifier`},
		{"layout", files, func(m *verilog.Manifest) { m.Layout = nil }, "top module counter: the manifest has no layout"},
		{"pin", files, func(m *verilog.Manifest) { m.Layout.Inputs[1].Name = "a;" }, `top module counter: input "a;": not an identifier`},
		{"width", files, func(m *verilog.Manifest) { m.Layout.Outputs[0].Width = 0 }, `top module counter: output count: width 0`},
		{"word", files, func(m *verilog.Manifest) { m.Layout.Outputs[1].Word = 0 }, `top module counter: output sum__wide: at word 0, not 1`},
		{"words", files, func(m *verilog.Manifest) { m.Layout.InWords = 7 }, `top module counter: input words: 7 in the layout, 3 in its pins`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, m := design(t, "counter")
			if test.edit != nil {
				test.edit(&m)
			}
			require.EqualError(t, check(test.files, m), test.want)
		})
	}
}

func TestMissingTool(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	files, m := design(t, "counter")
	opt := Options{CacheDir: t.TempDir()}

	_, err := Open(files, m, opt)
	require.EqualError(t, err, "verilator: verilator is not installed: apt-get install -y --no-install-recommends verilator g++ make ccache")
	require.ErrorIs(t, err, exec.ErrNotFound)

	_, err = OpenIcarus(files, m, opt)
	require.EqualError(t, err, "iverilog: iverilog is not installed: apt-get install -y --no-install-recommends iverilog")
}

func TestCacheDir(t *testing.T) {
	t.Setenv("FLITWRIGHT_CACHE", "/env")
	dir, err := Options{CacheDir: "/option"}.cacheDir("verilator")
	require.NoError(t, err)
	require.Equal(t, "/option/verilator", dir)
	dir, err = Options{}.cacheDir("verilator")
	require.NoError(t, err)
	require.Equal(t, "/env/verilator", dir)
	t.Setenv("FLITWRIGHT_CACHE", "")
	t.Setenv("XDG_CACHE_HOME", "/user")
	dir, err = Options{}.cacheDir("icarus")
	require.NoError(t, err)
	require.Equal(t, "/user/flitwright/icarus", dir)
}
