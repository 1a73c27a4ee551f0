package main

import (
	"fmt"

	"github.com/flitwright/flitwright/target"
)

// list prints the targets, a line each, or the one that the line names, with what its parameters and
// its traffic are.
func (c *command) list(o *options) int {
	targets := c.targets
	if o.target != "" {
		if t := c.find(o); t != nil {
			targets = []target.Target{*t}
		}
	}
	if len(o.set) > 0 || o.out != "" {
		o.faultf("-list: goes with -target alone")
	}
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	if o.json {
		c.print(map[string]any{"targets": describe(targets)})
		return held
	}
	for i := range targets {
		t := &targets[i]
		fmt.Fprintf(c.stdout, "%s", t.Name)
		v, _ := t.Parse(nil)
		for _, p := range t.Params {
			fmt.Fprintf(c.stdout, " %s=%s (%s)", p.Name, p.Format(v[p.Name]), p.Describe(v))
		}
		fmt.Fprintf(c.stdout, ": %s\n", t.Help)
		if o.target != "" {
			c.listDetails(t)
		}
	}
	return held
}

func (c *command) listDetails(t *target.Target) {
	for _, p := range t.Params {
		fmt.Fprintf(c.stdout, "    %-22s %s\n", "-set "+p.Name+"=", p.Help)
	}
	for _, p := range t.Traffic {
		fmt.Fprintf(c.stdout, "    %-22s %s\n", "-traffic "+p.Name, p.Help)
	}
}

// A listed target is what programs are told about it. Ranges that depend on other parameters
// are those of the defaults.
type listed struct {
	Name       string            `json:"name"`
	Help       string            `json:"help"`
	Parameters []listedParameter `json:"parameters"`
	Traffic    []listedProfile   `json:"traffic"`
}

// A listedParameter has its values as -set takes them. One with names has them, from min to max, as
// choices.
type listedParameter struct {
	Name     string   `json:"name"`
	Help     string   `json:"help"`
	Default  string   `json:"default"`
	Min      string   `json:"min"`
	Max      string   `json:"max"`
	Multiple uint64   `json:"multiple"`
	Choices  []string `json:"choices,omitempty"`
}

type listedProfile struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

func describe(targets []target.Target) []listed {
	list := []listed{}
	for i := range targets {
		t := &targets[i]
		d := listed{Name: t.Name, Help: t.Help, Parameters: []listedParameter{}, Traffic: []listedProfile{}}
		v, _ := t.Parse(nil)
		for _, p := range t.Params {
			d.Parameters = append(d.Parameters, parameter(p, v))
		}
		for _, p := range t.Traffic {
			d.Traffic = append(d.Traffic, listedProfile{p.Name, p.Help})
		}
		list = append(list, d)
	}
	return list
}

func parameter(p target.Param, v target.Values) listedParameter {
	r := p.Range(v)
	return listedParameter{p.Name, p.Help, p.Format(r.Default), p.Format(r.Min), p.Format(r.Max), max(1, r.Multiple), p.Choices(v)}
}
