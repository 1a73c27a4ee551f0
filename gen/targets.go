package main

import (
	"fmt"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/target"
)

// targets are the routers that gen knows, in the order of -list.
func targets() []target.Target {
	return []target.Target{cm5router.Target()}
}

// A job is a target with values for all its parameters.
type job struct {
	target *target.Target
	values target.Values
}

// job finds what a line names with -target and -set, nil if there is no such target, and adds what
// is wrong with it to the faults of the line.
func (c *command) job(o *options) *job {
	var known []string
	for i := range c.targets {
		t := &c.targets[i]
		known = append(known, t.Name)
		if t.Name != o.target {
			continue
		}
		v, err := t.Parse(o.set)
		if err != nil {
			o.faults = append(o.faults, err)
		}
		return &job{t, v}
	}
	wrong := "-target " + o.target + ": no such target"
	if o.target == "" {
		wrong = "-target is missing"
	}
	o.faults = append(o.faults, fmt.Errorf("%s%s", wrong, target.Nearest(o.target, known)))
	return nil
}
