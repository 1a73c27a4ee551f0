package t3erouter_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/network"
	"github.com/flitwright/flitwright/t3erouter"
)

// TestTorusOfThePage holds the wiring to the specification: out_p drives in_(p xor 1) of the neighbour
// in direction p.
func TestTorusOfThePage(t *testing.T) {
	for _, torus := range []t3erouter.Torus{torus(1, 1, 1), torus(2, 1, 1), torus(5, 1, 1), torus(4, 3, 2), torus(3, 3, 3)} {
		topology := torus.Topology()
		require.NoError(t, topology.Validate())
		leads := map[network.Place]network.Place{}
		for _, c := range topology.Channels {
			require.Zero(t, c.Latency)
			leads[c.From] = c.To
		}
		size := [3]int{torus.Config.X, torus.Config.Y, torus.Config.Z}
		for r := range torus.Routers() {
			at := torus.At(r)
			require.Equal(t, r, at[0]+size[0]*(at[1]+size[1]*at[2]))
			require.Equal(t, network.Terminal{Place: network.Place{Router: r, Port: 6}}, topology.Terminals[r])
			for p := range 6 {
				to, some := leads[network.Place{Router: r, Port: p}]
				d := p / 2
				require.Equal(t, size[d] > 1, some)
				if !some {
					continue
				}
				want := at
				want[d] = (at[d] + []int{1, size[d] - 1}[p%2]) % size[d]
				require.Equal(t, want, torus.At(to.Router))
				require.Equal(t, p^1, to.Port)
			}
		}
	}
}

// TestTorusRefuses reports all that is out of range.
func TestTorusRefuses(t *testing.T) {
	bad := torus(0, 33, 1)
	large := torus(32, 32, 32)
	for _, f := range []func(t3erouter.Torus) error{
		t3erouter.Torus.Validate,
		func(t t3erouter.Torus) error { _, err := t.Build(); return err },
		func(t t3erouter.Torus) error { _, err := t.Golden(); return err },
	} {
		require.EqualError(t, f(bad), "x: 0 is not in 1..32\ny: 33 is not in 1..32")
		require.EqualError(t, f(large), "x=32 y=32 z=32: 32768 routers, at most 4096")
	}
}
