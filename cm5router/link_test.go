package cm5router_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// TestLink sends a flit and a token through a link of each latency, and lets a reset swallow others.
func TestLink(t *testing.T) {
	for latency := range 4 {
		t.Run(fmt.Sprint(latency), func(t *testing.T) {
			d, err := ir.Elaborate(cm5router.Link(latency).Module)
			require.NoError(t, err)
			require.Equal(t, "cm5_link", d.Top.Name)
			require.Equal(t, latency > 0, d.Top.Clocked(), "wires hold no state")
			e, err := sim.NewInterp(d)
			require.NoError(t, err)
			b := sim.NewBench(e)
			b.Reset(1)
			for cycle := range 12 {
				b.Set("in_flit", uint64(cycle))
				b.Set("in_valid", uint64(cycle%2))
				b.Set("out_token", uint64(cycle/2%2))
				b.Step()
				sent := cycle - latency
				if sent < 0 {
					require.Zero(t, b.Get("out_valid")+b.Get("out_flit")+b.Get("in_token"))
					continue
				}
				require.Equal(t, uint64(sent), b.Get("out_flit"))
				require.Equal(t, uint64(sent%2), b.Get("out_valid"))
				require.Equal(t, uint64(sent/2%2), b.Get("in_token"))
			}
			if latency == 0 {
				return
			}
			b.Set("rst", 1)
			b.Step()
			b.Set("rst", 0)
			b.Set("in_flit", 0)
			b.Set("in_valid", 0)
			b.Set("out_token", 0)
			for range 5 {
				b.Step()
				require.Zero(t, b.Get("out_valid")+b.Get("out_flit")+b.Get("in_token"))
			}
			require.NoError(t, b.Err())
		})
	}
}

// TestTreeLatency: a message alone takes 6 cycles a chip and the latency of each link, and is not held
// up by the wire: its flits come one a cycle, but for one after the route flit is used up.
func TestTreeLatency(t *testing.T) {
	for link := range 4 {
		if testing.Short() && link > 0 && link < 3 {
			continue
		}
		for height, to := range map[int]uint32{1: 3, 2: 13} {
			t.Run(fmt.Sprintf("link %d, height %d", link, height), func(t *testing.T) {
				two := tree(2, 1, link)
				d, err := two.Build()
				require.NoError(t, err)
				e, err := sim.NewInterp(d)
				require.NoError(t, err)
				n := newNodes(two, 1)
				n.send(0, 77, to)
				layout := e.Layout()
				in, out := make([]uint64, layout.InWords), make([]uint64, layout.OutWords)
				p := newPostmaster(two)
				var sent, come []int
				for cycle := range 200 {
					n.Next(out, in)
					require.NoError(t, e.Run(in, out, 1))
					if cycle == 0 {
						clear(out) // unknown before the end of the first cycle of reset
					}
					require.NoError(t, p.Observe(in, out))
					if in[3] == 1 {
						sent = append(sent, cycle)
					}
					if out[16+2*to+1] == 1 {
						come = append(come, cycle)
					}
				}
				require.Equal(t, 1, p.arrived)
				chips := 2*height - 1
				require.Equal(t, 6*chips+(chips+1)*link, come[0]-sent[0])
				flits := len(come)
				require.LessOrEqual(t, come[flits-1]-come[0], flits-1+1, "cycles without a flit")
			})
		}
	}
}
