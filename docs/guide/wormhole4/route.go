package wormhole4

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// RoutePorts are the ports of route computation: header in, request out.
type RoutePorts struct {
	Header  ir.Signal // in, 2: the destination field of a head flit
	Request ir.Signal // out, 4, same cycle: one-hot, the output asked for
}

// route is combinational. It is a module of its own so that the routing relation can be read out
// of the built logic. Spec: Timing, 2.
func route() ir.Component[RoutePorts] {
	io := RoutePorts{Header: ir.In(destWidth), Request: ir.Out(ports)}
	return ir.Build("wormhole4_route", io, func(m *ir.Module, io RoutePorts) {
		m.SetDoc("Route computation: header in, request out.")
		io.Request.Set(rtl.Decode(io.Header, ports))
	})
}
