package t3erouter

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/network"
	"github.com/flitwright/flitwright/t3erouter/golden"
)

// TorusPorts are the pins of a torus: those of its nodes, and errors and counters of every router.
type TorusPorts struct {
	In  []LinkIn  // from the nodes
	Out []LinkOut // to the nodes

	ErrVC       []ir.Signal `port:"err_vc"` // of each router
	ErrLength   []ir.Signal
	ErrDest     []ir.Signal
	ErrTurn     []ir.Signal
	ErrLink     []ir.Signal
	ErrOverflow []ir.Signal
	ErrCredit   []ir.Signal

	StatPackets [][]ir.Signal // by VC, then by router
	StatEjected []ir.Signal
	StatDropped []ir.Signal
	StatEscapes []ir.Signal
}

// Build makes the design: top module t3e_torus.
func (t Torus) Build() (*ir.Design, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	n := t.Routers()
	outs := func(width int) (pins []ir.Signal) {
		for range n {
			pins = append(pins, ir.Out(width))
		}
		return pins
	}
	io := TorusPorts{
		ErrVC: outs(ports), ErrLength: outs(ports), ErrDest: outs(ports), ErrTurn: outs(ports), ErrLink: outs(ports),
		ErrOverflow: outs(ports), ErrCredit: outs(ports), StatEjected: outs(32), StatDropped: outs(32), StatEscapes: outs(32),
	}
	for range vcs {
		io.StatPackets = append(io.StatPackets, outs(32))
	}
	flit := sizesOf(t.Config, t.Variant).flit
	for range n {
		io.In = append(io.In, LinkIn{Flit: ir.In(flit), Valid: ir.In(1), VC: ir.In(3), Credit: ir.Out(vcs)})
		io.Out = append(io.Out, LinkOut{Flit: ir.Out(flit), Valid: ir.Out(1), VC: ir.Out(3), Credit: ir.In(vcs)})
	}
	w := torusWiring{torus: t, router: Router(t.Config, t.Variant), flit: flit}
	return ir.Elaborate(network.Build("t3e_torus", io, t.Topology(), w).Module)
}

// torusWiring makes a torus of emitted routers.
type torusWiring struct {
	torus  Torus
	router ir.Component[Ports]
	flit   int
}

func (w torusWiring) Router(int) ir.Component[Ports] { return w.router }

func (w torusWiring) Configure(m *ir.Module, net TorusPorts, r int, router Ports) {
	at := w.torus.At(r)
	router.CfgX.Set(m.Const(5, uint64(at[0])))
	router.CfgY.Set(m.Const(5, uint64(at[1])))
	router.CfgZ.Set(m.Const(5, uint64(at[2])))
	router.CfgLinks.Set(m.Const(links, 1<<links-1))
	net.ErrVC[r].Set(router.ErrVC)
	net.ErrLength[r].Set(router.ErrLength)
	net.ErrDest[r].Set(router.ErrDest)
	net.ErrTurn[r].Set(router.ErrTurn)
	net.ErrLink[r].Set(router.ErrLink)
	net.ErrOverflow[r].Set(router.ErrOverflow)
	net.ErrCredit[r].Set(router.ErrCredit)
	for v, count := range router.StatPackets {
		net.StatPackets[v][r].Set(count)
	}
	net.StatEjected[r].Set(router.StatEjected)
	net.StatDropped[r].Set(router.StatDropped)
	net.StatEscapes[r].Set(router.StatEscapes)
}

func (w torusWiring) Join(_ *ir.Module, _ string, c network.Channel, from, to Ports) {
	lead(from.Out[c.From.Port], to.In[c.To.Port])
}

func (w torusWiring) Terminal(_ *ir.Module, _ string, net TorusPorts, i int, t network.Terminal, router Ports) {
	lead(LinkOut(net.In[i]), router.In[t.Port])
	lead(router.Out[t.Port], LinkIn(net.Out[i]))
}

func (w torusWiring) IdleIn(m *ir.Module, router Ports, port int) {
	in := router.In[port]
	in.Flit.Set(m.Const(w.flit, 0))
	in.Valid.Set(m.Const(1, 0))
	in.VC.Set(m.Const(3, 0))
	m.Unused(in.Credit)
}

func (w torusWiring) IdleOut(m *ir.Module, router Ports, port int) {
	out := router.Out[port]
	out.Credit.Set(m.Const(vcs, 0))
	m.Unused(out.Flit, out.Valid, out.VC)
}

// lead joins an output to an input.
func lead(from LinkOut, to LinkIn) {
	to.Flit.Set(from.Flit)
	to.Valid.Set(from.Valid)
	to.VC.Set(from.VC)
	from.Credit.Set(to.Credit)
}

// Golden makes the same torus of golden models, with the same pins.
func (t Torus) Golden() (*network.Net, error) {
	models, err := t.Models()
	if err != nil {
		return nil, err
	}
	return t.Join(models)
}

// Models are the golden models of the routers, by their numbers, each by itself.
func (t Torus) Models() ([]*golden.Router, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	var models []*golden.Router
	for range t.Routers() {
		m, err := golden.NewVariant(t.Config, t.Variant)
		if err != nil {
			return nil, err
		}
		models = append(models, m)
	}
	return models, nil
}

// Join makes the net of models, which can be looked into while it runs.
func (t Torus) Join(models []*golden.Router) (*network.Net, error) {
	pins := network.Pins{
		Along: []string{"flit", "valid", "vc"}, Back: []string{"credit"},
		Status: []string{
			"err_vc", "err_length", "err_dest", "err_turn", "err_link", "err_overflow", "err_credit",
		},
	}
	for v := range vcs {
		pins.Status = append(pins.Status, fmt.Sprintf("stat_packets_%d", v))
	}
	pins.Status = append(pins.Status, "stat_ejected", "stat_dropped", "stat_escapes")
	var joined []network.Model
	for _, m := range models {
		joined = append(joined, m)
	}
	return network.NewNet(t.Topology(), pins, joined, func(r int) map[string]uint64 {
		at := t.At(r)
		return map[string]uint64{"cfg_x": uint64(at[0]), "cfg_y": uint64(at[1]), "cfg_z": uint64(at[2]), "cfg_links": 1<<links - 1}
	})
}
