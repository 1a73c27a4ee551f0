package network

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// A Wiring says what a net is made of and how its pins are joined. N is the port struct of the net,
// P that of a router. Names are free for instances of links.
type Wiring[N, P any] interface {
	// Router is the component that stands at router r.
	Router(r int) ir.Component[P]
	// Configure drives the pins of router r that belong to no port, and those of the net.
	Configure(m *ir.Module, net N, r int, router P)
	// Join leads output c.From.Port of from to input c.To.Port of to.
	Join(m *ir.Module, name string, c Channel, from, to P)
	// Terminal leads terminal i of the net to the input t.Port of router and the output to it.
	Terminal(m *ir.Module, name string, net N, i int, t Terminal, router P)
	// IdleIn and IdleOut drive the pins of a port that nothing is joined to.
	IdleIn(m *ir.Module, router P, port int)
	IdleOut(m *ir.Module, router P, port int)
}

// Build makes the module that holds one instance of each router of a valid topology, called as the
// router is, and all channels.
func Build[N, P any](name string, io N, t *Topology, w Wiring[N, P]) ir.Component[N] {
	return ir.Build(name, io, func(m *ir.Module, net N) {
		idleIn, idleOut, err := t.idle()
		if err != nil {
			m.Errorf("network %s: %v", name, err)
			return
		}
		var routers []P
		for r, router := range t.Routers {
			p := ir.Inst(m, router.Name, w.Router(r))
			w.Configure(m, net, r, p)
			routers = append(routers, p)
		}
		for i, x := range t.Terminals {
			w.Terminal(m, fmt.Sprintf("node_%d", i), net, i, x, routers[x.Router])
		}
		for _, c := range t.Channels {
			link := fmt.Sprintf("link_%s_%d", t.Routers[c.From.Router].Name, c.From.Port)
			w.Join(m, link, c, routers[c.From.Router], routers[c.To.Router])
		}
		for _, p := range idleIn {
			w.IdleIn(m, routers[p.Router], p.Port)
		}
		for _, p := range idleOut {
			w.IdleOut(m, routers[p.Router], p.Port)
		}
	})
}
