package network_test

import (
	"fmt"
	"iter"
	"math/bits"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/network"
)

// A relay is the least router: what comes in at port 0 leaves from port 1 a cycle later, and the
// other way round, inverted where cfg_invert and its own cfg_mask say so; the acknowledge of an output goes
// back to the input likewise. Port 2 does nothing.

type relayIn struct{ Data, Ack ir.Signal }
type relayOut struct{ Data, Ack ir.Signal }

type relayPorts struct {
	CfgMask   ir.Signal // 70
	CfgInvert ir.Signal // 1
	In        []relayIn
	Out       []relayOut
	StatBusy  ir.Signal // 1: some bit comes in, in the cycle before
}

const relayWidth = 70 // two words

func relay() ir.Component[relayPorts] {
	io := relayPorts{CfgMask: ir.In(relayWidth), CfgInvert: ir.In(1), StatBusy: ir.Out(1)}
	for range 3 {
		io.In = append(io.In, relayIn{ir.In(relayWidth), ir.Out(1)})
		io.Out = append(io.Out, relayOut{ir.Out(relayWidth), ir.In(1)})
	}
	return ir.Build("relay", io, func(m *ir.Module, io relayPorts) {
		mask := io.CfgMask.And(io.CfgInvert.Repeat(relayWidth))
		busy := m.Reg("busy", 1, 0)
		busy.Set(ir.Or(io.In[0].Data, io.In[1].Data).Any())
		io.StatBusy.Set(busy)
		for p := range 2 {
			data, ack := m.Reg(fmt.Sprintf("data_%d", p), relayWidth, 0), m.Reg(fmt.Sprintf("ack_%d", p), 1, 0)
			data.Set(io.In[1-p].Data.Xor(mask))
			io.Out[p].Data.Set(data)
			ack.Set(io.Out[1-p].Ack)
			io.In[p].Ack.Set(ack)
		}
		io.In[2].Ack.Set(m.Const(1, 0))
		io.Out[2].Data.Set(m.Const(relayWidth, 0))
		m.Unused(io.In[2].Data, io.Out[2].Ack)
	})
}

// relayModel is the golden model of a relay.
type relayModel struct {
	data   [2][2]uint64 // leaving from port p
	ack    [2]uint64    // returned at port p
	busy   uint64
	events uint64
}

func (r *relayModel) Inputs() iter.Seq2[string, int] {
	return pins("rst", 1, "cfg_mask", 70, "cfg_invert", 1, "in_0_data", 70, "in_1_data", 70, "in_2_data", 70,
		"out_0_ack", 1, "out_1_ack", 1, "out_2_ack", 1)
}

func (r *relayModel) Outputs() iter.Seq2[string, int] {
	return pins("in_0_ack", 1, "in_1_ack", 1, "in_2_ack", 1, "out_0_data", 70, "out_1_data", 70, "out_2_data", 70, "stat_busy", 1)
}

func pins(list ...any) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i := 0; i < len(list); i += 2 {
			if !yield(list[i].(string), list[i+1].(int)) {
				return
			}
		}
	}
}

func (r *relayModel) Step(in, out []uint64) {
	r.Drive(in, out)
	r.Clock(in)
}

func (r *relayModel) Drive(_, out []uint64) {
	copy(out, []uint64{r.ack[0], r.ack[1], 0, r.data[0][0], r.data[0][1], r.data[1][0], r.data[1][1], 0, 0, r.busy})
}

func (r *relayModel) Clock(in []uint64) {
	if in[0] == 1 {
		*r = relayModel{events: r.events}
		return
	}
	mask := [2]uint64{in[1] * in[3], in[2] * in[3]}
	for p := range 2 {
		from := in[4+2*(1-p):]
		r.data[p] = [2]uint64{from[0] ^ mask[0], from[1] ^ mask[1]}
		r.ack[p] = in[10+1-p]
		r.events += uint64(bits.OnesCount64(r.ack[p]))
	}
	r.busy = 0
	if in[4]|in[5]|in[6]|in[7] != 0 {
		r.busy = 1
	}
}

func (r *relayModel) Events() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) { yield("acknowledged", r.events) }
}

