package network_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/network"
)

// Two relays in a row, as one module and as one golden model.
func Example() {
	t := &network.Topology{
		Routers: []network.Router{{Name: "west", Ports: 3}, {Name: "east", Ports: 3}},
		Terminals: []network.Terminal{
			{Place: network.Place{Router: 0, Port: 0}}, {Place: network.Place{Router: 1, Port: 1}},
		},
	}
	t.Link(network.Place{Router: 0, Port: 1}, network.Place{Router: 1, Port: 0}, 2)

	end := relayIn{Data: ir.In(relayWidth), Ack: ir.Out(1)}
	start := relayOut{Data: ir.Out(relayWidth), Ack: ir.In(1)}
	io := relayNet{
		CfgInvert: ir.In(1), In: []relayIn{end, end}, Out: []relayOut{start, start},
		StatBusy: []ir.Signal{ir.Out(1), ir.Out(1)},
	}
	design, err := ir.Elaborate(network.Build("pair", io, t, relays{relay: relay()}).Module)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range design.Top.Insts {
		fmt.Println(i.Name, "is a", i.Of.Name)
	}

	golden, err := network.NewNet(t, relayPins, []network.Model{&relayModel{}, &relayModel{}}, fixed)
	if err != nil {
		fmt.Println(err)
		return
	}
	in, out := make([]uint64, 8), make([]uint64, 10)
	for cycle := range 6 {
		clear(in)
		if cycle == 0 {
			in[0] = 1 // rst
		}
		if cycle == 1 {
			in[2] = 9 // in_0_data
		}
		golden.Step(in, out)
		fmt.Print(out[4], " ") // out_1_data
	}
	fmt.Println()
	// Output:
	// west is a relay
	// east is a relay
	// 0 0 0 0 0 9
}
