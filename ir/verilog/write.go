package verilog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// WriteFiles writes files into dir, which it makes if it is not there. Every file is written
// under a temporary name and all are renamed once all are whole, so a failure before that
// leaves the old files as they were. Names are base names, each once.
func WriteFiles(dir string, files []File) (err error) {
	seen := map[string]bool{}
	for _, f := range files {
		if f.Name == "" || f.Name == "." || f.Name == ".." || strings.ContainsAny(f.Name, `/\`) {
			return fmt.Errorf("%q is not a base name of a file", f.Name)
		}
		if seen[f.Name] {
			return fmt.Errorf("a second file %s", f.Name)
		}
		seen[f.Name] = true
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var written []string // temporary names, in the order of files
	defer func() {
		for _, name := range written {
			err = errors.Join(err, os.Remove(name))
		}
	}()
	for _, f := range files {
		name, err := writeTemporary(dir, f)
		if name != "" {
			written = append(written, name)
		}
		if err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := os.Rename(written[0], filepath.Join(dir, f.Name)); err != nil {
			return err
		}
		written = written[1:]
	}
	return nil
}

// writeTemporary writes f under a name of its own and returns that name once it exists.
func writeTemporary(dir string, f File) (string, error) {
	t, err := os.CreateTemp(dir, "."+f.Name+".*")
	if err != nil {
		return "", err
	}
	_, err = t.Write(f.Text)
	if err == nil {
		err = t.Chmod(0o644)
	}
	return t.Name(), errors.Join(err, t.Close())
}
