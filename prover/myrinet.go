package prover

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/gates"
	"github.com/flitwright/flitwright/routing"
)

// Myrinet reads the relation out of module myrinet_route of a switch with so many ports, for source routes that follow rules:
// at each switch the source has written down the turn from the port that the packet comes in by to the one that it is to leave by, as a
// lead byte, and the packet leaves where the module says. A switch that is a terminal as well has its host at the first port that no
// channel uses.
//
// It is taken for granted that a switch reads one byte of the route. A packet that left by another port than it should
// goes on like one that is there by rights.
func Myrinet(d *ir.Design, ports int, rules *routing.Relation) (*Reading, error) {
	m := &myrinet{rules: rules, ports: ports, byEnable: map[uint64]*turns{}}
	if rules.VCs != 1 {
		return nil, fmt.Errorf("%s has %d virtual channels, and a Myrinet link has one", rules.Name, rules.VCs)
	}
	if err := m.hosts(); err != nil {
		return nil, err
	}
	if err := m.read(d); err != nil {
		return nil, err
	}
	logic := *rules
	logic.Name, logic.Quotient, logic.Open = rules.Name+" by turns of the switch as emitted", nil, m.open
	return &Reading{Logic: &logic, Rules: rules, Refusal: m.refusal}, nil
}

// myrinet is a relation of a network of switches being read.
type myrinet struct {
	rules    *routing.Relation
	ports    int
	host     []int // of a node, the port of its host; -1 if it is not a switch with a host
	enable   []uint64
	byEnable map[uint64]*turns
}

// turns are the outputs, one-hot, by input port and the low six bits of the lead byte.
type turns [16][64]uint64

// hosts finds the ports of hosts, and the ports that are in use.
func (m *myrinet) hosts() error {
	g := m.rules.Graph
	var errs []error
	for n, node := range g.Nodes {
		in, host := g.Ports(n), -1
		if node.Switch && node.Terminal {
			host = in
			in++
		}
		if node.Switch && in > m.ports {
			errs = append(errs, fmt.Errorf("ports=%d: node %s of %s needs %d", m.ports, node.Name, g.Name, in))
		}
		m.host = append(m.host, host)
		enable := uint64(0)
		for _, c := range g.Out(n) {
			enable |= 1 << g.Channels[c].FromPort
		}
		if host >= 0 {
			enable |= 1 << host
		}
		m.enable = append(m.enable, enable)
	}
	return errors.Join(errs...)
}

// read evaluates myrinet_route for every set of ports in use.
func (m *myrinet) read(d *ir.Design) error {
	l, err := gates.New(d, "myrinet_route")
	if err != nil {
		return err
	}
	f := &finder{Logic: l}
	id, enable, lead, to := f.input("config_id", 4), f.input("config_enable", m.ports), f.input("lead", 8), f.output("to", m.ports)
	if err := errors.Join(f.errs...); err != nil {
		return err
	}
	e := l.Evaluator()
	for lane := range 64 {
		e.SetLane(lead, lane, 1<<7|uint64(lane))
	}
	for n, set := range m.enable {
		if !m.rules.Graph.Nodes[n].Switch || m.byEnable[set] != nil {
			continue
		}
		t := &turns{}
		e.Set(enable, set)
		for port := range m.ports {
			e.Set(id, uint64(port))
			e.Eval()
			for lane := range 64 {
				t[port][lane] = e.Lane(to, lane)
			}
		}
		m.byEnable[set] = t
	}
	return nil
}

func (m *myrinet) open(part int) routing.Part {
	g := m.rules.Graph
	in := m.rules.Open(part)
	return routing.Part{Inject: in.Inject, Route: func(p routing.Packet, options []routing.Option) []routing.Option {
		first := len(options)
		options = in.Route(p, options)
		if !g.Nodes[p.Node].Switch {
			return options
		}
		ways := options[first:]
		options = options[:first]
		for _, o := range ways { // each is written over one read before
			if o, ok := m.turn(p, o); ok {
				options = append(options, o)
			}
		}
		return options
	}}
}

// turn is what a switch makes of the lead byte for an option.
func (m *myrinet) turn(p routing.Packet, o routing.Option) (routing.Option, bool) {
	g := m.rules.Graph
	from, to := m.host[p.Node], m.host[p.Node]
	if p.Channel != routing.Injected {
		from = g.Channels[p.Channel].ToPort
	}
	if o.Channel != routing.Eject {
		to = g.Channels[o.Channel].FromPort
	}
	ports := m.byEnable[m.enable[p.Node]][from][(to-from)&63]
	if bits.OnesCount64(ports) != 1 {
		return o, false
	}
	port := bits.TrailingZeros64(ports)
	if port == m.host[p.Node] {
		o.Channel = routing.Eject
		return o, true
	}
	for _, c := range g.Out(p.Node) {
		if g.Channels[c].FromPort == port {
			o.Channel = c
			return o, true
		}
	}
	return o, false
}

func (m *myrinet) refusal(int, routing.Packet) string {
	return "the lead byte of the turn gives no port that is in use"
}
