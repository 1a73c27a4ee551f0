package traffic

import (
	"fmt"

	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/target"
)

// A profile is kinds of episodes that take turns.
type profile struct {
	name, help string
	kinds      []kind
}

func profiles() []profile {
	return []profile{
		{"mixed", "everything in turn: legal, malformed and cut packets, STOP, time-outs, overflow, resets", []kind{
			uniform, malformed, hotspot, fres, timeout, overflow, permutation, stopped, sudden, closeRace,
			bubbles, hasty, backToBack, chaos, malformed, fres, timeout, overflow, trickle, starved,
		}},
		{"uniform", "packets of all lengths, every output alike", []kind{uniform}},
		{"hotspot", "worms from several inputs for one output", []kind{hotspot}},
		{"permutation", "all outputs busy at full rate", []kind{permutation}},
		{"back-to-back", "short packets with nothing between them", []kind{backToBack}},
		{"stopped", "receivers that send STOP for long", []kind{stopped}},
		{"malformed", "bad lead bytes, wrong CRCs, lone and lost GAPs, symbols anywhere", []kind{malformed, bubbles}},
		{"fres", "forward resets in every state of a packet", []kind{fres, sudden}},
		{"timeout", "blocked and unfinished worms, small time-outs", []kind{timeout, closeRace, trickle, starved, impatient}},
		{"overflow", "senders that ignore STOP", []kind{overflow}},
		{"steady", "all counters as fast as they go, and never a second reset", []kind{
			steadyPackets, steadyRefusals, steadyFres, steadyTimeouts,
		}},
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
		Ports:       int(v["ports"]),
		Depth:       int(v["depth"]),
		Ks:          int(v["ks"]),
		Kg:          int(v["kg"]),
		LinkLatency: int(v["link_latency"]),
		Refresh:     int(v["refresh"]),
		StopExpire:  int(v["stop_expire"]),
		Symbols: config.Symbols{
			Idle: v["sym_idle"],
			Go:   v["sym_go"],
			Gap:  v["sym_gap"],
			Stop: v["sym_stop"],
			Fres: v["sym_fres"],
		},
		CRCPoly: v["crc_poly"],
	}
}
