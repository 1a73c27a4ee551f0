package t3erouter_test

import (
	"context"
	"fmt"

	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/nodes"
	"github.com/flitwright/flitwright/t3erouter/table"
)

// A ring of three routers without a dateline: every node sends packets of 10 flits two hops in +x, and soon
// each waits for the next.
func ExampleTorus() {
	c := config.Default(10)
	c.X, c.Y, c.Z = 3, 1, 1
	torus := t3erouter.Torus{Config: c, Variant: config.Variant{NoDateline: true}}

	shape, err := table.NewTorus([3]int{3, 1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	routes, err := table.Build(context.Background(), shape, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	plan := nodes.Plan{
		Config: c, Table: routes, Seed: 1, Packets: 100, Requests: true, Length: 10,
		Pattern: nodes.Shift(func(size int) int { return min(2, size-1) }),
		Route:   func(src, dst table.Node) table.Entry { return 0 }, // all signs +, escape VCs alone
	}

	routers, err := torus.Models()
	if err != nil {
		fmt.Println(err)
		return
	}
	net, err := torus.Join(routers)
	if err != nil {
		fmt.Println(err)
		return
	}
	around, ledger, watchdog, pins := nodes.New(&plan), nodes.NewLedger(&plan), nodes.NewWatchdog(c), nodes.NewPins(c)
	in, out := make([]uint64, pins.Inputs()), make([]uint64, pins.Outputs())
	for watchdog.Still(in, out) < 1000 && !(around.Idle() && ledger.UnderWay() == 0) {
		around.Next(out, in)
		net.Step(in, out)
		if err := ledger.Observe(in, out); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(ledger.Arrived(0), "packets have arrived,", ledger.UnderWay(), "are under way")
	waits := nodes.NewWaits(routers, around)
	fmt.Println(waits.Deadlocked(), "of", waits.Count(), "that wait do so for each other alone, such as")
	for _, w := range waits.Cycle() {
		fmt.Println(w.Packet)
	}
	// Output:
	// 0 packets have arrived, 9 are under way
	// 9 of 9 that wait do so for each other alone, such as
	// 2,0,0>1,0,0 #0
	// 0,0,0>2,0,0 #0
	// 1,0,0>0,0,0 #0
}
