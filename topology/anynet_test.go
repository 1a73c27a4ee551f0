package topology_test

import (
	"testing"

	"github.com/flitwright/flitwright/topology"
)

var anyNetCases = []importCase{
	{"example", "router 0 node 0 node 1 node 2 router 1\nrouter 1 node 3 node 4 node 5\nrouter 2 node 6 node 7 node 8 router 1 router 0\n",
		"0 1 2 | 0[0]--1[0] 0[1]--2[1] 1[1]--2[0]"},
	{"latencies", "router 0 router 1 15 router 2\nrouter 0 node 0 node 1 5 node 2 5\nrouter 1 node 3\nnode 4 router 2 7\n",
		"0 1 2 | 0[0]--1[0] 0[1]--2[0]"},
	{"told twice", "router 0 router 1 router 1\nrouter 1 router 0 4", "0 1 | 0[0]--1[0]"},
	{"switches", "router 7 node 0 router 3", "3/switch 7 | 3[0]--7[0]"},
	{"no nodes at all", "router 1 router 0", "0 1 | 0[0]--1[0]"},
	{"to itself", "router 0 router 0 node 0", "0 | 0[0]->0[1]"},
	{"comments", "# all\nrouter 0 node 0 // one\n\n", "0 |"},

	{"faults", "router 0 switch 1\nrouter\nrouter x\nnode 0 node 1\nrouter 5\nrouter 0 node 9\nrouter 1 node 9\nrouter 0 router 1 0\nrouter -1 node 3",
		`t.anynet:1: found "switch" instead of router or node
t.anynet:2: router without its number
t.anynet:3: router "x": not a number from 0 to 2147483647
t.anynet:4: node 0 is joined to node 1: one must be a router
t.anynet:5: router 5 is joined to nothing
t.anynet:7: node 9 is joined to router 1, and to router 0 in line 6
t.anynet:8: latency "0" is not a number from 1 to 2147483647
t.anynet:9: router "-1": not a number from 0 to 2147483647`},
	{"head with latency", "router 0 5 router 1", `t.anynet:1: found "5" instead of router or node`},
	{"empty", "", "t.anynet: there are no nodes"},
}

func TestAnyNet(t *testing.T) { testImport(t, "t.anynet", topology.AnyNet, anyNetCases) }

func FuzzAnyNet(f *testing.F) { fuzzImport(f, "t.anynet", anyNetCases) }
