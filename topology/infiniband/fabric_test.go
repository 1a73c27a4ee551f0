package infiniband_test

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/topology"
	"github.com/flitwright/flitwright/topology/infiniband"
	"github.com/stretchr/testify/require"
)

// load reads files of testdata, the links first.
func load(t *testing.T, names ...string) *infiniband.Fabric {
	t.Helper()
	var f *infiniband.Fabric
	for _, name := range names {
		file, err := os.Open(filepath.Join("testdata", name))
		require.NoError(t, err)
		defer file.Close()
		switch {
		case f == nil:
			f, err = infiniband.Read(name, file)
		case strings.HasSuffix(name, ".lft"), strings.HasSuffix(name, ".fts"):
			err = f.ReadTables(name, file)
		default:
			err = f.ReadLevels(name, file)
		}
		require.NoError(t, err)
	}
	return f
}

// way follows a packet from a port to a LID, and gives the names of the nodes it passes.
func way(f *infiniband.Fabric, from, lid int) string {
	end := f.LIDs[from]
	node, c := end.Node, f.Channel(end.Node, end.Port)
	names := f.Graph.Nodes[node].Name
	for range f.Graph.Nodes {
		if c < 0 {
			return names + " lost"
		}
		node = f.Graph.Channels[c].To
		names += " " + f.Graph.Nodes[node].Name
		if f.LIDs[lid].Node == node {
			return names
		}
		c = f.Channel(node, f.Output(node, lid))
	}
	return names + " for ever"
}

// The links of ring5 have no LIDs and GUIDs; the tables give them.
func TestRing5(t *testing.T) {
	f := load(t, "ring5.net", "ring5.dor.lft")
	names := map[int]string{}
	for lid, end := range f.LIDs {
		names[lid] = fmt.Sprint(f.Graph.Nodes[end.Node].Name, " ", end.Port)
	}
	require.Equal(t, map[int]string{1: "H0 1", 2: "S0 0", 3: "S1 0", 4: "S2 0", 5: "H1 1", 6: "S3 0", 7: "S4 0", 8: "H2 1", 9: "H3 1", 10: "H4 1"}, names)
	require.Equal(t, "H0 S0 S1 S2 H2", way(f, 1, 8))
	require.Equal(t, "H0 S0 S4 S3 H3", way(f, 1, 9))
	require.False(t, f.HasLevels())
	require.Equal(t, 0, f.SL(1, 8))
	require.Equal(t, -1, f.Output(f.LIDs[2].Node, 11))
}

// The same fabric read from different tools is the same.
func TestDumpFTS(t *testing.T) {
	a := load(t, "ring6.net", "ring6.dfsssp.lft")
	b := load(t, "ring6.net", "ring6.dfsssp.fts")
	require.Equal(t, a.LIDs, b.LIDs)
	for _, from := range slices.Sorted(maps.Keys(a.LIDs)) {
		for to := range a.LIDs {
			if a.LIDs[from].Port > 0 && a.LIDs[to].Port > 0 {
				require.Equal(t, way(a, from, to), way(b, from, to))
				require.NotContains(t, way(a, from, to), "lost")
			}
		}
	}
}

func TestRing6Levels(t *testing.T) {
	f := load(t, "ring6.net", "ring6.dfsssp.lft", "ring6.dfsssp.sl2vl", "ring6.dfsssp.saquery")
	levels := map[int]int{}
	for from, a := range f.LIDs {
		for to, b := range f.LIDs {
			if a.Port > 0 && b.Port > 0 && from != to {
				levels[f.SL(from, to)]++
			}
		}
	}
	require.Equal(t, map[int]int{0: 6, 1: 7, 2: 6, 3: 4, 4: 1, 5: 2, 6: 1, 7: 3}, levels)
	s0 := f.Graph.Find("S0")
	require.Equal(t, 1, f.VL(s0, 1, 2, 9), "OpenSM uses 8 lanes")
	require.Equal(t, infiniband.Discard, f.VL(s0, 1, 4, 0), "there is no port 4")
	require.Equal(t, 7, f.VL(f.Graph.Find("H0"), 0, 1, 7))
}

const smallNet = "Switch 4 \"S\"\n[1] \"H\"[1]\n[2] \"H\"[2]\n[3] \"I\"[1]\nHca 2 \"H\"\nHca 1 \"I\"\nHca 1 \"J\"\n"

const smallTables = `Unicast lids [0-4] of switch Lid 1 guid 0x0000000000000010 ('S'):
0x0001 000 # Switch portguid 0x0000000000000010: 'S'
0x0002 001 # Channel Adapter portguid 0x0000000000000021: 'H'
0x0003 002 # Channel Adapter portguid 0x0000000000000022: 'H'
0x0004 003 # Channel Adapter portguid 0x0000000000000031: 'I'
4 lids dumped
`

