package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/ir/verilog"
)

// A writing is what became of the files that were in the directory.
type writing struct {
	replaced []string // though changed since they were emitted
	removed  []string // of an earlier emission and not made any more
}

// write puts files in a directory in place of those that an earlier emission put there, one run at
// a time. Each file is replaced whole, once all are written. It then removes the files of the
// manifest that was there which are no longer made, unless their bytes are no longer those
// emitted: they are then the user's, like all else in the directory.
//
// The manifest, the last of the files, lies there under another name before any other is replaced and gets its own when all is done: so
// a later run knows the files of one that was killed.
func write(ctx context.Context, dir string, files []verilog.File) (writing, error) {
	if err := makeDirectory(dir); err != nil {
		return writing{}, err
	}
	unlock, err := lock(ctx, dir)
	if err != nil {
		return writing{}, err
	}
	defer unlock()
	old := readPrevious(dir)
	if err := writable(old, files); err != nil {
		return writing{}, err
	}
	if err := ctx.Err(); err != nil {
		return writing{}, err
	}
	w := writing{replaced: old.edited(files), removed: []string{}}
	stale := old.stale(files)
	sweep(dir, func(name string) bool {
		return name == nextName || old.names(name) || slices.ContainsFunc(files, func(f verilog.File) bool { return f.Name == name })
	})
	manifest := files[len(files)-1]
	if err := verilog.WriteFiles(dir, []verilog.File{{Name: nextName, Text: manifest.Text}}); err != nil {
		return w, err
	}
	if err := verilog.WriteFiles(dir, files[:len(files)-1]); err != nil {
		return w, err
	}
	for _, name := range stale {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return w, err
		}
		w.removed = append(w.removed, name)
	}
	return w, os.Rename(filepath.Join(dir, nextName), filepath.Join(dir, manifest.Name))
}

func makeDirectory(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return errors.New("is a file, not a directory")
	} else if to, linked := os.Readlink(dir); errors.Is(err, fs.ErrNotExist) && linked == nil {
		return fmt.Errorf("is a link to %s, which is not there", to)
	}
	return os.MkdirAll(dir, 0o777)
}

// writable tells before anything is written that names are taken.
func writable(old previous, files []verilog.File) error {
	for _, f := range files {
		if info, err := os.Lstat(filepath.Join(old.dir, f.Name)); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a directory", f.Name)
		}
	}
	if list := old.foreign(files); len(list) > 0 {
		return fmt.Errorf("not of an earlier run, so not replaced: %s", strings.Join(list, " "))
	}
	return nil
}
