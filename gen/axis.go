package main

import (
	"path/filepath"

	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/target"
)

// axis writes the Verilog of the AXI4-Stream endpoint of a target.
func (c *command) axis(o *options) int {
	j := c.job(o)
	if j != nil && j.target.Endpoint == nil {
		var known []string
		for _, t := range c.targets {
			if t.Endpoint != nil {
				known = append(known, t.Name)
			}
		}
		o.faultf("-target %s: it has no AXI4-Stream endpoint%s", j.target.Name, target.Nearest("", known))
	}
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	d, err := j.target.Endpoint(j.values)
	if err != nil {
		return c.refuse(o, err)
	}
	line, name := j.command("axis"), j.target.Name+"-axis"
	modules, err := verilog.Emit(d, verilog.Options{Header: []string{
		"Flitwright " + name + ": AXI4-Stream endpoint of a host, docs/spec/axis.md", valuesText(j.parameters()), "made by: " + line,
	}})
	if err != nil {
		return c.refuse(o, err)
	}
	files, err := withDescriptions(modules, verilog.NewManifest(name, line, j.parameters(), d, modules), nil)
	if err != nil {
		return c.refuse(o, err)
	}
	e := emitted{Target: name, Directory: filepath.Join("build", name), Command: line, Next: j.command(), Parameters: j.parameters()}
	return c.put(o, e, files)
}
