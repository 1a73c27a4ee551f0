package fabric

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/topology/infiniband"
	"github.com/stretchr/testify/require"
)

// load reads files of package infiniband: links, tables, and any number with service levels.
func load(t *testing.T, names ...string) *infiniband.Fabric {
	t.Helper()
	var f *infiniband.Fabric
	for i, name := range names {
		file, err := os.Open(filepath.Join("..", "..", "topology", "infiniband", "testdata", name))
		require.NoError(t, err)
		defer file.Close()
		switch i {
		case 0:
			f, err = infiniband.Read(name, file)
		case 1:
			err = f.ReadTables(name, file)
		default:
			err = f.ReadLevels(name, file)
		}
		require.NoError(t, err)
	}
	return f
}

func prove(t *testing.T, f *infiniband.Fabric) *Report {
	t.Helper()
	r, err := Prove(context.Background(), f, deadlock.Options{})
	require.NoError(t, err)
	agree(t, r)
	return r
}

// agree checks the survey against the proof, which counts for itself.
func agree(t *testing.T, r *Report) {
	t.Helper()
	channels := 0
	for _, l := range r.Lanes {
		channels += l.Channels
	}
	require.Equal(t, r.Channels, channels)
	require.Equal(t, r.Cyclic, len(r.Components) > 0)
	if len(r.Lanes) == 1 {
		require.Equal(t, r.Dependences, r.Lanes[0].Dependences)
		require.Equal(t, r.Cyclic, r.Lanes[0].Cyclic)
	}
}

// Dimension order as OpenSM's dor does it takes the shortest way round a ring of five, both ways round.
func TestRingDOR(t *testing.T) {
	r := prove(t, load(t, "ring5.net", "ring5.dor.lft"))
	require.Equal(t, deadlock.Deadlock, r.Verdict)
	require.Equal(t, []int{20, 30, 20, 0, 5, 5}, []int{r.Channels, r.Dependences, r.Pairs, r.Lost, r.Switches, r.Adapters})
	require.Equal(t, []Lane{{0, 20, 30, true}}, r.Lanes)
	require.Equal(t, []Component{
		{5, []int{0}, []deadlock.Edge{
			{From: "S0>S1.0", To: "S1>S2.0", Source: "H0", Destination: "H2"},
			{From: "S1>S2.0", To: "S2>S3.0", Source: "H1", Destination: "H3"},
			{From: "S2>S3.0", To: "S3>S4.0", Source: "H2", Destination: "H4"},
			{From: "S3>S4.0", To: "S4>S0.0", Source: "H3", Destination: "H0"},
			{From: "S4>S0.0", To: "S0>S1.0", Source: "H4", Destination: "H1"},
		}},
		{5, []int{0}, []deadlock.Edge{
			{From: "S0>S4.0", To: "S4>S3.0", Source: "H0", Destination: "H3"},
			{From: "S4>S3.0", To: "S3>S2.0", Source: "H4", Destination: "H2"},
			{From: "S3>S2.0", To: "S2>S1.0", Source: "H3", Destination: "H1"},
			{From: "S2>S1.0", To: "S1>S0.0", Source: "H2", Destination: "H0"},
			{From: "S1>S0.0", To: "S0>S4.0", Source: "H1", Destination: "H4"},
		}},
	}, r.Components)
	require.Contains(t, r.String(), "component 1      5 channels that depend on each other, lanes 0; a cycle:\n"+
		"                 S0>S4.0 waits for S4>S3.0: a packet from H0 to H3\n")
	text, err := json.Marshal(r)
	require.NoError(t, err)
	for _, field := range []string{`"verdict":"deadlock"`, `"lost":0`, `"losses":[]`, `"lanes":[{"lane":0,"channels":20`, `"components":[{"channels":5`} {
		require.Contains(t, string(text), field)
	}
}

// Up*/down* from a root breaks both cycles of the same ring.
func TestRingUpDown(t *testing.T) {
	r := prove(t, load(t, "ring5.net", "ring5.updn.lft"))
	require.Equal(t, deadlock.Free, r.Verdict)
	require.Equal(t, []int{20, 28, 0}, []int{r.Channels, r.Dependences, len(r.Components)})
}

// DFSSSP needs its service levels: without them the tables of the same fabric deadlock.
func TestServiceLevels(t *testing.T) {
	with := prove(t, load(t, "ring6.net", "ring6.dfsssp.lft", "ring6.dfsssp.sl2vl", "ring6.dfsssp.saquery"))
	require.Equal(t, deadlock.Free, with.Verdict)
	require.Len(t, with.Lanes, 8)
	require.Contains(t, with.String(), "lane 7           10 channels, 8 dependences, no cycle\n")
	without := prove(t, load(t, "ring6.net", "ring6.dfsssp.lft"))
	require.Equal(t, deadlock.Deadlock, without.Verdict)
	require.Len(t, without.Lanes, 1)
	require.Equal(t, with.Pairs, without.Pairs)
}

