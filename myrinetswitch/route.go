package myrinetswitch

import "github.com/flitwright/flitwright/ir"

// RouteConfig is what the routing function knows beside the lead byte.
type RouteConfig struct {
	ID     ir.Signal // 4: this input
	Enable ir.Signal // one bit a port
}

// RoutePorts are the ports of the routing function: lead byte in, request out. At most one of all the
// output bits is 1, and exactly one is.
type RoutePorts struct {
	Config      RouteConfig
	Lead        ir.Signal // 8
	To          ir.Signal // one-hot: the output; 0 if there is none
	Stranded    ir.Signal // 1: bit 7 is 0
	IllegalTurn ir.Signal // 1: the output is out of range
	NoWire      ir.Signal // 1: the output is disabled
}

// route is combinational. It is a module of its own so that the routing relation can be read
// out of the emitted logic. Section "Packets and routing" of docs/spec/myrinet.md.
func route(ports int) ir.Component[RoutePorts] {
	io := RoutePorts{
		Config: RouteConfig{ir.In(4), ir.In(ports)}, Lead: ir.In(8),
		To: ir.Out(ports), Stranded: ir.Out(1), IllegalTurn: ir.Out(1), NoWire: ir.Out(1),
	}
	return ir.Build("myrinet_route", io, func(m *ir.Module, io RoutePorts) {
		m.SetDoc("Routing function: input and turn give the output, not modulo.")
		m.Unused(io.Lead.Bit(6))
		isRoute := io.Lead.Bit(7).Named("is_route")
		turn := io.Lead.Slice(5, 0).Named("turn")
		// Where the input is a constant, one comparison of the turn is left for each output, and no adder.
		names := make([]ir.Signal, ports)
		for q := range ports {
			by := make([]ir.Signal, ports)
			for p := range ports {
				by[p] = io.Config.ID.EqC(uint64(p)).And(turn.EqC(uint64(q-p) & 0x3F))
			}
			names[q] = ir.Or(by...)
		}
		named := ir.CatList(names...).Named("named")
		inRange := named.Any().Named("in_range")
		to := named.And(isRoute.Repeat(ports)).Named("named_output")
		enabled := to.And(io.Config.Enable)

		io.To.Set(enabled)
		io.Stranded.Set(isRoute.Not())
		io.IllegalTurn.Set(isRoute.AndNot(inRange))
		io.NoWire.Set(to.AndNot(io.Config.Enable).Any())
	})
}
