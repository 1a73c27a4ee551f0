package main

import (
	"strings"

	"github.com/flitwright/flitwright/regress"
	"github.com/flitwright/flitwright/target"
)

// settings are corners of the parameters of each target, the default among them.
var settings = map[string][]string{
	"cm5": {
		"", "words=1 crc_width=4", "words=15 depth=2 crc_width=32", "words=16 link=3", "words=18 parents=2 depth=64",
	},
	"myrinet": {
		"", "ports=2", "ports=3 sym_stop=f0 crc_poly=31", "ports=16", "link_latency=0 depth=18 ks=10 kg=9 refresh=2 stop_expire=8",
	},
	"t3e": {
		"", "x=1 y=1 z=2 max_flits=1 escape_depth=1 adaptive_depth=1 stages=1", "x=2 y=5 z=3 stages=3 flit=65 link_latency=4",
		"x=32 y=32 z=32 max_flits=15 adaptive_depth=64 escape_depth=15 stages=1", "x=3 y=1 z=1 max_flits=2 adaptive_depth=2 escape_depth=3",
		"x=1 y=1 z=1 max_flits=3 adaptive_depth=5 escape_depth=4 stages=3",
	},
	"vcalloc-dateline": {
		"", "inputs=1 outputs=1 vcs=2", "arch=sep-of arb=matrix inputs=3 outputs=5", "arch=wavefront inputs=2 outputs=3",
		"inputs=8 outputs=2 vcs=8", "arch=wavefront inputs=1 outputs=8 vcs=6",
	},
	"vcalloc-escape": {
		"", "inputs=1 outputs=1 vcs=3", "arch=sep-of arb=matrix inputs=3 outputs=5 vcs=4", "arch=wavefront inputs=2 outputs=3",
		"arb=matrix inputs=4 outputs=2 vcs=6", "arch=wavefront inputs=3 outputs=2 vcs=8",
	},
}

// corners are the settings of a target, or the ends of its ranges if it has none.
func corners(t *target.Target) []target.Values {
	var list []target.Values
	for _, set := range settings[t.Name] {
		v, err := t.Parse(strings.Fields(set))
		if err != nil {
			panic(err) // of this table
		}
		list = append(list, v)
	}
	if list == nil {
		list = regress.Extremes(t)
	}
	return list
}
