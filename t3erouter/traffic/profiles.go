package traffic

import (
	"fmt"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/target"
)

// A profile is kinds of episodes that take turns.
type profile struct {
	name, help string
	kinds      []kind
}

func profiles() []profile {
	return []profile{
		{"mixed", "everything in turn: all ways, slow receivers, every error, masked links, resets", []kind{
			uniform, malformed, full, masked, hotspot, unframed, backpressure, sparse, rogues, permutation, chaos, quick,
			lazy, hotspot, malformed, blocked, cutShort, unframed, starve, masked, backpressure, chaos,
		}},
		{"clean", "legal packets only, all VCs of all ports busy", []kind{full, crowd}},
		{"permutation", "every input has an output of its own, at full rate", []kind{permutation}},
		{"storm", "mostly errors", []kind{malformed, unframed, rogues, chaos, masked, cutShort, rotten}},
		{"starve", "the longest packets beside endless short ones to the same output", []kind{starve}},
	}
}

// Profiles lists the stimuli, the default first.
func Profiles() []target.Profile {
	var list []target.Profile
	for _, p := range profiles() {
		list = append(list, target.Profile{
			Name: p.name,
			Help: p.help,
			New:  func(v target.Values, seed uint64) target.Stimulus { return newStimulus(configOf(v), p.kinds, seed) },
		})
	}
	return list
}

// NewStimulus makes the stimulus of the profile with this name.
func NewStimulus(c config.Config, name string, seed uint64) (target.Stimulus, error) {
	for _, p := range profiles() {
		if p.name == name {
			return newStimulus(c, p.kinds, seed), nil
		}
	}
	return nil, fmt.Errorf("no traffic profile %q", name)
}

// configOf reads the parameters by the names of the page.
func configOf(v target.Values) config.Config {
	return config.Config{
		X: int(v["x"]), Y: int(v["y"]), Z: int(v["z"]),
		Flit: int(v["flit"]), MaxFlits: int(v["max_flits"]),
		AdaptiveDepth: int(v["adaptive_depth"]), EscapeDepth: int(v["escape_depth"]),
		LinkLatency: int(v["link_latency"]), Stages: int(v["stages"]),
	}
}
