// Package myrinetswitch builds the Myrinet switch with relative-port source routing, as
// docs/spec/myrinet.md specifies it.
//
//	cable p                                                   cable q
//	------> receive --> front ======\          /=====> output ------>
//	        queue,      next, hold, crossbar           boot, FRES,
//	        watermarks  CRC, timer                     STOP/GO
//	          |           route, requests                 ^
//	          |                v                          |
//	          |             grants: holders, time-outs    |
//	          +--- STOP/GO of input p leave on output p --+
//
// A packet waits in the queue of its input; the front takes its lead byte, asks for the output it
// names and, once grants gives it, sends the rest one character a cycle, holding one back since only
// GAP tells which byte was the CRC. Whether an output is ready, and what a time-out does, are flip-flops: no path
// through arbitration ends in another one through the queue.
package myrinetswitch

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// Ports are the pins of the switch.
type Ports struct {
	CfgEnable  ir.Signal // one bit a port
	CfgTimeout ir.Signal // 24: cycles, 0: off
	In         []LinkPorts
	Out        []LinkPorts

	ErrOverflow     ir.Signal   // bit p: pulses for input p
	StatPackets     []ir.Signal // 16 each, of inputs
	StatIllegalTurn []ir.Signal
	StatNoWire      []ir.Signal
	StatStranded    []ir.Signal
	StatCRC         []ir.Signal `port:"stat_crc"`
	StatTimeout     []ir.Signal
	StatFres        []ir.Signal
}

// LinkPorts is one direction of a link.
type LinkPorts struct {
	Char ir.Signal // 9: bit 8 marks a control symbol
}

// Build makes the switch. Its error is that of c.Validate or an ir.Errors.
func Build(c config.Config) (*ir.Design, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return ir.Elaborate(Switch(c).Module)
}

// Switch is the switch as a component, for designs that hold several. c is valid.
func Switch(c config.Config) ir.Component[Ports] {
	io := Ports{CfgEnable: ir.In(c.Ports), CfgTimeout: ir.In(24), ErrOverflow: ir.Out(c.Ports)}
	stats := []*[]ir.Signal{
		&io.StatPackets, &io.StatIllegalTurn, &io.StatNoWire, &io.StatStranded, &io.StatCRC, &io.StatTimeout, &io.StatFres,
	}
	for range c.Ports {
		io.In = append(io.In, LinkPorts{ir.In(9)})
		io.Out = append(io.Out, LinkPorts{ir.Out(9)})
		for _, s := range stats {
			*s = append(*s, ir.Out(16))
		}
	}
	return ir.Build("myrinet", io, func(m *ir.Module, io Ports) {
		m.SetDoc(fmt.Sprintf("Myrinet switch of %d ports with relative-port source routing.", c.Ports))
		s := &myrinet{m: m, io: io, c: c}
		s.place()
		s.connect()
	})
}

// myrinet is a switch being built.
type myrinet struct {
	m  *ir.Module
	io Ports
	c  config.Config

	receivers []ReceivePorts
	fronts    []FrontPorts
	outputs   []OutputPorts
	grants    GrantPorts
}

// place makes the instances.
func (s *myrinet) place() {
	m := s.m
	receive, front, output := receive(s.c), front(s.c), output(s.c)
	for p := range s.c.Ports {
		s.receivers = append(s.receivers, ir.Inst(m, fmt.Sprintf("receive_%d", p), receive))
		s.fronts = append(s.fronts, ir.Inst(m, fmt.Sprintf("front_%d", p), front))
		s.outputs = append(s.outputs, ir.Inst(m, fmt.Sprintf("output_%d", p), output))
	}
	s.grants = ir.Inst(m, "grants", grants(s.c.Ports))
}

// connect joins input p, output p, arbitration and crossbar.
func (s *myrinet) connect() {
	m, io, g := s.m, s.io, s.grants
	overflow := make([]ir.Signal, s.c.Ports)
	var ready, readies, stopped []ir.Signal
	for p := range s.c.Ports {
		rx, fr, out := s.receivers[p], s.fronts[p], s.outputs[p]
		enabled := io.CfgEnable.Bit(p)

		rx.Enabled.Set(enabled)
		rx.Pins.Set(io.In[p].Char)
		rx.Pop.Set(fr.Pop)
		overflow[p] = rx.Overflow
		io.StatFres[p].Set(rx.Fres)

		fr.Enabled.Set(enabled)
		fr.Route.ID.Set(m.Const(4, uint64(p)))
		fr.Route.Enable.Set(io.CfgEnable)
		fr.Timeout.Set(io.CfgTimeout)
		fr.Queue.Valid.Set(rx.Queue.Valid)
		fr.Queue.Entry.Set(rx.Queue.Entry)
		fr.Queue.Flush.Set(rx.Queue.Flush)
		fr.Queue.TookIn.Set(rx.Queue.TookIn)
		io.StatPackets[p].Set(fr.Stats.Packets)
		io.StatIllegalTurn[p].Set(fr.Stats.IllegalTurn)
		io.StatNoWire[p].Set(fr.Stats.NoWire)
		io.StatStranded[p].Set(fr.Stats.Stranded)
		io.StatCRC[p].Set(fr.Stats.CRC)
		io.StatTimeout[p].Set(fr.Stats.Timeout)
		joinFront(g.Front[p], fr.Grants)

		out.Enabled.Set(enabled)
		out.SendStop.Set(rx.SendStop)
		out.SendGo.Set(rx.SendGo)
		out.Stop.Set(rx.Stop)
		out.Go.Set(rx.Go)
		out.Owe.Set(g.Output[p].Owe)
		out.Marks.Set(g.Output[p].Marks)
		g.Output[p].Enabled.Set(enabled)
		io.Out[p].Char.Set(out.Pins)
		ready = append(ready, out.Ready)
		readies = append(readies, out.Readies)
		stopped = append(stopped, out.Stopped)
	}
	io.ErrOverflow.Set(ir.CatList(overflow...))
	g.Ready.Set(ir.CatList(ready...))
	g.Readies.Set(ir.CatList(readies...))
	g.Stopped.Set(ir.CatList(stopped...))

	var valid, char []ir.Signal
	for _, fr := range s.fronts {
		valid = append(valid, fr.Cross.Valid)
		char = append(char, fr.Cross.Char)
	}
	for q, out := range s.outputs {
		out.Cross.Valid.Set(ir.OneHotMux(g.Output[q].Holder, valid...))
		out.Cross.Char.Set(ir.OneHotMux(g.Output[q].Holder, char...))
	}
}
