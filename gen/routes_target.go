package main

import (
	"slices"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/target"
)

// withTorus adds to the targets the sizes of a torus under the name of the router that it is made of,
// as long as gen has no such target.
func withTorus(targets []target.Target) []target.Target {
	if slices.ContainsFunc(targets, func(t target.Target) bool { return t.Name == routed }) {
		return targets
	}
	t := target.Target{Name: routed}
	c := config.Default(10)
	for i, r := range c.Ranges()[:3] {
		t.Params = append(t.Params, target.Param{Name: r.Name, Range: target.Fixed(r.Min, r.Max, 1, c.Values()[i])})
	}
	return append(slices.Clip(targets), t)
}
