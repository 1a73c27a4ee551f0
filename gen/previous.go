package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/flitwright/flitwright/ir/verilog"
)

// A previous emission is what the manifest.json in a directory says was written there; none if it
// is not there or another program's. If a run was killed while it wrote, what it was to write is of
// it too. The manifest itself has no digest.
type previous struct {
	dir   string
	files []verilog.FileDigest
}

const (
	manifestName = "manifest.json"
	nextName     = ".manifest.json.next" // the manifest to be, while files are replaced
)

func readPrevious(dir string) previous {
	return previous{dir, append(readManifest(filepath.Join(dir, manifestName)), readManifest(filepath.Join(dir, nextName))...)}
}

// readManifest lists the files of an emission, the manifest as the last.
func readManifest(path string) (files []verilog.FileDigest) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	m, err := verilog.ParseManifest(text)
	if err != nil || len(m.Files) == 0 {
		return nil
	}
	for _, f := range slices.Concat(m.Files, m.Descriptions) {
		if sum, err := hex.DecodeString(f.SHA256); err != nil || len(sum) != sha256.Size || filepath.Base(f.Name) != f.Name {
			return nil
		}
	}
	files = append(files, m.Files...)
	files = append(files, m.Descriptions...)
	if m.Descriptions == nil { // as manifests were once
		files = append(files, m.FileList().Digest(), m.Core(nil).Digest())
	}
	return append(files, verilog.FileDigest{Name: manifestName})
}

// foreign lists the files that would be replaced and are the user's: they are there, with other
// bytes, and are not of the emission.
func (p previous) foreign(files []verilog.File) []string {
	var list []string
	for _, f := range files {
		path := filepath.Join(p.dir, f.Name)
		info, err := os.Lstat(path)
		if err != nil || p.names(f.Name) {
			continue
		}
		if text, err := os.ReadFile(path); err == nil && info.Mode().IsRegular() && bytes.Equal(text, f.Text) {
			continue // of a run that was killed
		}
		list = append(list, f.Name)
	}
	return list
}

// edited lists the files that would be replaced and have neither the bytes emitted nor those to come.
func (p previous) edited(files []verilog.File) []string {
	list := []string{}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(p.dir, f.Name))
		if err == nil && f.Name != manifestName && p.names(f.Name) && !p.kept(f.Name, text) && !bytes.Equal(text, f.Text) {
			list = append(list, f.Name)
		}
	}
	return list
}

// stale lists the files that are as they were emitted and not among the new ones.
func (p previous) stale(files []verilog.File) []string {
	var list []string
	for _, f := range p.files {
		if slices.ContainsFunc(files, func(n verilog.File) bool { return n.Name == f.Name }) {
			continue
		}
		if text, err := os.ReadFile(filepath.Join(p.dir, f.Name)); err == nil && p.kept(f.Name, text) && !slices.Contains(list, f.Name) {
			list = append(list, f.Name)
		}
	}
	return list
}

// sweep removes the temporary files that killed runs have left of files with certain names. What
// cannot be removed does no harm.
func sweep(dir string, of func(name string) bool) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		m := temporary.FindStringSubmatch(e.Name())
		if m == nil || !of(m[1]) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > writingTime {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// temporary matches the names under which verilog.WriteFiles writes; writingTime is more than it takes.
var temporary = regexp.MustCompile(`^\.(.+)\.[0-9]+$`)

const writingTime = time.Hour

// names tells whether a file is of the emission.
func (p previous) names(name string) bool {
	return slices.ContainsFunc(p.files, func(f verilog.FileDigest) bool { return f.Name == name })
}

// kept tells whether a text is what was emitted under a name.
func (p previous) kept(name string, text []byte) bool {
	return slices.Contains(p.files, verilog.File{Name: name, Text: text}.Digest())
}
