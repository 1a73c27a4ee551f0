package traffic

import (
	"fmt"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/target"
)

// A profile is kinds of episodes that take turns.
type profile struct {
	name, help string
	kinds      []kind
}

func profiles() []profile {
	return []profile{
		{"mixed", "everything in turn: legal, malformed and damaged messages, stalls, resets", []kind{
			uniform, malformed, hotspot, linkErrors, permutation, rogues, backpressure, allFallDown,
			noParents, lazy, hasty, bursts, malformed, brokenFrames, noChildren, allFallDown, sparse, rogues,
			cutShort,
		}},
		{"uniform", "legal messages of all heights and lengths, every way alike", []kind{uniform}},
		{"hotspot", "most messages to one child, or all up through few parents", []kind{hotspot}},
		{"permutation", "all outputs busy at once", []kind{permutation}},
		{"bursts", "many messages at once, then none", []kind{bursts}},
		{"idle", "one message now and then", []kind{sparse}},
		{"errors", "flipped bits and complemented CRCs", []kind{linkErrors}},
		{"malformed", "wrong heights, ports and lengths", []kind{malformed, noParents, noChildren}},
		{"afd", "cfg_afd on, off and changing in traffic", []kind{allFallDown}},
		{"backpressure", "outputs that give tokens seldom or not for long", []kind{backpressure, lazy, longest}},
		{"dammed", "messages as long as any come to outputs without a token", []kind{dammed, felled}},
		{"steady", "all outputs busy with short messages, and never a second reset", []kind{steady}},
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
		Words:    int(v["words"]),
		Link:     int(v["link"]),
		Parents:  int(v["parents"]),
		Depth:    int(v["depth"]),
		CRCWidth: int(v["crc_width"]),
		CRCPoly:  v["crc_poly"],
	}
}
