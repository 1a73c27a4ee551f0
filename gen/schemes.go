package main

import (
	"cmp"
	"fmt"
	"slices"

	schemes "github.com/flitwright/flitwright/routing"
)

// listSchemes prints the routing schemes, or the one that the line names, or what -set takes with
// prove -target besides the target's own parameters; a line each.
func (c *command) listSchemes(o *options) int {
	if o.target != "" {
		return c.listEmission(o)
	}
	list := schemes.Schemes()
	if o.routing != "" {
		s, err := schemes.Find(o.routing)
		if err != nil {
			return c.refuse(o, append(o.faults, err)...)
		}
		list = []schemes.Scheme{*s}
	}
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	var told []listedScheme
	for _, s := range list {
		told = append(told, describeScheme(s))
	}
	if o.json {
		c.print(map[string]any{"schemes": told})
		return held
	}
	for _, s := range told {
		fmt.Fprintf(c.stdout, "%-18s %s\n", s.Name, s.Help)
		c.listValues(s.Parameters)
	}
	return held
}

// A listedScheme is what programs are told about a scheme.
type listedScheme struct {
	Name       string        `json:"name"`
	Help       string        `json:"help"`
	Parameters []listedValue `json:"parameters"`
}

// A listedValue is what programs are told about a parameter of prove.
type listedValue struct {
	Name    string `json:"name"`
	Help    string `json:"help"`
	Default string `json:"default"`
	Values  string `json:"values"`
}

func describeScheme(s schemes.Scheme) listedScheme {
	t := listedScheme{s.Name, s.Help, []listedValue{}}
	for _, p := range s.Params {
		t.Parameters = append(t.Parameters, listedValue{p.Name, p.Help, p.Default(), p.Describe()})
	}
	return t
}

func (c *command) listValues(list []listedValue) {
	for _, p := range list {
		fmt.Fprintf(c.stdout, "    %s=%s (%s): %s\n", p.Name, p.Default, p.Values, p.Help)
	}
}

// listEmission prints what -set takes with prove -target besides the parameters of the target.
func (c *command) listEmission(o *options) int {
	if o.routing != "" {
		o.faultf("-list: goes with -target or -routing, not with both")
	}
	e := findEmission(c, o)
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	list := []listedValue{}
	for _, p := range e.around {
		r := p.Range(nil)
		list = append(list, listedValue{p.Name, p.Help, p.Format(r.Default), p.Describe(nil)})
	}
	if e.scheme != "" {
		s, err := schemes.Find(e.scheme)
		if err != nil {
			return c.refuse(o, err)
		}
		for _, p := range describeScheme(*s).Parameters {
			if e.graph || slices.Contains(e.names, p.Name) {
				p.Default = cmp.Or(e.defaults[p.Name], p.Default)
				list = append(list, p)
			}
		}
	}
	if o.json {
		c.print(map[string]any{"target": e.target, "parameters": list})
		return held
	}
	fmt.Fprintf(c.stdout, "%-18s -set takes the parameters of gen -list -target %s", e.target, e.target)
	if len(list) > 0 {
		fmt.Fprint(c.stdout, ", and")
	}
	fmt.Fprintln(c.stdout)
	c.listValues(list)
	if e.graph {
		fmt.Fprintf(c.stdout, "    or, with -routing R, those of gen prove -list -routing R; %s is the default\n", e.scheme)
	}
	return held
}
