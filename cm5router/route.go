package cm5router

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// RouteConfig is what the routing function knows beside the header: static pins, the mode and
// which port it serves.
type RouteConfig struct {
	Level    ir.Signal // 4
	Children ir.Signal // 4: mask
	Parents  ir.Signal // 1: some parent is enabled
	AFD      ir.Signal // 1: all-fall-down
	IsParent ir.Signal // 1: serves a parent port
	ID       ir.Signal // 2: its number among children or parents
}

// A Request is what a header asks for: at most one of the five bits is 1.
type Request struct {
	Child ir.Signal // 4: one-hot, a child output
	Climb ir.Signal // 1: any output of the parent pool
}

// RoutePorts are the ports of the routing function: header in, request out.
type RoutePorts struct {
	Config  RouteConfig
	Pointer ir.Signal // 2: the child that a falling message tries first
	Height  ir.Signal // 4
	Fields  ir.Signal // 4: first route flit, left field in 3:2
	Request Request   // none: the message is swallowed
	Down    ir.Signal // 1: goes down at its own level, using up a field
	Falling ir.Signal // 1
}

func routeConfigIn() RouteConfig {
	return RouteConfig{ir.In(4), ir.In(4), ir.In(1), ir.In(1), ir.In(1), ir.In(2)}
}

// route is combinational. It is a module of its own so that the routing relation can be read
// out of the emitted logic. Section "Input port p: front", 2, of docs/spec/cm5.md.
func route() ir.Component[RoutePorts] {
	io := RoutePorts{
		Config: routeConfigIn(), Pointer: ir.In(2), Height: ir.In(4), Fields: ir.In(4),
		Request: Request{ir.Out(4), ir.Out(1)}, Down: ir.Out(1), Falling: ir.Out(1),
	}
	return ir.Build("cm5_route", io, func(m *ir.Module, io RoutePorts) {
		m.SetDoc("Routing function: header in, request out; no request means the message is swallowed.")
		c := io.Config
		above := io.Height.Gt(c.Level).Named("above_level")
		falling := c.AFD.Or(c.IsParent.And(above)).Named("falls")
		down := io.Height.Eq(c.Level).AndNot(falling).Named("goes_down")

		field := ir.Mux(io.Height.Bit(0), io.Fields.Slice(1, 0), io.Fields.Slice(3, 2)).Named("field")
		own := rtl.Decode(c.ID, children).And(c.IsParent.Not().Repeat(children)).Named("own_child")
		downTo := ir.And(rtl.Decode(field, children), c.Children, own.Not()).Named("down_to")
		fallTo := rtl.FirstFrom(c.Children, io.Pointer)

		io.Request.Child.Set(ir.OneHotMux(ir.Cat(falling, down), downTo, fallTo))
		io.Request.Climb.Set(ir.And(above, falling.Not(), c.Parents))
		io.Down.Set(down)
		io.Falling.Set(falling)
	})
}
