package cm5router

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// FrontPorts are the ports of the sending half of an input port.
type FrontPorts struct {
	Config       RouteConfig
	FIFO         rtl.Stream[ir.Signal] // consumer of the input FIFO, 5 bits
	Request      Request               // held until granted
	Granted      ir.Signal             // 1: the request is granted in this cycle
	Cross        Crossing
	ErrPrimary   ir.Signal // 1: pulses in the cycle after the trailer left the FIFO
	ErrSecondary ir.Signal // 1
	ErrProtocol  ir.Signal // 1: in the trailer's cycle, not registered
}

// A Crossing is an entry on its way through the crossbar.
type Crossing struct {
	Valid ir.Signal // 1
	Entry ir.Signal // 5
}

// The states of a front.
const (
	header      = iota // collect h and the first route flit, then request
	sendHeight         // h crosses
	sendRoute          // the first route flit crosses
	sendBody           // the rest crosses as it comes, the trailer last
	swallowRest        // all up to the trailer is dropped
)

var frontStates = []string{"HEADER", "SEND_HEIGHT", "SEND_ROUTE", "SEND_BODY", "SWALLOW_REST"}

// front takes messages from the input FIFO, requests an output for each and sends it there.
// Section "Input port p: front" of docs/spec/cm5.md.
func front() ir.Component[FrontPorts] {
	io := FrontPorts{
		Config: routeConfigIn(), FIFO: rtl.StreamIn(entryWidth),
		Request: Request{ir.Out(4), ir.Out(1)}, Granted: ir.In(1),
		Cross:      Crossing{ir.Out(1), ir.Out(entryWidth)},
		ErrPrimary: ir.Out(1), ErrSecondary: ir.Out(1), ErrProtocol: ir.Out(1),
	}
	return ir.Build("cm5_front", io, func(m *ir.Module, io FrontPorts) {
		m.SetDoc("Sending half of an input port: header, request, message or its swallowing.")
		entry := io.FIFO.Data
		flit := entry.Slice(3, 0)
		states := m.Enum(frontStates...)
		state := m.Reg("state", states[0].Width(), header)
		in := func(k int) ir.Signal { return state.Eq(states[k]) }
		goTo := func(k int) { state.Set(states[k]) }

		hasHeight := m.Reg("has_height", 1, 0)
		hasFields := m.Reg("has_fields", 1, 0)
		height := m.Reg("height", 4, 0).Doc("h as received; once granted, as it is sent.")
		fields := m.Reg("fields", 4, 0).Doc("First route flit as received; once granted, as it is sent.")
		skipRoute := m.Reg("skip_route", 1, 0).Doc("No first route flit is sent.")
		protocol := m.Reg("protocol", 1, 0).Doc("This message pulses err_protocol at its end.")
		pointer := m.RegNoReset("fall_pointer", 2).Doc("The child that the next falling message tries first.")

		complete := ir.And(in(header), hasHeight, hasFields.Or(height.EqC(0))).Named("complete")
		way := ir.Inst(m, "route", route())
		setConfig(way.Config, io.Config)
		way.Pointer.Set(pointer)
		way.Height.Set(height)
		way.Fields.Set(fields)
		io.Request.Child.Set(way.Request.Child.And(complete.Repeat(children)))
		io.Request.Climb.Set(way.Request.Climb.And(complete))
		hopeless := ir.Or(way.Request.Child.Any(), way.Request.Climb).Not().Named("hopeless")

		wantsHeader := in(header).AndNot(complete)
		io.FIFO.Ready.Set(ir.Or(wantsHeader, in(sendBody), in(swallowRest)))
		popped := io.FIFO.Fire().Named("popped")
		ends := popped.And(in(header).Not(), entry.Bit(trailerBit)).Named("ends")

		m.When(m.Reset(), func() { pointer.Set(io.Config.ID) }).
			ElseWhen(io.Granted.And(way.Falling), func() {
				c := pointer.C
				pointer.Set(ir.OneHotMux(way.Request.Child, c(1), c(2), c(3), c(0)))
			})
		one := m.Const(1, 1)
		m.Switch(state).
			Case(states[header], func() {
				m.When(complete, func() {
					protocol.Set(ir.Or(hopeless, way.Falling.AndNot(io.Config.AFD)))
					m.When(hopeless, func() { goTo(swallowRest) }).
						ElseWhen(io.Granted, func() {
							goTo(sendHeight)
							skipRoute.Set(height.EqC(0).Or(way.Down.And(height.Bit(0))))
							m.When(way.Down, func() {
								height.Set(height.SubC(1))
								fields.Set(fields.And(fields.C(0b0011)))
							})
						})
				}).ElseWhen(popped, func() {
					m.When(hasHeight, func() {
						fields.Set(flit)
						hasFields.Set(one)
					}).Else(func() {
						height.Set(flit)
						hasHeight.Set(one)
					})
				})
			}).
			Case(states[sendHeight], func() {
				m.When(skipRoute, func() { goTo(sendBody) }).Else(func() { goTo(sendRoute) })
			}).
			Case(states[sendRoute], func() { goTo(sendBody) }).
			Default(func() {
				m.When(ends, func() {
					goTo(header)
					hasHeight.Set(m.Const(1, 0))
					hasFields.Set(m.Const(1, 0))
				})
			})

		sendsHeader := in(sendHeight).Or(in(sendRoute))
		io.Cross.Valid.Set(sendsHeader.Or(in(sendBody).And(io.FIFO.Valid)))
		io.Cross.Entry.Set(ir.Mux(sendsHeader,
			ir.Mux(in(sendHeight), height, fields).ZExt(entryWidth), entry))

		io.ErrPrimary.Set(pulse(m, "primary", ends.And(entry.Bit(primaryBit))))
		io.ErrSecondary.Set(pulse(m, "secondary", ends.And(entry.Bit(secondaryBit))))
		io.ErrProtocol.Set(ends.And(protocol.Or(entry.Bit(lengthBit))))
	})
}

// pulse is x one cycle later, 0 in reset.
func pulse(m *ir.Module, name string, x ir.Signal) ir.Signal {
	r := m.Reg(name, 1, 0)
	r.Set(x)
	return r
}

// setConfig connects the configuration of an instance.
func setConfig(to, from RouteConfig) {
	to.Level.Set(from.Level)
	to.Children.Set(from.Children)
	to.Parents.Set(from.Parents)
	to.AFD.Set(from.AFD)
	to.IsParent.Set(from.IsParent)
	to.ID.Set(from.ID)
}