func small(t *testing.T) *infiniband.Fabric {
	f, err := infiniband.Read("t.net", strings.NewReader(smallNet))
	require.NoError(t, err)
	return f
}

// An adapter of two ports has two LIDs; which is which follows from the switch behind them.
func TestTwoPorts(t *testing.T) {
	f := small(t)
	require.NoError(t, f.ReadTables("t.lft", strings.NewReader(smallTables)))
	h := f.Graph.Find("H")
	require.Equal(t, topology.End{Node: h, Port: 1}, f.LIDs[2])
	require.Equal(t, topology.End{Node: h, Port: 2}, f.LIDs[3])
	require.NoError(t, f.ReadLevels("t.sl", strings.NewReader("H I 3\n\"I\" 0x3 5\n")))
	require.Equal(t, []int{3, 3, 5, 0}, []int{f.SL(2, 4), f.SL(3, 4), f.SL(4, 3), f.SL(4, 2)})
}

func TestPathRecordDump(t *testing.T) {
	f := small(t)
	require.NoError(t, f.ReadTables("t.lft", strings.NewReader(smallTables)))
	require.NoError(t, f.ReadLevels("t.dump", strings.NewReader(`Channel Adapter 0x0000000000000021, base LID 2, "H", port 1
# LID  : SL : MTU : RATE
0x0003 : 1  : 4   : 3   
0x0004 : 7  : 4   : 3   
0x0005 : UNREACHABLE

`)))
	require.Equal(t, []int{1, 7, 0}, []int{f.SL(2, 3), f.SL(2, 4), f.SL(3, 4)})
}

var tableFaults = []struct{ name, file, want string }{
	{"empty", "", `t.lft: switch "S" has no table`},
	{"lines", "0x0001 000\nwhat\n" + smallTables, "t.lft:1: an entry before the first table\nt.lft:2: \"what\" is not understood"},
	{"links", "#\n# Topology file\n#\nSwitch 1 \"S\"\n[1] \"H\"[1]\n", "t.lft:4: links as ibnetdiscover prints them, not forwarding tables"},
	{"heads", strings.NewReplacer("('S')", "('T')").Replace(smallTables) + strings.NewReplacer("('S')", "('H')").Replace(smallTables),
		`t.lft: switch "S" has no table
t.lft:1: no node has the GUID 0x0000000000000010 or is called "T"
t.lft:7: "H" is not a switch`},
	{"twice", smallTables + smallTables, `t.lft:7: a second table for "S": the first is in line 1`},
	{"entries", smallTables + "0x0004 003\n0x0005 004 # x\n0x0006 009\n0xc000 001\n0x0007 255\n",
		`t.lft:7: a second entry for lid 0x4
t.lft:8: port 4 of "S" has no link
t.lft:9: port 9 of "S" has no link
t.lft:10: lid 0xc000 is not in 0..0xbfff`},
	{"owners", smallTables + "0x0005 001 # Channel Adapter portguid 0x0000000000000041: 'K'\n" +
		"0x0006 003 # Channel Adapter portguid 0x0000000000000021: 'H'\n",
		`t.lft:7: no node has the GUID 0x0000000000000041 or is called "K"
t.lft:8: lid 0x6: 0 ports of "H" are sent packets to it by the switch behind them`},
	{"lid", strings.Replace(smallTables, "Lid 1 ", "Lid 49152 ", 1), "t.lft:1: lid 49152 is not in 1..49151"},
}

func TestTableFaults(t *testing.T) {
	for _, test := range tableFaults {
		t.Run(test.name, func(t *testing.T) {
			require.EqualError(t, small(t).ReadTables("t.lft", strings.NewReader(test.file)), test.want)
		})
	}
}

// Tables of another time than the links.
func TestTablesDisagree(t *testing.T) {
	f, err := infiniband.Read("t.net", strings.NewReader("switchguid=0x10(10)\nSwitch 4 \"S\" # \"\" base port 0 lid 5 lmc 0\nswitchguid=0x11\nSwitch 4 \"T\" # \"\" base port 0 lid 1 lmc 0\n"))
	require.NoError(t, err)
	require.EqualError(t, f.ReadTables("t.lft", strings.NewReader("Unicast lids [0-4] of switch Lid 1 guid 0x0000000000000010 (''):\n")),
		"t.lft: switch \"T\" has no table\nt.lft:1: lid 1 is that of \"T\"")
}

