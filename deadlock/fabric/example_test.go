package fabric_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/deadlock/fabric"
	"github.com/flitwright/flitwright/topology/infiniband"
)

// Three switches in a circle all send packets the same way round.
func Example() {
	const links = `Switch 3 "A"
[1] "B"[2]
[2] "C"[1]
[3] "H"[1]
Switch 3 "B"
[1] "C"[2]
[3] "I"[1]
Switch 3 "C"
[3] "J"[1]
Hca 1 "H"
Hca 1 "I"
Hca 1 "J"
`
	const tables = `Unicast lids [0-3] of switch Lid 4 guid 0x0 ('A'):
0x0001 003 # Channel Adapter portguid 0x0: 'H'
0x0002 001 # Channel Adapter portguid 0x0: 'I'
0x0003 001 # Channel Adapter portguid 0x0: 'J'
Unicast lids [0-3] of switch Lid 5 guid 0x0 ('B'):
0x0001 001
0x0002 003
0x0003 001
Unicast lids [0-3] of switch Lid 6 guid 0x0 ('C'):
0x0001 001
0x0002 001
0x0003 003
`
	f, err := infiniband.Read("three.net", strings.NewReader(links))
	if err == nil {
		err = f.ReadTables("three.lft", strings.NewReader(tables))
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := fabric.Prove(context.Background(), f, deadlock.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
	for _, c := range r.Components {
		for _, e := range c.Cycle {
			fmt.Printf("%s waits for %s: a packet from %s to %s\n", e.From, e.To, e.Source, e.Destination)
		}
	}
	// Output:
	// deadlock
	// A>B.0 waits for B>C.0: a packet from H to J
	// B>C.0 waits for C>A.0: a packet from I to H
	// C>A.0 waits for A>B.0: a packet from J to I
}
