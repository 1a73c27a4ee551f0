package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/flitwright/flitwright/ir/verilog"
)

// write puts files in a directory in place of those that an earlier emission put there. Each file
// is replaced whole, once all are written. It then removes, and names, the files of the manifest
// that was there which are no longer made, unless their bytes are no longer those emitted: they
// are then the user's, like all else in the directory.
func write(dir string, files []verilog.File) (removed []string, err error) {
	if err := writable(dir, files); err != nil {
		return nil, err
	}
	old := stale(dir, files)
	if err := verilog.WriteFiles(dir, files); err != nil {
		return nil, err
	}
	removed = []string{}
	for _, name := range old {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, err
		}
		removed = append(removed, name)
	}
	return removed, nil
}

// writable tells before anything is written that a name is taken.
func writable(dir string, files []verilog.File) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return errors.New("is a file, not a directory")
	}
	for _, f := range files {
		if info, err := os.Lstat(filepath.Join(dir, f.Name)); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a directory", f.Name)
		}
	}
	return nil
}

// stale lists what the manifest in a directory describes, and what was written with it, if it is
// as it was emitted and not among the new files.
func stale(dir string, files []verilog.File) []string {
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		return nil
	}
	m, err := verilog.ParseManifest(text)
	if err != nil {
		return nil // another program's
	}
	emitted := m.Files
	for _, f := range []verilog.File{m.FileList(), m.Core()} {
		emitted = append(emitted, verilog.FileDigest{Name: f.Name, SHA256: digest(f.Text)})
	}
	var list []string
	for _, f := range emitted {
		if filepath.Base(f.Name) != f.Name || slices.ContainsFunc(files, func(n verilog.File) bool { return n.Name == f.Name }) {
			continue
		}
		if text, err := os.ReadFile(filepath.Join(dir, f.Name)); err == nil && digest(text) == f.SHA256 {
			list = append(list, f.Name)
		}
	}
	return list
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
