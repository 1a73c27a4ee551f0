package cm5router

import (
	"errors"
	"fmt"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/cm5router/golden"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/network"
)

// TreePorts are the pins of a tree: those of its nodes, numbered as its terminals are, and the
// error flags of every chip.
type TreePorts struct {
	CfgAFD ir.Signal `port:"cfg_afd"` // 1: all-fall-down, may change at any time

	In  []LinkIn  // from the nodes
	Out []LinkOut // to the nodes

	ErrPrimary   []ir.Signal // of each chip: bit p pulses for its input p
	ErrSecondary []ir.Signal
	ErrProtocol  []ir.Signal
}

// Validate reports what is out of range, all at once.
func (t Tree) Validate() error {
	var errs []error
	if t.Levels < 1 || t.Levels > 7 {
		errs = append(errs, fmt.Errorf("levels: %d is not in 1..7", t.Levels))
	}
	if t.Networks < 1 || t.Networks > 2 {
		errs = append(errs, fmt.Errorf("networks: %d is not 1 or 2", t.Networks))
	}
	return errors.Join(append(errs, t.configAt(1).Validate())...)
}

// Build makes the design: top module cm5_tree.
func (t Tree) Build() (*ir.Design, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	chips := t.Chips()
	io := TreePorts{CfgAFD: ir.In(1)}
	for range t.Networks * t.Nodes() {
		io.In = append(io.In, LinkIn{ir.In(4), ir.In(1), ir.Out(1)})
		io.Out = append(io.Out, LinkOut{ir.Out(4), ir.Out(1), ir.In(1)})
	}
	for range chips {
		io.ErrPrimary = append(io.ErrPrimary, ir.Out(ports))
		io.ErrSecondary = append(io.ErrSecondary, ir.Out(ports))
		io.ErrProtocol = append(io.ErrProtocol, ir.Out(ports))
	}
	w := treeWiring{tree: t, chips: chips, link: Link(t.Config.Link)}
	configs := []config.Config{t.configAt(1)}
	if t.Levels > 2 {
		configs = append(configs, t.configAt(3))
	}
	w.routers = Routers(configs...)
	return ir.Elaborate(network.Build("cm5_tree", io, t.Topology(), w).Module)
}

// treeWiring makes a tree of emitted routers.
type treeWiring struct {
	tree    Tree
	chips   []Chip
	routers []ir.Component[Ports] // with 2 parents, with 4
	link    ir.Component[LinkPorts]
}

func (w treeWiring) Router(r int) ir.Component[Ports] {
	return w.routers[ParentsAt(w.chips[r].Level)/4]
}

func (w treeWiring) Configure(m *ir.Module, net TreePorts, r int, router Ports) {
	s := w.tree.settings(r, w.chips[r])
	router.CfgLevel.Set(m.Const(4, s.level))
	router.CfgChildren.Set(m.Const(4, s.children))
	router.CfgParents.Set(m.Const(4, s.parents))
	router.CfgSeed.Set(m.Const(16, s.seed))
	router.CfgAFD.Set(net.CfgAFD)
	net.ErrPrimary[r].Set(router.ErrPrimary)
	net.ErrSecondary[r].Set(router.ErrSecondary)
	net.ErrProtocol[r].Set(router.ErrProtocol)
	m.Unused(router.StatIn...)
	m.Unused(router.StatOut...)
}

func (w treeWiring) Join(m *ir.Module, name string, c network.Channel, from, to Ports) {
	ir.Inst(m, name, w.link).connect(from.Out[c.From.Port], to.In[c.To.Port])
}

func (w treeWiring) Terminal(m *ir.Module, name string, net TreePorts, i int, t network.Terminal, router Ports) {
	ir.Inst(m, name+"_up", w.link).connect(LinkOut(net.In[i]), router.In[t.Port])
	ir.Inst(m, name+"_down", w.link).connect(router.Out[t.Port], LinkIn(net.Out[i]))
}

func (w treeWiring) IdleIn(m *ir.Module, router Ports, port int) {
	router.In[port].Flit.Set(m.Const(4, 0))
	router.In[port].Valid.Set(m.Const(1, 0))
	m.Unused(router.In[port].Token)
}

func (w treeWiring) IdleOut(m *ir.Module, router Ports, port int) {
	router.Out[port].Token.Set(m.Const(1, 0))
	m.Unused(router.Out[port].Flit, router.Out[port].Valid)
}

// Golden makes the same tree of golden models, with the same pins.
func (t Tree) Golden() (*network.Net, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	chips := t.Chips()
	var models []network.Model
	for _, c := range chips {
		m, err := golden.New(t.configAt(c.Level))
		if err != nil {
			return nil, err
		}
		models = append(models, m)
	}
	pins := network.Pins{
		Along: []string{"flit", "valid"}, Back: []string{"token"}, Shared: []string{"cfg_afd"},
		Status: []string{"err_primary", "err_secondary", "err_protocol"},
	}
	return network.NewNet(t.Topology(), pins, models, func(r int) map[string]uint64 {
		s := t.settings(r, chips[r])
		return map[string]uint64{
			"cfg_level": s.level, "cfg_children": s.children, "cfg_parents": s.parents, "cfg_seed": s.seed,
		}
	})
}
