package topology_test

import (
	"strings"
	"testing"

	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

// ibIdentified is as ibnetdiscover prints.
const ibIdentified = `#
# Topology file: generated on Mon Nov 30 19:53:09 2026
#
# Initiated from node 0000000000100000 port 0000000000100001

vendid=0x0
devid=0x0
sysimgguid=0x200003
switchguid=0x200003(200004)
Switch	24 "S-0000000000200003"		# "edge "left"" base port 0 lid 6 lmc 1
[1]	"S-0000000000200004"[2]		# "core" lid 7 4xSDR
[24][ext 3]	"H-0000000000100006"[1](100007) 		# "H3" lid 9 4xSDR

switchguid=0x200004
Switch	24 "S-0000000000200004"		# "core" enhanced port 0 lid 8 lmc 0
[2]	"S-0000000000200003"[1]		# "edge" lid 6 4xSDR

Chassis 1 (guid 0x100)
caguid=0x100006
Ca	2 "H-0000000000100006"		# "H3"
[1](100007) 	"S-0000000000200003"[24]		# lid 12 lmc 2 "edge" lid 6 4xSDR
`

var ibCases = []importCase{
	{"identified", ibIdentified, `edge "left"/switch core/switch H3/terminal | edge "left"[1]--core[2] edge "left"[24]--H3[1]`},
	{"ibsim", "Switch 4 \"S\"\n[1] \"H0\"[1]\n[2] \"H1\"[1] w=4\n[4]\t\"S\"[3]\n\nHca 1 \"H0\"\n[1] \"S\"[1]\n\nHca 1 \"H1\"\ndo Open 1\n",
		"S/switch H0/terminal H1/terminal | S[1]--H0[1] S[2]--H1[1] S[3]--S[4]"},
	{"same description", "Ca 1 \"a\" # \"x\"\nCa 1 \"b\" # \"x\"\nRt 1 \"c\" # \"\"", "x#a/terminal x#b/terminal c/terminal |"},

	{"ends do not agree", "Switch 4 \"S\"\n[1] \"T\"[1]\n[2] \"T\"[9]\n[3] \"U\"[1]\n[4] \"S\"[4]\nSwitch 4 \"T\"\n[1] \"S\"[2]\n",
		`t.net:2: joined to port 1 of "T", which line 7 joins to port 2 of "S"
t.net:3: "T" has no port 9
t.net:4: there is no node "U"
t.net:5: port 4 is joined to itself
t.net:7: joined to port 2 of "S", which line 3 joins to port 9 of "T"`},
	{"two to one", "Switch 4 \"S\"\n[1] \"T\"[1]\n[2] \"T\"[1]\nSwitch 4 \"T\"\n",
		`t.net:3: joined to port 1 of "T", which line 2 joins to port 1 of "S"`},
	{"ports", "[1] \"S\"[1]\nSwitch 4 \"S\"\n[0] \"T\"[1]\n[5] \"T\"[1]\n[1] \"T\"[255]\n[1] \"T\"[1]\n[1] \"T\"[2]\n[1] T[1]\nSwitch 4 \"T\"",
		`t.net:1: a port before the first node
t.net:3: port 0 is not in 1..4
t.net:4: port 5 is not in 1..4
t.net:5: port 255 is not in 1..254
t.net:7: port 1 is in line 6 already
t.net:8: "[1] T[1]" is not a port with its link`},
	{"nodes", "Switch 4 \"S\"\nSwitch 0 \"T\"\n[1] \"S\"[1]\nSwitch 999 \"U\"\nSwitch 4 \"S\"\n[1] \"S\"[1]\nSwitch 4 \"\"\ninclude other\nwhat",
		`t.net:2: number of ports 0 is not in 1..254
t.net:4: number of ports 999 is not in 1..254
t.net:5: a second node "S"
t.net:7: this node has no id
t.net:8: an included file is not read
t.net:9: "what" is not understood`},
	{"tables", "# dumped\nUnicast lids [0-3] of switch Lid 4 guid 0x10 ('S'):\n0x0001 000\n0x0002 001\n2 lids dumped\n",
		"t.net:2: forwarding tables, not links as ibnetdiscover prints them"},
	{"same lid", "Switch 1 \"S\" # \"\" base port 0 lid 4 lmc 0\nCa 1 \"T\"\n[1] \"S\"[1] # lid 3 lmc 1 \"\" lid 4\n",
		"t.net:3: lid 4 is taken by line 1"},
	{"numbers", "caguid=0x11111111111111111\nCa 1 \"S\"\n[1] \"T\"[1] # lid 49152 lmc 8\nSwitch 1 \"T\" # \"\" base port 0 lid 9 lmc 99999999999999999999",
		`t.net:1: GUID 11111111111111111 has more than 16 digits
t.net:3: lid 49152 is not in 0..49151
t.net:3: lmc 8 is not in 0..7
t.net:4: lmc 99999999999999999999 is not in 0..7`},
}

func TestIBNetDiscover(t *testing.T) { testImport(t, "t.net", topology.IBNetDiscover, ibCases) }

func FuzzIBNetDiscover(f *testing.F) { fuzzImport(f, "t.net", ibCases) }

func TestIBIdentities(t *testing.T) {
	_, nodes, err := topology.ReadIBNetDiscover("t.net", strings.NewReader(ibIdentified))
	require.NoError(t, err)
	require.Equal(t, []topology.IBNode{
		{ID: "S-0000000000200003", Description: `edge "left"`, GUID: 0x200003, Ports: []topology.IBPort{{0, 0x200004, 6, 1}}},
		{ID: "S-0000000000200004", Description: "core", GUID: 0x200004, Ports: []topology.IBPort{{0, 0, 8, 0}}},
		{ID: "H-0000000000100006", Description: "H3", GUID: 0x100006, Ports: []topology.IBPort{{1, 0x100007, 12, 2}}},
	}, nodes)
}