const threeNet = `Switch 4 "A"
[1] "B"[2]
[2] "C"[1]
[3] "H"[1]
Switch 4 "B"
[1] "C"[2]
[2] "A"[1]
[3] "I"[1]
Switch 4 "C"
[1] "A"[2]
[2] "B"[1]
[3] "J"[1]
Hca 1 "H"
Hca 1 "I"
Hca 1 "J"
`

// tables are forwarding tables of threeNet: the ports of A, B and C towards H, I and J.
func tables(ports [3][3]int) string {
	var b strings.Builder
	for s, name := range []string{"A", "B", "C"} {
		fmt.Fprintf(&b, "Unicast lids [0-3] of switch Lid %d guid 0x0 ('%s'):\n", 10+s, name)
		for d, owner := range []string{"H", "I", "J"} {
			fmt.Fprintf(&b, "0x%04x %03d # Channel Adapter portguid 0x0: '%s'\n", d+1, ports[s][d], owner)
		}
	}
	return b.String()
}

func three(t *testing.T, ports [3][3]int) *infiniband.Fabric {
	t.Helper()
	f, err := infiniband.Read("three.net", strings.NewReader(threeNet))
	require.NoError(t, err)
	require.NoError(t, f.ReadTables("three.lft", strings.NewReader(tables(ports))))
	return f
}

func TestLosses(t *testing.T) {
	// direct ways: A to I by 1, to J by 2; B to J by 1, to H by 2; C to H by 1, to I by 2
	good := [3][3]int{{3, 1, 2}, {2, 3, 1}, {1, 2, 3}}
	require.Zero(t, prove(t, three(t, good)).Lost)

	bad := good
	bad[0] = [3]int{3, 255, 0} // A knows no way to I and keeps what is for J
	bad[2] = [3]int{1, 3, 3}   // C sends what is for I to J
	r := prove(t, three(t, bad))
	require.Equal(t, 3, r.Lost)
	require.Equal(t, []Loss{
		{"H", "I", "A", "the switch has no entry"},
		{"J", "I", "J", "port 1 is sent packets that are not for it"},
		{"H", "J", "A", "the switch takes the packets for itself"},
	}, r.Losses)
	require.Equal(t, deadlock.Free, r.Verdict, "what is discarded waits for nothing")
	require.Contains(t, r.String(), "lost             packets of 3 pairs do not arrive:\n")

	around := good
	around[0][1], around[2][1], around[1][1] = 2, 2, 2 // I is sought in a circle: A, C, B, A
	r = prove(t, three(t, around))
	require.Equal(t, []Loss{{"H", "I", "C", round}, {"J", "I", "C", round}}, r.Losses)
	require.Equal(t, deadlock.Deadlock, r.Verdict)
	require.Equal(t, 3, r.Components[0].Channels)
}

func TestLossesByLane(t *testing.T) {
	f := three(t, [3][3]int{{3, 1, 2}, {2, 3, 1}, {1, 2, 3}})
	require.NoError(t, f.ReadLevels("three.sl", strings.NewReader("H I 2\nH J 15\nSwitch 0x0, base LID 11, \"B\"\n2 3 : 0 1 15 3 4 5 6 7 0 1 2 3 4 5 6 7\n")))
	r := prove(t, f)
	require.Equal(t, []Loss{
		{"I", "H", "B", "service level 0 has no lane from port 3 to port 2"},
		{"H", "I", "B", "service level 2 has no lane from port 2 to port 3"},
		{"J", "I", "B", "service level 0 has no lane from port 1 to port 3"},
		{"H", "J", "H", "service level 15 has no lane from port 0 to port 1"},
		{"I", "J", "B", "service level 0 has no lane from port 3 to port 1"},
	}, r.Losses)
}

// Random tables, right and wrong, of random fabrics: a packet of each pair is followed by itself.
func TestRandomFabrics(t *testing.T) {
	for seed := range uint64(300) {
		dice := rand.New(rand.NewPCG(seed, 0))
		f := random(t, dice)
		r := prove(t, f)
		used, next, lost := map[[2]int]bool{}, map[[2][2]int]bool{}, 0
		w := newWays(f)
		for _, source := range w.lids {
			for _, destination := range w.lids {
				if w.LIDs[source].Node == w.LIDs[destination].Node {
					continue
				}
				sl := f.SL(source, destination)
				held := [2]int{-1, 0}
				arrived := false
				step := w.from(w.LIDs[source], sl)
				for range len(f.Graph.Channels) + 1 {
					if step.channel < 0 {
						arrived = step.lost == ""
						break
					}
					here := [2]int{step.channel, step.lane}
					used[here] = true
					if held[0] >= 0 {
						next[[2][2]int{held, here}] = true
					}
					held = here
					step = w.at(step.channel, destination, sl)
				}
				if !arrived {
					lost++
				}
			}
		}
		require.Equal(t, []int{len(used), len(next), lost}, []int{r.Channels, r.Dependences, r.Lost}, "seed %d", seed)
		require.Equal(t, cyclic(next), r.Cyclic, "seed %d", seed)
		require.Equal(t, r.Cyclic, r.Verdict == deadlock.Deadlock, "seed %d", seed)
		for _, c := range r.Components {
			for i, e := range c.Cycle {
				require.Equal(t, e.To, c.Cycle[(i+1)%len(c.Cycle)].From, "seed %d", seed)
			}
		}
	}
}