// relayNet are the ports of a net of relays.
type relayNet struct {
	CfgInvert ir.Signal
	In        []relayIn
	Out       []relayOut
	StatBusy  []ir.Signal
}

var relayPins = network.Pins{
	Along: []string{"data"}, Back: []string{"ack"}, Shared: []string{"cfg_invert"}, Status: []string{"stat_busy"},
}

func mask(r int) uint64 { return uint64(5*r + 1) }

func fixed(r int) map[string]uint64 { return map[string]uint64{"cfg_mask": mask(r)} }

// relays joins relays as network.Build asks; more is added to the latency of every channel.
type relays struct {
	relay ir.Component[relayPorts]
	more  int
}

func (w relays) Router(int) ir.Component[relayPorts] { return w.relay }

func (w relays) Configure(m *ir.Module, net relayNet, r int, router relayPorts) {
	router.CfgMask.Set(m.Const(relayWidth, mask(r)))
	router.CfgInvert.Set(net.CfgInvert)
	net.StatBusy[r].Set(router.StatBusy)
}

func (w relays) Join(m *ir.Module, name string, c network.Channel, from, to relayPorts) {
	lead(m, name, c.Latency+w.more, from.Out[c.From.Port], to.In[c.To.Port])
}

func (w relays) Terminal(m *ir.Module, name string, net relayNet, i int, t network.Terminal, router relayPorts) {
	lead(m, name+"_up", t.Latency, relayOut(net.In[i]), router.In[t.Port])
	lead(m, name+"_down", t.Latency, router.Out[t.Port], relayIn(net.Out[i]))
}

func (w relays) IdleIn(m *ir.Module, router relayPorts, port int) {
	router.In[port].Data.Set(m.Const(relayWidth, 0))
	m.Unused(router.In[port].Ack)
}

func (w relays) IdleOut(m *ir.Module, router relayPorts, port int) {
	router.Out[port].Ack.Set(m.Const(1, 0))
	m.Unused(router.Out[port].Data)
}

func lead(m *ir.Module, name string, latency int, from relayOut, to relayIn) {
	data, ack := from.Data, to.Ack
	for i := range latency {
		d, a := m.Reg(fmt.Sprintf("%s_d%d", name, i), relayWidth, 0), m.Reg(fmt.Sprintf("%s_a%d", name, i), 1, 0)
		d.Set(data)
		a.Set(ack)
		data, ack = d, a
	}
	to.Data.Set(data)
	from.Ack.Set(ack)
}

// chain is n relays in a row with a terminal at each end; the channels have the latencies given in turn.
func chain(n int, latencies ...int) *network.Topology {
	t := &network.Topology{}
	for r := range n {
		t.Routers = append(t.Routers, network.Router{Name: fmt.Sprintf("relay_%d", r), Ports: 3})
		if r > 0 {
			t.Link(network.Place{Router: r - 1, Port: 1}, network.Place{Router: r, Port: 0}, latencies[r%len(latencies)])
		}
	}
	t.Terminals = []network.Terminal{
		{Place: network.Place{Router: 0, Port: 0}, Latency: latencies[0]},
		{Place: network.Place{Router: n - 1, Port: 1}, Latency: latencies[len(latencies)-1]},
	}
	return t
}

// buildRelays makes the emitted net of a topology.
func buildRelays(t *network.Topology, more int) (*ir.Design, error) {
	io := relayNet{CfgInvert: ir.In(1)}
	for range t.Terminals {
		io.In = append(io.In, relayIn{ir.In(relayWidth), ir.Out(1)})
		io.Out = append(io.Out, relayOut{ir.Out(relayWidth), ir.In(1)})
	}
	for range t.Routers {
		io.StatBusy = append(io.StatBusy, ir.Out(1))
	}
	return ir.Elaborate(network.Build("relays", io, t, relays{relay(), more}).Module)
}

// goldenRelays makes the net of golden models of a topology.
func goldenRelays(t *network.Topology) (*network.Net, error) {
	var models []network.Model
	for range t.Routers {
		models = append(models, &relayModel{})
	}
	return network.NewNet(t, relayPins, models, fixed)
}
