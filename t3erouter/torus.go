package t3erouter

import (
	"fmt"

	"github.com/flitwright/flitwright/network"
	"github.com/flitwright/flitwright/t3erouter/config"
)

// A Torus is a network of routers as docs/spec/t3e.md joins them: out_p leads to in_(p xor 1) of the
// neighbour in direction p, without registers but those of the routers.
//
//	     -->         -->         -->
//	| 0,1 |     | 1,1 |     | 2,1 |      x is the low coordinate: router x + X*(y + Y*z),
//	     <--         <--         <--     whose node is the terminal of that number
type Torus struct {
	Config  config.Config  // of the routers; X, Y and Z are the sizes of the torus
	Variant config.Variant // of the routers: what they lack
}

// MaxRouters is how many routers a torus may have.
const MaxRouters = 4096

// Validate reports what is out of range, all at once.
func (t Torus) Validate() error {
	err := t.Config.Validate()
	if err == nil && t.Routers() > MaxRouters {
		return fmt.Errorf("x=%d y=%d z=%d: %d routers, at most %d", t.Config.X, t.Config.Y, t.Config.Z, t.Routers(), MaxRouters)
	}
	return err
}

// Routers is the number of routers, and of nodes.
func (t Torus) Routers() int { return t.Config.X * t.Config.Y * t.Config.Z }

// At gives the coordinates of a router.
func (t Torus) At(r int) [3]int {
	return [3]int{r % t.Config.X, r / t.Config.X % t.Config.Y, r / (t.Config.X * t.Config.Y)}
}

// Neighbor is the router that port p of router r leads to, r itself in a dimension of size 1.
func (t Torus) Neighbor(r, p int) int {
	at, size := t.At(r), [3]int{t.Config.X, t.Config.Y, t.Config.Z}
	d, step := p/2, 1
	if p%2 == 1 {
		step = size[d] - 1
	}
	at[d] = (at[d] + step) % size[d]
	return at[0] + size[0]*(at[1]+size[1]*at[2])
}

// Topology joins the routers. A dimension of size 1 has no links, one of size 2 has two between each two
// neighbours.
func (t Torus) Topology() *network.Topology {
	top := &network.Topology{}
	for r := range t.Routers() {
		at := t.At(r)
		top.Routers = append(top.Routers, network.Router{Name: fmt.Sprintf("router_%d_%d_%d", at[0], at[1], at[2]), Ports: ports})
		top.Terminals = append(top.Terminals, network.Terminal{Place: network.Place{Router: r, Port: node}})
	}
	for r := range t.Routers() {
		for p := 0; p < links; p += 2 {
			if n := t.Neighbor(r, p); n != r {
				top.Link(network.Place{Router: r, Port: p}, network.Place{Router: n, Port: p ^ 1}, 0)
			}
		}
	}
	return top
}
