package main

import (
	"fmt"

	schemes "github.com/flitwright/flitwright/routing"
)

// listSchemes prints the routing schemes, a line each, or the one that the line names.
func (c *command) listSchemes(o *options) int {
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
	type parameter struct {
		Name    string `json:"name"`
		Help    string `json:"help"`
		Default string `json:"default"`
		Values  string `json:"values"`
	}
	type scheme struct {
		Name       string      `json:"name"`
		Help       string      `json:"help"`
		Parameters []parameter `json:"parameters"`
	}
	var told []scheme
	for _, s := range list {
		t := scheme{s.Name, s.Help, []parameter{}}
		for _, p := range s.Params {
			t.Parameters = append(t.Parameters, parameter{p.Name, p.Help, p.Default(), p.Describe()})
		}
		told = append(told, t)
	}
	if o.json {
		c.print(map[string]any{"schemes": told})
		return held
	}
	for _, s := range told {
		fmt.Fprintf(c.stdout, "%-18s %s\n", s.Name, s.Help)
		for _, p := range s.Parameters {
			if o.routing != "" || len(told) > 1 {
				fmt.Fprintf(c.stdout, "    %s=%s (%s): %s\n", p.Name, p.Default, p.Values, p.Help)
			}
		}
	}
	return held
}
