package wormhole4

import (
	"errors"
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// A Config is the parameters of a switch.
type Config struct {
	Width int // 8..62: bits of payload in a flit
	Depth int // 2..16: flits in an input queue
}

// Ports are the pins of the switch: in_0_valid, in_0_ready, in_0_data, ..., err_stray.
type Ports struct {
	In       []rtl.Stream[ir.Signal] // 4 of width+2 bits
	Out      []rtl.Stream[ir.Signal] // likewise
	ErrStray ir.Signal               // 4: bit p pulses for input p
}

// Build makes the design: top module wormhole4.
func Build(c Config) (*ir.Design, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	return ir.Elaborate(top(c).Module)
}

// validate reports all that is out of range.
func (c Config) validate() error {
	var errs []error
	if c.Width < 8 || c.Width > 62 {
		errs = append(errs, fmt.Errorf("width: %d is not in 8..62", c.Width))
	}
	if c.Depth < 2 || c.Depth > 16 {
		errs = append(errs, fmt.Errorf("depth: %d is not in 2..16", c.Depth))
	}
	return errors.Join(errs...)
}

// top places the inputs and the outputs and joins each with each.
func top(c Config) ir.Component[Ports] {
	io := Ports{ErrStray: ir.Out(ports)}
	for range ports {
		io.In = append(io.In, rtl.StreamIn(c.flitWidth()))
		io.Out = append(io.Out, rtl.StreamOut(c.flitWidth()))
	}
	return ir.Build("wormhole4", io, func(m *ir.Module, io Ports) {
		m.SetDoc("Wormhole switch of four ports.")
		input, output := input(c), output(c)
		var ins []InputPorts
		var outs []OutputPorts
		for p := range ports {
			ins = append(ins, ir.Inst(m, fmt.Sprintf("input_%d", p), input))
			outs = append(outs, ir.Inst(m, fmt.Sprintf("output_%d", p), output))
			rtl.Connect(io.In[p], ins[p].Link)
			rtl.Connect(outs[p].Link, io.Out[p])
		}
		var strays []ir.Signal
		for p, in := range ins {
			var owns, taken []ir.Signal // by each output
			for _, out := range outs {
				owns, taken = append(owns, out.Owner.Bit(p)), append(taken, out.Taken.Bit(p))
				out.Fronts[p].Valid.Set(in.Front.Valid)
				out.Fronts[p].Data.Set(in.Front.Data)
			}
			in.Owns.Set(ir.Or(owns...))
			in.Taken.Set(ir.Or(taken...))
			strays = append(strays, in.Stray)
		}
		for q, out := range outs {
			var requests []ir.Signal // of each input
			for _, in := range ins {
				requests = append(requests, in.Request.Bit(q))
			}
			out.Request.Set(ir.CatList(requests...))
		}
		io.ErrStray.Set(ir.CatList(strays...))
	})
}