// cyclic removes what waits for nothing until that ends.
func cyclic(next map[[2][2]int]bool) bool {
	for {
		waits := map[[2]int]bool{}
		for d := range next {
			waits[d[0]] = true
		}
		before := len(next)
		for d := range next {
			if !waits[d[1]] {
				delete(next, d)
			}
		}
		if len(next) == before {
			return before > 0
		}
	}
}

// random is a connected fabric with random tables, and service levels half of the time.
func random(t *testing.T, dice *rand.Rand) *infiniband.Fabric {
	switches := 2 + dice.IntN(6)
	ports := make([][]string, switches)
	link := func(a, b int) {
		pa, pb := len(ports[a])+1, len(ports[b])+1
		if a == b {
			pb++
		}
		ports[a] = append(ports[a], fmt.Sprintf("[%d] \"S%d\"[%d]", pa, b, pb))
		ports[b] = append(ports[b], fmt.Sprintf("[%d] \"S%d\"[%d]", pb, a, pa))
	}
	for s := 1; s < switches; s++ {
		link(s, dice.IntN(s))
	}
	for range dice.IntN(6) {
		link(dice.IntN(switches), dice.IntN(switches))
	}
	adapters := 2 + dice.IntN(5)
	for h := range adapters {
		s := dice.IntN(switches)
		ports[s] = append(ports[s], fmt.Sprintf("[%d] \"H%d\"[1]", len(ports[s])+1, h))
	}
	var net, lft, sl strings.Builder
	for s, list := range ports {
		fmt.Fprintf(&net, "Switch 40 \"S%d\"\n%s\n", s, strings.Join(list, "\n"))
		fmt.Fprintf(&lft, "Unicast lids [0-9] of switch Lid 0 guid 0x0 ('S%d'):\n", s)
		for h := range adapters {
			if dice.IntN(20) > 0 {
				fmt.Fprintf(&lft, "0x%04x %03d # Channel Adapter portguid 0x0: 'H%d'\n", h+1, 1+dice.IntN(len(list)), h)
			}
		}
	}
	for h := range adapters {
		fmt.Fprintf(&net, "Hca 1 \"H%d\"\n", h)
		fmt.Fprintf(&sl, "%d %d %d\n", 1+dice.IntN(adapters), 1+h, dice.IntN(3))
	}
	f, err := infiniband.Read("random.net", strings.NewReader(net.String()))
	require.NoError(t, err)
	require.NoError(t, f.ReadTables("random.lft", strings.NewReader(lft.String())))
	if dice.IntN(2) > 0 {
		require.NoError(t, f.ReadLevels("random.sl", strings.NewReader(sl.String())))
	}
	return f
}

// torus is a torus of k switches in each of three dimensions, an adapter each, with tables of
// dimension order.
func torus(k int) (net, lft string) {
	var n, l strings.Builder
	switches := k * k * k
	stride := []int{1, k, k * k}
	for s := range switches {
		fmt.Fprintf(&n, "Switch 7 \"S%d\"\n[7] \"H%d\"[1]\n", s, s)
		fmt.Fprintf(&l, "Unicast lids [0-%d] of switch Lid 0 guid 0x0 ('S%d'):\n", switches, s)
		for d := range 3 {
			x := s / stride[d] % k
			fmt.Fprintf(&n, "[%d] \"S%d\"[%d]\n", 2*d+1, s+((x+1)%k-x)*stride[d], 2*d+2)
		}
		for h := range switches {
			port := 7
			for d := 2; d >= 0; d-- {
				if away := (h/stride[d] - s/stride[d] + k*k*k) % k; away > 0 {
					port = 2*d + 1 + 2*away/(k+1)
				}
			}
			fmt.Fprintf(&l, "0x%04x %03d # Channel Adapter portguid 0x0: 'H%d'\n", h+1, port, h)
		}
	}
	for s := range switches {
		fmt.Fprintf(&n, "Ca 1 \"H%d\"\n", s)
	}
	return n.String(), l.String()
}

func BenchmarkTorus512(b *testing.B) {
	net, lft := torus(8)
	for b.Loop() {
		f, err := infiniband.Read("torus.net", strings.NewReader(net))
		require.NoError(b, err)
		require.NoError(b, f.ReadTables("torus.lft", strings.NewReader(lft)))
		r, err := Prove(context.Background(), f, deadlock.Options{})
		require.NoError(b, err)
		require.Equal(b, deadlock.Deadlock, r.Verdict)
		require.Zero(b, r.Lost)
	}
}