var levelFaults = []struct{ name, file, want string }{
	{"pairs", "H I 16\nH K 1\nH J 1\n0xffffff 1 1\n1x 2 1\n49152 1 1\n2 4 1\n2 4 2\nH I\n",
		`t.sl:1: service level "16" is not in 0..15
t.sl:2: 0 nodes are called "K"
t.sl:3: no LID of "J" is known
t.sl:4: 0 nodes have the GUID 0xffffff
t.sl:5: "1x" is neither a LID nor a GUID
t.sl:6: lid "49152" is not in 0..49151
t.sl:8: service level 2 from lid 2 to lid 4, which had 1 before
t.sl:9: "H I" is not understood`},
	{"records", "0x0003 : 1  : 4   : 3\n0x0003 : 1  : 4   : 3\nChannel Adapter 0x0000000000000021, base LID 2, \"K\"\n0x0003 : 1  : 4   : 3\n" +
		"Channel Adapter 0x0000000000000021, base LID 2, \"H\"\n0xd003 : 1  : 4   : 3\n0x0003 : 16 : 4   : 3\n",
		`t.sl:1: an entry before the first node
t.sl:3: no node has the GUID 0x0000000000000021 or is called "K"
t.sl:6: lid "0xd003" is not in 0..49151
t.sl:7: service level "16" is not in 0..15`},
	{"lanes", "1 1 : 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7\nSwitch 0x0000000000000010, base LID 1, \"S\"\n" +
		"1 1 : 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 16\n255 1 : 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7\n1 1 : 0 1\n",
		`t.sl:1: an entry before the first node
t.sl:3: virtual lane "16" is not in 0..15
t.sl:4: port "255" is not in 0..254
t.sl:5: "1 1 : 0 1" is not understood`},
	{"query", "PathRecord dump:\n\t\tdlid....................70000\n\t\tslid....................2\n\t\tsl......................0x22\n",
		`t.sl:2: dlid "70000" is not in 0..49151
t.sl:4: sl "0x22" is not in 0..15`},
}

func TestLevelFaults(t *testing.T) {
	for _, test := range levelFaults {
		t.Run(test.name, func(t *testing.T) {
			f := small(t)
			require.NoError(t, f.ReadTables("t.lft", strings.NewReader(smallTables)))
			require.EqualError(t, f.ReadLevels("t.sl", strings.NewReader(test.file)), test.want)
		})
	}
}

// What pairs may be named is bounded, as a node may have many LIDs.
func TestPairLimit(t *testing.T) {
	f, err := infiniband.Read("t.net", strings.NewReader("Switch 2 \"S\"\nCa 1 \"H\"\n[1] \"S\"[1] # lid 128 lmc 7\n"))
	require.NoError(t, err)
	require.NoError(t, f.ReadTables("t.lft", strings.NewReader("Unicast lids [0-4] of switch Lid 1 guid 0x0 ('S'):\n")))
	err = f.ReadLevels("t.sl", strings.NewReader(strings.Repeat("H H 1\n", 1000)))
	require.EqualError(t, err, "t.sl:512: more than 8388608 pairs")
}

func FuzzTables(f *testing.F) {
	f.Add(smallTables)
	for _, c := range tableFaults {
		f.Add(c.file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		fabric := small(t)
		named(t, "t.lft", fabric.ReadTables("t.lft", strings.NewReader(file)))
	})
}

func FuzzLevels(f *testing.F) {
	for _, c := range levelFaults {
		f.Add(c.file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		fabric := small(t)
		require.NoError(t, fabric.ReadTables("t.lft", strings.NewReader(smallTables)))
		named(t, "t.sl", fabric.ReadLevels("t.sl", strings.NewReader(file)))
		if fabric.HasLevels() {
			require.Less(t, fabric.VL(0, 1, 2, 15), infiniband.SLs)
		}
	})
}

// named checks that each line of an error names the file.
func named(t *testing.T, name string, err error) {
	if err == nil {
		return
	}
	for line := range strings.Lines(err.Error()) {
		if !strings.HasPrefix(line, name+":") {
			t.Fatalf("no file in %q", line)
		}
	}
}

func TestReadErrors(t *testing.T) {
	_, err := infiniband.Read("t.net", io.MultiReader(broken{}))
	require.EqualError(t, err, "t.net: the cable is out")
	require.ErrorContains(t, small(t).ReadTables("t.lft", broken{}), "t.lft: the cable is out")
	require.EqualError(t, small(t).ReadLevels("t.sl", broken{}), "t.sl: the cable is out")
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, fmt.Errorf("the cable is out") }
