package verilog_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/verilog"
)

func TestWriteFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "dir")
	require.NoError(t, verilog.WriteFiles(dir, []verilog.File{{Name: "a.v", Text: []byte("one")}, {Name: "b.v", Text: []byte("two")}}))
	require.NoError(t, verilog.WriteFiles(dir, []verilog.File{{Name: "a.v", Text: []byte("three")}}))
	text, err := os.ReadFile(filepath.Join(dir, "a.v"))
	require.NoError(t, err)
	require.Equal(t, "three", string(text))
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, list, 2, "no temporary file is left")
}

func TestWriteFilesRefuses(t *testing.T) {
	for _, name := range []string{"", ".", "..", "../a.v", "a/b.v", `a\b.v`, "/etc/x"} {
		dir := t.TempDir()
		err := verilog.WriteFiles(dir, []verilog.File{{Name: "good.v"}, {Name: name}})
		require.Error(t, err, "%q", name)
		list, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Empty(t, list)
	}
	require.Error(t, verilog.WriteFiles(t.TempDir(), []verilog.File{{Name: "a.v"}, {Name: "a.v"}}))
}

// A failure to write leaves the old files as they were.
func TestWriteFilesIsAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, verilog.WriteFiles(dir, []verilog.File{{Name: "a.v", Text: []byte("old")}}))
	long := make([]byte, 300)
	for i := range long {
		long[i] = 'x'
	}
	require.Error(t, verilog.WriteFiles(dir, []verilog.File{{Name: "a.v", Text: []byte("new")}, {Name: string(long)}}))
	text, err := os.ReadFile(filepath.Join(dir, "a.v"))
	require.NoError(t, err)
	require.Equal(t, "old", string(text))
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, list, 1)
}
