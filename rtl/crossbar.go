package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// A Lane is data with a bit that says whether it means something.
type Lane struct{ Valid, Data ir.Signal }

// CrossbarPorts are the ports of a crossbar: in_i_valid, in_i_data, sel_o, out_o_valid,
// out_o_data.
type CrossbarPorts struct {
	In  []Lane
	Sel []ir.Signal // sel_o has a bit for each input
	Out []Lane
}

// Crossbar passes inputs of width bits to outputs in the same cycle, without state: output o
// shows the input whose bit of sel_o is 1, valid and data, and 0 if none is. An input may go
// to any number of outputs at once. Two bits of a sel_o are an error of its driver: the output
// then shows the or of both inputs.
func Crossbar(inputs, outputs, width int) ir.Component[CrossbarPorts] {
	n, k, w := max(1, inputs), max(1, outputs), max(1, width)
	io := CrossbarPorts{In: make([]Lane, n), Sel: make([]ir.Signal, k), Out: make([]Lane, k)}
	for i := range io.In {
		io.In[i] = Lane{Valid: ir.In(1), Data: ir.In(w)}
	}
	for o := range io.Out {
		io.Sel[o] = ir.In(n)
		io.Out[o] = Lane{Valid: ir.Out(1), Data: ir.Out(w)}
	}
	return ir.Build(fmt.Sprintf("crossbar_%dx%d_w%d", n, k, w), io, func(m *ir.Module, io CrossbarPorts) {
		if inputs < 1 || outputs < 1 || width < 1 {
			m.Errorf("crossbar: %d inputs, %d outputs, %d bits; the least is 1 of each", inputs, outputs, width)
		}
		m.SetDoc(fmt.Sprintf("Crossbar from %d inputs to %d outputs of %d bits, one-hot selects.", n, k, w))
		valid, data := make([]ir.Signal, n), make([]ir.Signal, n)
		for i, in := range io.In {
			valid[i], data[i] = in.Valid, in.Data
		}
		for o, out := range io.Out {
			out.Valid.Set(ir.OneHotMux(io.Sel[o], valid...))
			out.Data.Set(ir.OneHotMux(io.Sel[o], data...))
		}
	})
}
