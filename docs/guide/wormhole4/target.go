package wormhole4

import (
	"github.com/flitwright/flitwright/docs/guide/wormhole4/golden"
	"github.com/flitwright/flitwright/docs/guide/wormhole4/traffic"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
)

// Target is the switch for the command and for package tb.
func Target() target.Target {
	return target.Target{
		Name: "wormhole4",
		Help: "wormhole switch of four ports, ready/valid, round robin",
		Params: []target.Param{
			{Name: "width", Help: "bits of payload in a flit", Range: target.Fixed(8, 62, 1, 8)},
			{Name: "depth", Help: "flits in an input queue", Range: target.Fixed(2, 16, 1, 4)},
		},
		Build: func(v target.Values) (*ir.Design, error) {
			return Build(Config{Width: int(v["width"]), Depth: int(v["depth"])})
		},
		Golden: func(v target.Values) (target.Model, error) {
			return golden.New(int(v["width"]), int(v["depth"])), nil
		},
		Traffic:    traffic.Profiles(),
		Scoreboard: traffic.NewScoreboard,
	}
}
