package cm5router

import (
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/cm5router/golden"
	"github.com/flitwright/flitwright/cm5router/traffic"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
)

// Target is the router for the command line.
func Target() target.Target {
	return target.Target{
		Name: "cm5",
		Help: "CM-5 data router, 8x8, 4-bit flits, tokens, CRC, all-fall-down (Leiserson et al. 1992)",
		Params: []target.Param{
			param("words", "longest message in 32-bit words; two length flits from 16", false),
			param("link", "cycles of wire each way, outside the chip", false),
			param("parents", "parent ports", false),
			param("depth", "input FIFO in flits, default 2*link+6", false),
			param("crc_width", "bits of the CRC", false),
			param("crc_poly", "CRC polynomial without its highest term, default 7 below 12 bits, 80f at 12", true),
		},
		Build:      func(v target.Values) (*ir.Design, error) { return Build(configOf(v)) },
		Golden:     func(v target.Values) (target.Model, error) { return golden.New(configOf(v)) },
		Static:     []string{"cfg_level", "cfg_parents", "cfg_children"},
		Traffic:    traffic.Profiles(),
		Scoreboard: func(v target.Values) target.Scoreboard { return traffic.NewScoreboard(configOf(v)) },
		Counters:   target.Counters{Registers: []string{"cm5_receive.messages", "cm5_output.messages"}},
		SelfTest:   func(v target.Values) (*ir.Design, error) { return SelfTest(configOf(v)) },
	}
}

// param describes the parameter of this name; its range is the one of package config.
func param(name, help string, hex bool) target.Param {
	return target.Param{Name: name, Help: help, Hex: hex, Range: func(v target.Values) target.Range {
		c := configOf(v)
		d := config.Default(c.Link)
		d.Link, d.CRCPoly = 0, config.DefaultPoly(c.CRCWidth)
		defaults := d.Values()
		for i, r := range c.Ranges() {
			if r.Name == name {
				return target.Range{Min: r.Min, Max: r.Max, Multiple: r.Multiple, Default: defaults[i]}
			}
		}
		panic("cm5router: no range for parameter " + name)
	}}
}

// configOf reads values; parameters that have none yet are 0.
func configOf(v target.Values) config.Config {
	return config.Config{
		Words: int(v["words"]), Link: int(v["link"]), Parents: int(v["parents"]), Depth: int(v["depth"]),
		CRCWidth: int(v["crc_width"]), CRCPoly: v["crc_poly"],
	}
}
