package main

import (
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
	parameters := j.parameters()
	var settings []string
	for _, p := range parameters {
		settings = append(settings, p.Name+"="+p.Value)
	}
	modules, err := verilog.Emit(d, verilog.Options{Header: []string{
		"Flitwright " + j.target.Name + ": " + j.target.Help,
		strings.Join(settings, " "),
		"made by: " + j.command(),
	}})
	if err != nil {
		return nil, nil, err
	}
	return modules, verilog.NewManifest(j.target.Name, j.command(), parameters, d, modules), nil
}

// withDescriptions adds the file list, the core and, last, the manifest, which has the digests of
// all others, to the modules.
func withDescriptions(modules []verilog.File, m *verilog.Manifest) ([]verilog.File, error) {
	list, core := m.FileList(), m.Core()
	m.Descriptions = []verilog.FileDigest{list.Digest(), core.Digest()}
	manifest, err := m.File()
	return append(modules, list, core, manifest), err
}
