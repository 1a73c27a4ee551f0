package cm5router

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// LinkPorts are the two ends of a link in one direction.
type LinkPorts struct {
	In  LinkIn  // from the sender's LinkOut
	Out LinkOut // to the receiver's LinkIn
}

// Link is the wire of a link in one direction: flit and valid come latency cycles later, and so
// does the token that goes back. It is reset together with both ends; with latency 0 it is wires.
func Link(latency int) ir.Component[LinkPorts] {
	io := LinkPorts{LinkIn{ir.In(4), ir.In(1), ir.Out(1)}, LinkOut{ir.Out(4), ir.Out(1), ir.In(1)}}
	return ir.Build("cm5_link", io, func(m *ir.Module, io LinkPorts) {
		m.SetDoc(fmt.Sprintf("Wire of a link in one direction: flit and token take %d cycles.", latency))
		io.Out.Flit.Set(delay(m, "flit", io.In.Flit, latency))
		io.Out.Valid.Set(delay(m, "valid", io.In.Valid, latency))
		io.In.Token.Set(delay(m, "token", io.Out.Token, latency))
	})
}

// delay is x some cycles later, 0 in reset.
func delay(m *ir.Module, name string, x ir.Signal, cycles int) ir.Signal {
	for i := range cycles {
		r := m.Reg(fmt.Sprintf("%s_%d", name, i+1), x.Width(), 0)
		r.Set(x)
		x = r
	}
	return x
}

// connect places a link between a sender and a receiver.
func (p LinkPorts) connect(from LinkOut, to LinkIn) {
	p.In.Flit.Set(from.Flit)
	p.In.Valid.Set(from.Valid)
	from.Token.Set(p.In.Token)
	to.Flit.Set(p.Out.Flit)
	to.Valid.Set(p.Out.Valid)
	p.Out.Token.Set(to.Token)
}
