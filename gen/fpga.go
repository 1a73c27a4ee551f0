package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/target"
)

// fpga writes the project that makes a bitstream of a target's self-test.
func (c *command) fpga(o *options) int {
	if o.list {
		return c.listBoards(o)
	}
	j := c.job(o)
	b := findBoard(o)
	if j != nil && j.target.SelfTest == nil {
		o.faultf("-target %s: it has no self-test%s", j.target.Name, target.Nearest("", c.selfTested()))
	}
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	d, err := j.target.SelfTest(j.values)
	if err != nil {
		return c.refuse(o, err)
	}
	if err := b.Place(d); err != nil {
		return c.refuse(o, fmt.Errorf("-memory %v: %w", o.memory, err))
	}
	line := j.command("fpga") + " -board " + b.Name
	if o.clock != 0 {
		line += fmt.Sprintf(" -clock %v", o.clock)
	}
	p, err := fpga.New(b, fpga.Source{
		Target: j.target.Name, Settings: valuesText(j.parameters()), Command: line, Design: d, Header: j.header(line),
	})
	if err != nil {
		return c.refuse(o, err)
	}
	dir := o.out
	if dir == "" {
		dir = filepath.Join("build", j.target.Name+"-"+b.Name)
	}
	m := verilog.NewManifest(j.target.Name, line, j.parameters(), d, p.RTL)
	m.Memory = j.memory()
	rtl, err := withDescriptions(p.RTL, m, nil)
	if err != nil {
		return c.refuse(o, err)
	}
	files, err := withManifest(p.Files, &verilog.Manifest{Target: j.target.Name, Top: "top", Command: line, Parameters: j.parameters(), Memory: m.Memory})
	if err != nil {
		return c.refuse(o, err)
	}
	e := emitted{
		Target: j.target.Name, Directory: dir, Command: line, Next: "make -C " + dir + " bitstream",
		Clock: p.MHz, Parameters: j.parameters(), Files: []emittedFile{},
		Notes: append([]string{fmt.Sprintf("%s, at %v MHz: %s", b.Help, p.MHz, b.Note)}, memoryNotes(d, o.memory)...),
	}
	if err := c.writeProject(dir, files, rtl, &e); err != nil {
		return c.refuse(o, fmt.Errorf("-out %s: %w", dir, err))
	}
	if o.json {
		c.print(e)
	} else {
		fmt.Fprint(c.stdout, e)
	}
	return held
}

// writeProject writes the files of a project and, below them, its Verilog, once both are sure not to replace
// files of the user's.
func (c *command) writeProject(dir string, files, rtl []verilog.File, e *emitted) error {
	below := filepath.Join(dir, "rtl")
	if err := writable(readPrevious(below), rtl); err != nil {
		return fmt.Errorf("rtl: %w", err)
	}
	for _, part := range []struct {
		folder string
		files  []verilog.File
	}{{"", files}, {"rtl", rtl}} {
		w, err := write(c.ctx, filepath.Join(dir, part.folder), part.files)
		if err != nil {
			return err
		}
		for _, f := range part.files {
			e.Files = append(e.Files, emittedFile{filepath.Join(part.folder, f.Name), len(f.Text)})
		}
		for _, name := range w.replaced {
			e.Replaced = append(e.Replaced, filepath.Join(part.folder, name))
		}
		for _, name := range w.removed {
			e.Removed = append(e.Removed, filepath.Join(part.folder, name))
		}
	}
	return nil
}

// findBoard finds what a line names with -board, at the clock that -clock asks for, and adds what is wrong with it to the faults of the line.
func findBoard(o *options) fpga.Board {
	boards := fpga.Boards()
	var known []string
	for _, b := range boards {
		known = append(known, b.Name)
	}
	i := slices.Index(known, o.board)
	switch {
	case o.board == "":
		o.faultf("-board is missing%s", target.Nearest("", known))
	case i < 0:
		o.faultf("-board %s: no such board%s", o.board, target.Nearest(o.board, known))
	}
	b := boards[max(0, i)]
	if o.clock == 0 || i < 0 {
		return b
	}
	b, err := b.At(o.clock)
	if err != nil {
		o.faultf("-clock %v: %w", o.clock, err)
	}
	return b
}

// selfTested lists the targets that can go on a board.
func (c *command) selfTested() (names []string) {
	for _, t := range c.targets {
		if t.SelfTest != nil {
			names = append(names, t.Name)
		}
	}
	return names
}

// A listedBoard is what programs are told about a board.
type listedBoard struct {
	Name       string  `json:"name"`
	Help       string  `json:"help"`
	Family     string  `json:"family"`
	Device     string  `json:"device"`
	Package    string  `json:"package,omitempty"`
	Oscillator float64 `json:"oscillatorMHz"`
	Clock      float64 `json:"clockMHz"`
	FlipFlops  int     `json:"flipFlops"`
	BlockRAMs  int     `json:"blockRAMs"`
}

// listBoards prints the boards, a line each.
func (c *command) listBoards(o *options) int {
	if o.target != "" || o.board != "" || o.clock != 0 || o.memory != ir.MemAuto || len(o.set) > 0 || o.out != "" {
		o.faults = append(o.faults, errors.New("-list: goes with no other flag"))
	}
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	list := []listedBoard{}
	for _, b := range fpga.Boards() {
		list = append(list, listedBoard{
			b.Name, b.Help, string(b.Family), b.Device, b.Package, b.Oscillator, b.Clock, b.Room.FlipFlops, b.Room.BlockRAMs,
		})
	}
	if o.json {
		c.print(map[string]any{"boards": list})
		return held
	}
	for _, b := range list {
		fmt.Fprintf(c.stdout, "%s %s %s, %v MHz to run at %v MHz: %s\n",
			b.Name, b.Family, strings.TrimSpace(b.Device+" "+b.Package), b.Oscillator, b.Clock, b.Help)
	}
	return held
}
