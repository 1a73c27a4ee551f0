package myrinetswitch

import (
	"fmt"

	"github.com/flitwright/flitwright/axis"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/myrinetswitch/golden"
	"github.com/flitwright/flitwright/myrinetswitch/traffic"
	"github.com/flitwright/flitwright/target"
)

// help says what each parameter is, in the order of config.Ranges.
var help = []string{
	"ports", "queue of an input in characters", "STOP is sent above this level", "GO is sent below this level",
	"cycles of cable each way, for the slack proof", "cycles between two STOPs while stopping",
	"cycles after which a STOP is forgotten",
	"code of IDLE", "code of GO", "code of GAP", "code of STOP", "code of FRES", "CRC-8 polynomial without its highest term",
}

// Target is the switch for the command line.
func Target() target.Target {
	t := target.Target{
		Name:       "myrinet",
		Help:       "Myrinet switch, relative-port source routing, STOP/GO, forward reset (Mainwaring et al. 1997)",
		Rules:      func(v target.Values) error { return configOf(v).Validate() },
		Notes:      func(v target.Values) []string { return slack(configOf(v)) },
		Build:      func(v target.Values) (*ir.Design, error) { return Build(configOf(v)) },
		Golden:     func(v target.Values) (target.Model, error) { return golden.New(configOf(v)) },
		Traffic:    traffic.Profiles(),
		Scoreboard: func(v target.Values) target.Scoreboard { return traffic.NewScoreboard(configOf(v)) },
		Counters: target.Counters{Stay: true, Registers: []string{
			"myrinet_receive.fres_count", "myrinet_front.packets", "myrinet_front.stranded", "myrinet_front.illegal_turn", "myrinet_front.no_wire",
			"myrinet_front.crc_errors", "myrinet_front.timeouts",
		}},
		SelfTest: func(v target.Values) (*ir.Design, error) { return SelfTest(configOf(v)) },
		Endpoint: func(v target.Values) (*ir.Design, error) { return axis.BuildMyrinet(configOf(v)) },
	}
	defaults := config.Default().Values()
	for i, r := range config.Ranges() {
		t.Params = append(t.Params, target.Param{
			Name: r.Name, Help: help[i], Hex: i >= 7, Range: target.Fixed(r.Min, r.Max, 1, defaults[i]),
		})
	}
	return t
}

func configOf(v target.Values) config.Config {
	n := func(name string) int { return int(v[name]) }
	return config.Config{
		Ports: n("ports"), Depth: n("depth"), Ks: n("ks"), Kg: n("kg"), LinkLatency: n("link_latency"),
		Refresh: n("refresh"), StopExpire: n("stop_expire"),
		Symbols: config.Symbols{
			Idle: v["sym_idle"], Go: v["sym_go"], Gap: v["sym_gap"], Stop: v["sym_stop"], Fres: v["sym_fres"],
		},
		CRCPoly: v["crc_poly"],
	}
}

// slack shows the numbers behind the proof that no queue overflows or runs dry.
func slack(c config.Config) []string {
	r := c.Slack()
	return []string{
		fmt.Sprintf("R = %d characters can still arrive after the count first exceeds ks", r),
		fmt.Sprintf("no overflow: ks+1+R = %d <= depth = %d", c.Ks+1+r, c.Depth),
		fmt.Sprintf("no bubble: R+2 = %d <= kg = %d < ks = %d", r+2, c.Kg, c.Ks),
	}
}
