package table_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/table"
)

// written is a table that has something in every field.
func written(t *testing.T) *table.Table {
	to := torus(t, [3]int{4, 1, 3}, table.Link{Dir: table.PlusX}, table.Link{Dir: table.PlusZ}, table.Link{Dir: table.MinusX},
		table.Link{From: 4, Dir: table.PlusX})
	tab := build(t, to, 1)
	require.Positive(t, tab.Tally.Longer)
	require.Positive(t, tab.Tally.Initial)
	require.Positive(t, tab.Tally.NotAdaptive)
	return tab
}

// The digits of the JSON are the fields of the header.
func TestJSON(t *testing.T) {
	tab := written(t)
	var got struct {
		Size     []int
		Seed     int
		Dead     []string
		CfgLinks map[string]int `json:"cfg_links"`
		NoRoute  int            `json:"no_route"`
		Routes   []map[string]string
	}
	d := json.NewDecoder(strings.NewReader(string(tab.JSON([]table.Node{0, 5}))))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&got))
	require.Equal(t, []int{4, 1, 3}, got.Size)
	require.Equal(t, []string{"0,0,0,+x", "0,0,0,+z", "0,0,0,-x", "0,0,1,+x"}, got.Dead)
	require.Equal(t, map[string]int{"0,0,0": 0b100000, "1,0,0": 0b110001, "3,0,0": 0b110010, "0,0,1": 0b010010, "1,0,1": 0b110001}, got.CfgLinks)
	require.Equal(t, tab.Tally.NoRoute, got.NoRoute)
	require.Len(t, got.Routes, 2)
	require.Equal(t, "1,0,1", got.Routes[1]["source"])
	for i, src := range []table.Node{0, 5} {
		for dst, e := range tab.Row(src) {
			digit := func(name string) uint64 { return uint64(got.Routes[i][name][dst] - '0') }
			header := digit("sign")<<15 | digit("initial")<<18 | digit("final")<<20 | digit("select")<<21 | digit("adaptive")<<25
			require.Equal(t, e.HeaderBits(), header)
			require.Equal(t, e.Routed(), digit("no_route") == 0)
		}
	}
}

// A word of the hexadecimal file is header bits 25:15 and, above them, whether there is no route.
func TestHex(t *testing.T) {
	tab := written(t)
	lines := strings.Split(strings.TrimSuffix(string(tab.Hex(5)), "\n"), "\n")
	require.Equal(t, "// from 1,0,1; line x + 4*(y + 1*z): header bits 25:15 to x,y,z, class 0", lines[0])
	require.Len(t, lines, 2+12)
	for dst, e := range tab.Row(5) {
		word, err := strconv.ParseUint(lines[2+dst], 16, table.EntryBits)
		require.NoError(t, err)
		require.Equal(t, e.HeaderBits(), word<<15&(1<<26-1))
		require.Equal(t, e.Routed(), word>>11 == 0)
	}
}

// The balance has every channel with its loads.
func TestBalanceJSON(t *testing.T) {
	tab := written(t)
	var got struct {
		Size, Seed, Dead any
		Summary          []table.Summary
		Channels         []struct {
			From, Direction string
			Dateline        bool
			AllVC0          table.Load `json:"all_vc0"`
			TwoDateline     table.Load `json:"two_dateline"`
			Annealed        table.Load
			Bound           int
		}
	}
	d := json.NewDecoder(strings.NewReader(string(tab.BalanceJSON())))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&got))
	require.Equal(t, tab.Summaries(), got.Summary)
	require.Len(t, got.Channels, len(tab.Balance))
	for i, c := range tab.Balance {
		g := got.Channels[i]
		require.Equal(t, tab.Torus.FormatLink(c.Link), g.From+","+g.Direction)
		require.Equal(t, c.Loads, [table.Schemes]table.Load{g.AllVC0, g.TwoDateline, g.Annealed})
		require.Equal(t, c.Bound, g.Bound)
		require.Equal(t, c.Dateline, g.Dateline)
	}
}
