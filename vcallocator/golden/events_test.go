package golden

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/vcallocator/config"
)

func TestEventNames(t *testing.T) {
	for _, x := range []struct {
		c    config.Config
		want string
	}{
		{config.Config{Classes: config.Dateline, Inputs: 1, Outputs: 1, VCs: 2},
			`grant[0] grant-port[0] grant-vc[0] grant-vc[1] move[0>0] move[0>1] move[1>1] turn[1>0]
			lost[0] lost[1] contend[2] choice busy[0] nothing illegal-vc[1] illegal-port[0] repaired
			port-full all-ports reset-traffic beaten`},
		// No VC is illegal, req_i_port writes no port too many, three input VCs cannot take four ports.
		{config.Config{Classes: config.Escape, Inputs: 1, Outputs: 4, VCs: 3, Arch: config.SepOF},
			`grant[0] grant-port[0] grant-port[1] grant-port[2] grant-port[3] grant-vc[0] grant-vc[1] grant-vc[2]
			move[0>0] move[0>1] move[0>2] move[1>0] move[1>1] move[1>2] move[2>0] move[2>1] move[2>2]
			lost[0] lost[1] lost[2] contend[2] choice busy[0] busy[1] busy[2] busy[3] nothing
			port-full reset-traffic twice`},
		{config.Config{Classes: config.Dateline, Inputs: 2, Outputs: 2, VCs: 4, Arch: config.Wavefront},
			`grant[0] grant[1] grant-port[0] grant-port[1] grant-vc[0] grant-vc[1] grant-vc[2] grant-vc[3]
			move[0>0] move[0>1] move[1>1] move[2>2] move[2>3] move[3>3] turn[1>0] turn[3>2]
			lost[0] lost[1] lost[2] lost[3] contend[2] contend[3] contend[4] choice busy[0] busy[1] nothing
			illegal-vc[0] illegal-vc[1] illegal-vc[2] illegal-vc[3] repaired
			port-full all-ports reset-traffic held turned`},
	} {
		a, err := New(x.c)
		require.NoError(t, err)
		var got []string
		for name, n := range a.Events() {
			require.Zero(t, n, name)
			got = append(got, name)
		}
		require.Equal(t, strings.Fields(x.want), got)
		for range a.Events() { // a consumer may stop
			break
		}
	}
}

