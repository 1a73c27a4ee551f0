package routing_test

import (
	"context"
	"fmt"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/topology"
)

// A relation of one's own: clockwise round a ring on VC 0, and on VC 1 from node 0 on. The header
// says nothing, since the held virtual channel tells whether node 0 is behind.
func ExampleRelation() {
	g, err := topology.Ring(6)
	if err != nil {
		fmt.Println(err)
		return
	}
	spiral := &routing.Relation{
		Name: "spiral", Graph: g, VCs: 2, Headers: 1,
		Parts: []int{0, 1, 2, 3, 4, 5},
		Open: func(destination int) routing.Part { // part i is destination i here
			return routing.Part{
				Inject: func(inject func(source int, header uint32)) {
					for n := range g.Nodes {
						if n != destination {
							inject(n, 0)
						}
					}
				},
				Route: func(p routing.Packet, options []routing.Option) []routing.Option {
					if p.Node == destination {
						return append(options, routing.Option{Channel: routing.Eject, Escape: true})
					}
					vc := 0
					if p.Channel != routing.Injected && (p.VC == 1 || p.Node == 0) {
						vc = 1
					}
					return append(options, routing.Option{Channel: g.Out(p.Node)[0], VC: vc, Escape: true})
				},
			}
		},
	}
	proof, err := deadlock.Prove(context.Background(), spiral, deadlock.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(proof.Verdict, proof.Channels, proof.Dependences)
	// Output: free 10 9
}

// Duato's protocol over an escape of one's choice.
func ExampleDuato() {
	g, err := topology.Mesh(4, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	escape, err := routing.New(g, "direction-order")
	if err != nil {
		fmt.Println(err)
		return
	}
	relation, err := routing.Duato(escape[0], 1, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	proof, err := deadlock.Prove(context.Background(), relation, deadlock.Options{Flow: deadlock.VCT})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(proof.Verdict)
	// Output: free-by-escape
}
