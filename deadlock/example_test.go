package deadlock_test

import (
	"context"
	"fmt"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/topology"
)

// O1TURN: a packet goes first in x or first in y, as the header says that its source draws. The
// two kinds need virtual channels of their own.
func Example() {
	g, err := topology.Mesh(3, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, vcs := range []int{2, 1} {
		proof, err := deadlock.Prove(context.Background(), o1turn(g, vcs), deadlock.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(proof)
	}
	// Output:
	// relation         o1turn on mesh 3x3, wormhole
	// channels         48 of 48 in use
	// dependences      56, no cycle
	// free: the dependence graph has no cycle: every dependence climbs in a numbering of the channels
	//
	// relation         o1turn on mesh 3x3, wormhole
	// channels         24 of 24 in use
	// dependences      44, with cycles
	// closed set       24 channels
	//
	// the least deadlock has 4 packets:
	//   packet 0 from 00 to 11 with x first holds 00e0 and waits for 10n0 (packet 1)
	//   packet 1 from 10 to 01 with y first holds 10n0 and waits for 11w0 (packet 2)
	//   packet 2 from 11 to 00 with x first holds 11w0 and waits for 01s0 (packet 3)
	//   packet 3 from 01 to 10 with y first holds 01s0 and waits for 00e0 (packet 0)
	//
	// deadlock: packets can each wait for channels that others of them hold
}

// o1turn is the relation: header 0 goes in x first, header 1 in y, on virtual channel 1 if there is one.
func o1turn(g *topology.Graph, vcs int) *routing.Relation {
	r := &routing.Relation{
		Name: "o1turn", Graph: g, VCs: vcs, Headers: 2,
		Write: func(_ int, header uint32) string { return []string{"x first", "y first"}[header] },
	}
	for n := range g.Nodes {
		r.Parts = append(r.Parts, n) // part n has the packets to node n
	}
	r.Open = func(destination int) routing.Part {
		return routing.Part{
			Inject: func(inject func(source int, header uint32)) {
				for n := range g.Nodes {
					if n != destination {
						inject(n, 0)
						inject(n, 1)
					}
				}
			},
			Route: func(p routing.Packet, options []routing.Option) []routing.Option {
				if p.Node == destination {
					return append(options, routing.Option{Channel: routing.Eject, Escape: true})
				}
				vc := int(p.Header) % vcs
				return append(options, routing.Option{Channel: towards(g, p.Node, destination, int(p.Header)), VC: vc, Header: p.Header, Escape: true})
			},
		}
	}
	return r
}

// towards is the channel of the next hop, in the dimension given as long as it has hops.
func towards(g *topology.Graph, node, destination, dim int) int {
	from, to := g.Nodes[node].Coord, g.Nodes[destination].Coord
	if from[dim] == to[dim] {
		dim = 1 - dim
	}
	sign := int8(1)
	if from[dim] > to[dim] {
		sign = -1
	}
	for _, c := range g.Out(node) {
		if g.Channels[c].Dim == dim && g.Channels[c].Sign == sign {
			return c
		}
	}
	panic("a mesh has a channel towards every node")
}