// TestEvents counts those of short scripts, held and turned beside TestWavefront.
func TestEvents(t *testing.T) {
	small := config.Config{Classes: config.Dateline, Inputs: 2, Outputs: 3, VCs: 2}
	sepOF, wavefront := small, small
	sepOF.Arch, wavefront.Arch = config.SepOF, config.Wavefront
	two := config.Config{Classes: config.Escape, Inputs: 1, Outputs: 2, VCs: 5}
	for _, x := range []struct {
		name   string
		c      config.Config
		script []line
		want   map[string]uint64
	}{
		{"one of two is beaten", small, []line{{"0@1:01 2@1:01", "", "0:0"}}, map[string]uint64{
			"grant[0]": 1, "grant-port[1]": 1, "grant-vc[0]": 1, "move[0>0]": 1,
			"lost[0]": 1, "lost[1]": 1, "contend[2]": 2, "choice": 1, "beaten": 1}},
		{"two VCs are offered to one", sepOF, []line{{"0@1:01 2@1:01", "", "0:0"}}, map[string]uint64{
			"grant[0]": 1, "grant-port[1]": 1, "grant-vc[0]": 1, "move[0>0]": 1,
			"lost[0]": 1, "lost[1]": 1, "contend[2]": 2, "choice": 1, "twice": 1}},
		{"one VC is offered", sepOF, []line{{"0@1:01", "1:0", "0:1"}}, map[string]uint64{
			"grant[0]": 1, "grant-port[1]": 1, "grant-vc[1]": 1, "move[0>1]": 1}},
		{"a port is full", wavefront, []line{{"0@1:01 2@1:01", "", "0:0 2:1"}}, map[string]uint64{
			"grant[0]": 1, "grant[1]": 1, "grant-port[1]": 2, "grant-vc[0]": 1, "grant-vc[1]": 1,
			"move[0>0]": 1, "move[0>1]": 1, "contend[2]": 2, "choice": 2, "port-full": 1}},
		{"a port is full of one input port", small, []line{{"0@0:0 1@0:1", "", "0:0 1:1"}}, map[string]uint64{
			"grant[0]": 2, "grant-port[0]": 2, "grant-vc[0]": 1, "grant-vc[1]": 1,
			"move[0>0]": 1, "move[1>1]": 1, "port-full": 1}},
		{"a start is held, then 0 again", config.Config{Classes: config.Dateline, Inputs: 1, Outputs: 1, VCs: 2, Arch: config.Wavefront},
			[]line{
				{"0@0:0 1@0:0t", "", "0:0"},    // 1, due 10
				{"0@0:1 1@0:0t", "0:0", "0:1"}, // held: (1,0) waits
				{"1@0:0t", "", "1:0"},          // 0
			}, map[string]uint64{
				"grant[0]": 3, "grant-port[0]": 3, "grant-vc[0]": 2, "grant-vc[1]": 1, "all-ports": 3,
				"move[0>0]": 1, "move[0>1]": 1, "turn[1>0]": 1, "contend[2]": 1, "lost[0]": 1,
				"busy[0]": 1, "held": 1, "turned": 1}},
		{"three and four contend", small, []line{
			{"0@0:1 1@0:1 2@0:1", "", "0:1"},
			{"0@0:1 1@0:1 2@0:1 3@0:1", "", "1:1"},
		}, map[string]uint64{
			"grant[0]": 2, "grant-port[0]": 2, "grant-vc[1]": 2, "move[0>1]": 1, "move[1>1]": 1,
			"contend[3]": 1, "contend[4]": 1, "lost[1]": 5, "beaten": 5}},
		{"more than four are not counted", two, []line{
			{"0@0:4 1@0:4 2@0:4 3@0:4 4@0:4", "", "0:4"},
		}, map[string]uint64{"grant[0]": 1, "grant-port[0]": 1, "grant-vc[4]": 1, "move[0>4]": 1,
			"lost[4]": 4, "beaten": 4}},
		{"all ports, and a class's own VCs", two, []line{{"1@0:0 4@1:3", "", "1:0 4:3"}}, map[string]uint64{
			"grant[0]": 2, "grant-port[0]": 1, "grant-port[1]": 1, "grant-vc[0]": 1, "grant-vc[3]": 1,
			"move[1>0]": 1, "move[4>3]": 1, "all-ports": 1}},
		{"busy is no choice", small, []line{
			{"0@2:01", "2:01", ""},
			{"0@2:0", "2:0 1:1", ""},
			{"0@2:01", "2:0", "0:1"},
		}, map[string]uint64{
			"busy[2]": 2, "grant[0]": 1, "grant-port[2]": 1, "grant-vc[1]": 1, "move[0>1]": 1}},
		{"nothing is wanted", small, []line{{"0@2: 3@3:", "", ""}},
			map[string]uint64{"nothing": 2, "illegal-port[1]": 1}},
		{"illegal ones", small, []line{
			{"1@0:01", "", "1:1"},
			{"3@0:0", "", ""}, // asks for nothing, so port 0 is not busy
			{"3@3:0", "", ""}, // the port alone
			{"1@0:01", "", "1:1"},
		}, map[string]uint64{
			"illegal-vc[1]": 3, "repaired": 2, "illegal-port[1]": 1,
			"grant[0]": 2, "grant-port[0]": 2, "grant-vc[1]": 2, "move[1>1]": 2}},
		{"a turn", small, []line{{"3@0:0t", "", "3:0"}}, map[string]uint64{
			"grant[1]": 1, "grant-port[0]": 1, "grant-vc[0]": 1, "turn[1>0]": 1}},
	} {
		t.Run(x.name, func(t *testing.T) {
			g := newRig(t, x.c)
			g.run(x.script)
			require.Equal(t, x.want, g.events())
		})
	}
}

// TestResetTraffic: a request in the first cycle of each reset counts, in a later one it does not.
// Nothing else counts in reset.
func TestResetTraffic(t *testing.T) {
	each(t, config.Default(config.Dateline), func(t *testing.T, c config.Config) {
		g := newRig(t, c)
		g.reset("0@0:01 1@0:0 2@7:2")
		g.reset("0@0:01")
		g.step("", "")
		g.reset("")
		g.reset("0@0:01")
		g.step("", "")
		g.reset("3@0:")
		require.Equal(t, map[string]uint64{"reset-traffic": 2}, g.events())
	})
}
