package main

import (
	"slices"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
)

// command is the line that reproduces the files, or with a verb does something else with the
// same target and values.
func (j *job) command(verb ...string) string {
	line := append([]string{"go run ./gen"}, verb...)
	return strings.Join(append(line, j.target.Flags(j.values)...), " ")
}

// parameters describes the values.
func (j *job) parameters() []verilog.Parameter {
	var list []verilog.Parameter
	for _, p := range j.target.Params {
		x := j.values[p.Name]
		list = append(list, verilog.Parameter{Name: p.Name, Value: p.Format(x), Changed: x != p.Range(j.values).Default})
	}
	return list
}

// emit makes the Verilog of a design and describes it.
func (j *job) emit(d *ir.Design) ([]verilog.File, *verilog.Manifest, error) {
	modules, err := verilog.Emit(d, verilog.Options{Header: j.header(j.command())})
	if err != nil {
		return nil, nil, err
	}
	m := verilog.NewManifest(j.target.Name, j.command(), j.parameters(), d, modules)
	m.Memory = j.memory()
	return modules, m, nil
}

// memory is the wish for memories as a manifest has it, "" for none.
func (j *job) memory() string {
	if j.target.Memory == ir.MemAuto {
		return ""
	}
	return j.target.Memory.String()
}

// header is what each file says at its top, a line each; command is the line that makes it.
func (j *job) header(command string) []string {
	return []string{
		"Flitwright " + j.target.Name + ": " + j.target.Help,
		valuesText(j.parameters()),
		"made by: " + command,
	}
}

// valuesText writes parameters for people.
func valuesText(parameters []verilog.Parameter) string {
	var list []string
	for _, p := range parameters {
		list = append(list, p.Name+"="+p.Value)
	}
	return strings.Join(list, " ")
}

// withDescriptions adds to the modules what an emission brings along: the file list, the testbench if there are vectors, the core, the
// instantiation template and, last, the manifest, which has the digests of all others.
func withDescriptions(modules []verilog.File, m *verilog.Manifest, v *verilog.Vectors) ([]verilog.File, error) {
	files := []verilog.File{m.FileList()}
	var testbench *verilog.File
	if v != nil {
		t := m.Testbench(*v)
		testbench, files = &t, append(files, t)
	}
	files = append(files, m.Core(testbench), m.Template())
	for _, f := range files {
		m.Descriptions = append(m.Descriptions, f.Digest())
	}
	manifest, err := m.File()
	return slices.Concat(modules, files, []verilog.File{manifest}), err
}

// withManifest adds the manifest, which has their digests, to files of which the first is the top module's.
func withManifest(files []verilog.File, m *verilog.Manifest) ([]verilog.File, error) {
	m.Ports, m.Descriptions = []verilog.Port{}, []verilog.FileDigest{}
	for i, f := range files {
		if i == 0 {
			m.Files = append(m.Files, f.Digest())
		} else {
			m.Descriptions = append(m.Descriptions, f.Digest())
		}
	}
	manifest, err := m.File()
	return append(files, manifest), err
}
