package main

import (
	"slices"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch"
	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/vcallocator"
)

// targets are the routers that gen knows, in the order of -list.
func targets() []target.Target {
	return []target.Target{
		cm5router.Target(), t3erouter.Target(), myrinetswitch.Target(),
		vcallocator.Dateline(), vcallocator.Escape(),
	}
}

// A job is a target with values for all its parameters.
type job struct {
	target *target.Target
	values target.Values
}

// find finds what a line names with -target, and adds what is wrong with it to the faults of the
// line. In place of a target that there is not it takes the one most likely meant, so that all else
// on the line is looked at too; it is nil if there is none.
func (c *command) find(o *options) *target.Target {
	var known []string
	for _, t := range c.targets {
		known = append(known, t.Name)
	}
	name := o.target
	switch {
	case name == "":
		o.faultf("-target is missing%s", target.Nearest(name, known))
		return nil
	case !slices.Contains(known, name):
		o.faultf("-target %s: no such target%s", name, target.Nearest(name, known))
		name = target.Closest(name, known)
	}
	i := slices.Index(known, name)
	if i < 0 {
		return nil
	}
	return &c.targets[i]
}

// job is find with the values that a line names with -set.
func (c *command) job(o *options) *job {
	t := c.find(o)
	if t == nil {
		return nil
	}
	v, err := t.Parse(o.set)
	if err != nil {
		o.faults = append(o.faults, err)
	}
	if t.Rules != nil { // a value that Parse refused stands at its default here
		if err := t.Rules(v); err != nil {
			o.faults = append(o.faults, err)
		}
	}
	if o.memory != ir.MemAuto {
		t = t.WithMemory(o.memory)
	}
	return &job{t, v}
}
