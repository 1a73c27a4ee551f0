package difftest

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

const (
	fillWidth = 3   // of the pin that addresses memories in reset: they have up to 8 words
	dataWidth = 129 // of the pins that all designs take their inputs from
	dataPins  = 8
)

// GroupPorts are those of a module that holds many designs. Output k of design i is the pin
// out_i_k.
type GroupPorts struct {
	Show, Fill ir.Signal
	Data       []ir.Signal
	Out        [][]ir.Signal
}

// Top places the designs of several strings of choices in one module, each with inputs cut
// from the same pins and with outputs that are 0 while show is.
func Top(strings [][]byte, p Profile) *ir.Module {
	io := GroupPorts{Show: ir.In(1), Fill: ir.In(fillWidth)}
	for range dataPins {
		io.Data = append(io.Data, ir.In(dataWidth))
	}
	var designs []ir.Component[Ports]
	for i, data := range strings {
		c := Module(fmt.Sprintf("design_%d", i), data, p)
		designs = append(designs, c)
		var outs []ir.Signal
		for _, port := range c.Module.Ports {
			if port.Dir == ir.Output {
				outs = append(outs, ir.Out(port.Width))
			}
		}
		io.Out = append(io.Out, outs)
	}
	return ir.Build("top", io, func(m *ir.Module, io GroupPorts) {
		for i, c := range designs {
			d := ir.Inst(m, fmt.Sprintf("d_%d", i), c)
			d.Fill.Set(io.Fill)
			for k, in := range d.In {
				in.Set(io.Data[(3*i+k)%dataPins].Low(in.Width()))
			}
			for k, out := range d.Out {
				io.Out[i][k].Set(ir.Mux(io.Show, out, out.C(0)))
			}
		}
		m.Unused(io.Data...)
	}).Module
}
