package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/flitwright/flitwright/ir/verilog"
)

// An emitted set of files is what programs are told about an emission.
type emitted struct {
	Target     string              `json:"target"`
	Directory  string              `json:"directory"`
	Command    string              `json:"command"`            // makes the same files
	Next       string              `json:"next"`               // to try now
	Clock      float64             `json:"clockMHz,omitempty"` // of a board
	Parameters []verilog.Parameter `json:"parameters"`
	Notes      []string            `json:"notes"`
	Files      []emittedFile       `json:"files"`
	Replaced   []string            `json:"replaced"` // though changed since an earlier emission
	Removed    []string            `json:"removed"`  // of an earlier emission
}

type emittedFile struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
}

// emit writes the Verilog of a target.
func (c *command) emit(o *options) int {
	j := c.job(o)
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	d, err := j.target.Build(j.values)
	if err != nil {
		return c.refuse(o, err)
	}
	modules, manifest, err := j.emit(d)
	if err != nil {
		return c.refuse(o, err)
	}
	vectors, err := j.smoke(manifest.Layout)
	if err != nil {
		return c.refuse(o, err)
	}
	files, err := withDescriptions(modules, manifest, vectors)
	if err != nil {
		return c.refuse(o, err)
	}
	e := emitted{Target: j.target.Name, Directory: filepath.Join("build", j.target.Name), Command: manifest.Command, Next: j.command("check"), Parameters: manifest.Parameters}
	if j.target.Notes != nil {
		e.Notes = j.target.Notes(j.values)
	}
	e.Notes = append(e.Notes, memoryNotes(d, j.target.Memory)...)
	return c.put(o, e, files)
}

// put writes the files of an emission, by default to its Directory, and tells what it did.
func (c *command) put(o *options, e emitted, files []verilog.File) int {
	if o.out != "" {
		e.Directory = o.out
	}
	written, err := write(c.ctx, e.Directory, files)
	if err != nil {
		return c.refuse(o, fmt.Errorf("-out %s: %w", e.Directory, err))
	}
	e.Replaced, e.Removed = written.replaced, written.removed
	if e.Notes == nil {
		e.Notes = []string{}
	}
	for _, f := range files {
		e.Files = append(e.Files, emittedFile{f.Name, len(f.Text)})
	}
	if o.json {
		c.print(e)
	} else {
		fmt.Fprint(c.stdout, e)
	}
	return held
}

// String lists the files for people.
func (e emitted) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", e.Target, valuesText(e.Parameters))
	for _, note := range e.Notes {
		fmt.Fprintf(&b, "  %s\n", note)
	}
	names, total := len("total"), 0
	for _, f := range e.Files {
		names, total = max(names, len(filepath.Join(e.Directory, f.Name))), total+f.Bytes
	}
	for _, f := range e.Files {
		fmt.Fprintf(&b, "  %-*s %8d bytes\n", names, filepath.Join(e.Directory, f.Name), f.Bytes)
	}
	fmt.Fprintf(&b, "  %-*s %8d bytes\n", names, "total", total)
	if len(e.Replaced) > 0 {
		fmt.Fprintf(&b, "replaced, though changed since: %s\n", strings.Join(e.Replaced, " "))
	}
	if len(e.Removed) > 0 {
		fmt.Fprintf(&b, "removed, of an earlier run: %s\n", strings.Join(e.Removed, " "))
	}
	fmt.Fprintf(&b, "next: %s\n", e.Next)
	return b.String()
}
