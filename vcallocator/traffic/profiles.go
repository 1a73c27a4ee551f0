package traffic

import (
	"fmt"

	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/vcallocator/config"
)

// An episode is a stretch of traffic of one kind. Chances are in 256.
type episode struct {
	resets, cycles int
	gap, hold      int // most cycles between two packets of an input VC, and of a packet on an output VC
	wants, open    int // quarters of the legal VCs that are wanted, and of the VCs not held that are free
	hot, hotPort   int // chance of a port, and the port
	turns          int // chance of a turn
	fickle         int // chance that a request is given up, each cycle
	wrong          int // chance of a malformed request
}

// A kind draws an episode.
type kind func(s *stimulus) episode

// short is an episode that begins with a reset.
func (s *stimulus) short() episode {
	return episode{
		resets: s.between(1, 3), cycles: s.between(50, 300), wants: s.between(1, 4), open: 4, turns: 64,
		hotPort: s.below(s.Outputs),
	}
}

// router is what an allocator sees in a router that works.
func router(s *stimulus) episode {
	e := s.short()
	e.resets, e.cycles, e.gap, e.hold = s.below(2), s.between(200, 600), s.between(0, 30), s.between(1, 20)
	e.hot = s.below(2) * s.below(256)
	return e
}

// saturated has every VC free always, and every input VC asking.
func saturated(s *stimulus) episode {
	e := s.short()
	e.hot = s.below(2) * 255
	return e
}

// scarce has free VCs come and go.
func scarce(s *stimulus) episode {
	e := s.short()
	e.hold, e.open, e.hot = s.between(0, 10), s.between(1, 3), s.below(256)
	return e
}

// restless has requests change before they are granted.
func restless(s *stimulus) episode {
	e := s.short()
	e.open, e.fickle, e.turns, e.hot = s.between(1, 4), s.between(10, 200), 128, s.below(256)
	return e
}

// malformed has requests that are not legal among others.
func malformed(s *stimulus) episode {
	e := s.short()
	e.wrong, e.fickle, e.gap, e.turns, e.open = s.between(30, 200), s.between(5, 30), s.below(6), 128, s.between(2, 4)
	return e
}

// quiet has few requests: most are alone.
func quiet(s *stimulus) episode {
	e := s.short()
	e.gap, e.hold = 40*s.requesters, 3
	return e
}

type profile struct {
	name, help string
	kinds      []kind
}

func profiles() []profile {
	return []profile{
		{"mixed", "everything in turn: a router's traffic, contention, scarce VCs, fickle and malformed requests, resets", []kind{
			router, saturated, malformed, scarce, restless, quiet, malformed, saturated,
		}},
		{"router", "packets that wait for VCs and hold them", []kind{router}},
		{"saturated", "all VCs free and everybody asking", []kind{saturated}},
		{"scarce", "free VCs that come and go", []kind{scarce}},
		{"restless", "requests that change before they are granted", []kind{restless}},
		{"malformed", "ports and VCs that are not legal", []kind{malformed}},
	}
}

// Profiles lists the stimuli, the default first.
func Profiles(c config.Classes) []target.Profile {
	var list []target.Profile
	for _, p := range profiles() {
		list = append(list, target.Profile{
			Name: p.name, Help: p.help,
			New: func(v target.Values, seed uint64) target.Stimulus {
				n := func(name string) int { return int(v[name]) }
				return newStimulus(config.Config{Classes: c, Inputs: n("inputs"), Outputs: n("outputs"), VCs: n("vcs")},
					p.kinds, seed)
			},
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
