package cm5router

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// FrontPorts are the ports of the sending half of an input port.
type FrontPorts struct {
	Config       RouteConfig
	FIFO         rtl.Stream[ir.Signal] // consumer of the input FIFO, 5 bits
	Request      Request               // held until the cycle of the grant
	Granted      ir.Signal             // 1: the request was granted in the cycle before
	Cross        Crossing
	Ended        ir.Signal // 1: a message's trailer crossed or was dropped in the cycle before
	ErrPrimary   ir.Signal // 1: pulses in the cycle after the trailer left the FIFO
	ErrSecondary ir.Signal // 1
	ErrProtocol  ir.Signal // 1: in the trailer's cycle, not registered
}

// A Crossing is an entry on its way through the crossbar.
type Crossing struct {
	Valid ir.Signal // 1
	Entry ir.Signal // 5
}

// front takes messages from the input FIFO, requests an output for each and sends it there.
// Section "Input port p: front" of docs/spec/cm5.md.
//
// Where a header leads in either mode is computed while the last flit of the header leaves the FIFO: a request
// comes from flip-flops, but for the mode, which counts in the very cycle.
func front() ir.Component[FrontPorts] {
	io := FrontPorts{
		Config: routeConfigIn(), FIFO: rtl.StreamIn(entryWidth),
		Request: Request{ir.Out(4), ir.Out(1)}, Granted: ir.In(1),
		Cross: Crossing{ir.Out(1), ir.Out(entryWidth)}, Ended: ir.Out(1),
		ErrPrimary: ir.Out(1), ErrSecondary: ir.Out(1), ErrProtocol: ir.Out(1),
	}
	return ir.Build("cm5_front", io, func(m *ir.Module, io FrontPorts) {
		m.SetDoc("Sending half of an input port: header, request, message or its swallowing.")
		entry := io.FIFO.Data
		flit := entry.Slice(3, 0)
		afd := io.Config.AFD
		zero, one := m.Const(1, 0), m.Const(1, 1)

		// The state, one-hot.
		collecting := m.Reg("collecting", 1, 1).Doc("h and the first route flit are taken from the FIFO.")
		requesting := m.Reg("requesting", 1, 0).Doc("The header is complete; in the cycle after the grant h crosses.")
		routing := m.Reg("routing", 1, 0).Doc("The first route flit crosses.")
		streaming := m.Reg("streaming", 1, 0).Doc("The rest crosses as it comes, the trailer last.")
		swallowing := m.Reg("swallowing", 1, 0).Doc("All up to the trailer is dropped.")

		hasHeight := m.Reg("has_height", 1, 0)
		height := m.Reg("height", 4, 0).Doc("h as received.")
		below := m.Reg("below", 4, 0).Doc("h - 1, as it is sent when going down.")
		fields := m.Reg("fields", 4, 0).Doc("First route flit as received; once granted, as it is sent.")
		protocol := m.Reg("protocol", 1, 0).Doc("This message pulses err_protocol at its end.")
		pointer := m.RegNoReset("fall_pointer", 2).Doc("The child that the next falling message tries first.")

		// The header's ways: 0 until it is complete, and for h = 0, which leads nowhere but in all-fall-down.
		child := m.Reg("child", children, 0).Doc("Child requested if not in all-fall-down.")
		climb := m.Reg("climb", 1, 0)
		down := m.Reg("down", 1, 0)
		falls := m.Reg("falls", 1, 0).Doc("Falls in either mode.")
		fallTo := m.Reg("fall_to", children, 0).Doc("Child requested in all-fall-down.")

		way := func(name string, afd ir.Signal) RoutePorts {
			w := ir.Inst(m, name, route())
			setConfig(w.Config, io.Config)
			w.Config.AFD.Set(afd)
			w.Pointer.Set(pointer)
			w.Height.Set(height)
			w.Fields.Set(flit)
			return w
		}
		straight, fallen := way("straight", zero), way("fallen", one)
		m.Unused(fallen.Request.Climb, fallen.Down, fallen.Falling)

		io.Request.Child.Set(ir.Mux(afd, fallTo, child).And(io.Granted.Not().Repeat(children)))
		io.Request.Climb.Set(ir.And(climb, afd.Not(), io.Granted.Not()))
		hopeless := ir.And(requesting, io.Granted.Not(), ir.Mux(afd, fallTo.Any(), child.Any().Or(climb)).Not()).Named("hopeless")

		io.FIFO.Ready.Set(ir.Or(collecting, streaming, swallowing))
		popped := io.FIFO.Fire().Named("popped")
		taken := popped.And(collecting).Named("taken")
		completes := taken.And(hasHeight.Or(flit.EqC(0))).Named("completes")
		ends := popped.And(collecting.Not(), entry.Bit(trailerBit)).Named("ends")

		// In the cycle after a grant the mode it was made in counts.
		wasAFD := m.RegNoReset("was_afd", 1)
		wasAFD.Set(afd)
		goesDown := m.Reg("goes_down", 1, 0).Doc("After a grant: the message goes down at its own level.")
		goesDown.Set(down.AndNot(afd))
		m.When(m.Reset(), func() { pointer.Set(io.Config.ID) }).
			ElseWhen(io.Granted.And(wasAFD.Or(falls)), func() {
				c := pointer.C
				pointer.Set(ir.OneHotMux(fallTo, c(1), c(2), c(3), c(0)))
			})
		skipRoute := height.EqC(0).Or(goesDown.And(height.Bit(0))).Named("skip_route")
		collecting.Set(ends.Or(collecting.AndNot(completes)))
		requesting.Set(completes.Or(ir.And(requesting, io.Granted.Not(), hopeless.Not())))
		routing.Set(io.Granted.AndNot(skipRoute))
		streaming.Set(ir.Or(io.Granted.And(skipRoute), routing, streaming.AndNot(ends)))
		swallowing.Set(hopeless.Or(swallowing.AndNot(ends)))

		state := ir.Cat(collecting, requesting, routing, streaming, swallowing).Named("state")
		m.Assert(state.Any().AndNot(ir.And(state, state.SubC(1)).Any()), "a front is in no state, or in two")

		m.When(taken, func() {
			fields.Set(flit)
			m.When(hasHeight, func() {
				below.Set(height.SubC(1))
				child.Set(straight.Request.Child)
				climb.Set(straight.Request.Climb)
				down.Set(straight.Down)
				falls.Set(straight.Falling)
			}).Else(func() {
				height.Set(flit)
				hasHeight.Set(one)
			})
			m.When(completes, func() { fallTo.Set(fallen.Request.Child) })
		})
		m.When(hopeless, func() { protocol.Set(one) })
		m.When(io.Granted, func() {
			protocol.Set(falls.AndNot(wasAFD))
			m.When(goesDown, func() { fields.Set(fields.And(fields.C(0b0011))) })
		})
		m.When(io.Granted.Or(hopeless), func() {
			hasHeight.Set(zero)
			child.Set(child.C(0))
			climb.Set(zero)
			down.Set(zero)
			falls.Set(zero)
			fallTo.Set(fallTo.C(0))
		})

		io.Cross.Valid.Set(ir.Or(io.Granted, routing, streaming.And(io.FIFO.Valid)))
		io.Cross.Entry.Set(ir.Mux(streaming, entry,
			ir.Mux(routing, fields, ir.Mux(goesDown, below, height)).ZExt(entryWidth)))

		io.Ended.Set(pulse(m, "has_ended", ends))
		io.ErrPrimary.Set(pulse(m, "primary", ends.And(entry.Bit(primaryBit))))
		io.ErrSecondary.Set(pulse(m, "secondary", ends.And(entry.Bit(secondaryBit))))
		io.ErrProtocol.Set(ends.And(protocol.Or(entry.Bit(lengthBit))))
	})
}

// pulse is x one cycle later, 0 in reset.
func pulse(m *ir.Module, name string, x ir.Signal) ir.Signal {
	r := m.Reg(name, x.Width(), 0)
	r.Set(x)
	return r
}

// setConfig connects the configuration of an instance but for the mode.
func setConfig(to, from RouteConfig) {
	to.Level.Set(from.Level)
	to.Children.Set(from.Children)
	to.Parents.Set(from.Parents)
	to.IsParent.Set(from.IsParent)
	to.ID.Set(from.ID)
}
