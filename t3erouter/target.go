package t3erouter

import (
	"strings"

	"github.com/flitwright/flitwright/axis"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/golden"
	"github.com/flitwright/flitwright/t3erouter/traffic"
	"github.com/flitwright/flitwright/target"
)

// Target is the router for the command line.
func Target() target.Target {
	return target.Target{
		Name: "t3e",
		Help: "Cray T3E router, 3-D torus, 5 VCs, virtual cut-through, adaptive with escapes (Scott & Thorson 1996)",
		Params: []target.Param{
			param("x", "size of the torus in x; 1: no links in this dimension"),
			param("y", "size in y"),
			param("z", "size in z"),
			param("flit", "data bits of a flit, 6 of sideband beside them"),
			param("max_flits", "flits of the longest packet"),
			param("adaptive_depth", "flits of an adaptive VC's buffer"),
			param("escape_depth", "flits of any other VC's buffer"),
			param("link_latency", "registers on each output"),
			param("stages", "cycles through the router, the first output register included"),
		},
		Build:      func(v target.Values) (*ir.Design, error) { return Build(configOf(v)) },
		Golden:     func(v target.Values) (target.Model, error) { return golden.New(configOf(v)) },
		Traffic:    traffic.Profiles(),
		Scoreboard: func(v target.Values) target.Scoreboard { return traffic.NewScoreboard(configOf(v)) },
		Counters: target.Counters{Stay: true, Registers: []string{
			"t3erouter.packets_0", "t3erouter.packets_1", "t3erouter.packets_2", "t3erouter.packets_3", "t3erouter.packets_4",
			"t3erouter.ejected", "t3erouter.dropped", "t3erouter.escapes",
		}},
		SelfTest: func(v target.Values) (*ir.Design, error) { return SelfTest(configOf(v)) },
		BlockRAM: "stages=3",
		Endpoint: func(v target.Values) (*ir.Design, error) { return axis.BuildT3E(configOf(v)) },
	}
}

// param describes the parameter of this name; its range is the one of package config.
func param(name, help string) target.Param {
	return target.Param{Name: name, Help: help, Range: func(v target.Values) target.Range {
		c, defaults := configOf(v), config.Default(10).Values()
		if strings.HasSuffix(name, "_depth") { // these follow from the longest packet, which is read before them
			defaults = config.Default(max(c.MaxFlits, 1)).Values()
		}
		for i, r := range c.Ranges() {
			if r.Name == name {
				return target.Range{Min: r.Min, Max: r.Max, Multiple: 1, Default: defaults[i]}
			}
		}
		panic("t3erouter: no range for parameter " + name)
	}}
}

// configOf reads values; parameters that have none yet are 0.
func configOf(v target.Values) config.Config {
	return config.Config{
		X: int(v["x"]), Y: int(v["y"]), Z: int(v["z"]), Flit: int(v["flit"]), MaxFlits: int(v["max_flits"]),
		AdaptiveDepth: int(v["adaptive_depth"]), EscapeDepth: int(v["escape_depth"]),
		LinkLatency: int(v["link_latency"]), Stages: int(v["stages"]),
	}
}
