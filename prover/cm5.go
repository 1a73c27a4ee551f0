package prover

import (
	"errors"
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/gates"
	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/topology"
)

// CM5 reads the relation out of module cm5_route of a router with so many parent ports, for a network of the CM-5 with so many
// levels of routers. Messages are all that nodes may send, to all others.
//
// With fall, all-fall-down may be switched on and off at any time: at every router a message is routed by either mode.
//
// What is read of a message is its height and its first route flit, with all the pointers that a falling one can meet. It
// is taken for granted that cm5_front uses up a field where cm5_route says that the message goes down; that a parent is any of the enabled ones; and
// what the next route flit is, which is left open.
func CM5(d *ir.Design, parents, levels int, fall bool) (*Reading, error) {
	g, err := topology.FatTree(cm5Children, levels)
	if err != nil {
		return nil, err
	}
	for l := 1; l < levels; l++ {
		if n := topology.FatTreeParents(cm5Children, l); n > parents {
			return nil, fmt.Errorf("levels=%d: routers of level %d have %d parents, and this one has ports for %d", levels, l, n, parents)
		}
	}
	list, err := routing.New(g, "fattree-updown")
	if err != nil {
		return nil, err
	}
	m := &cm5{graph: g, levels: levels, fall: fall, rules: list[0]}
	if err := m.read(d); err != nil {
		return nil, err
	}
	logic := *list[0]
	logic.Name, logic.Headers, logic.Open, logic.Write = "cm5 as emitted", 1<<8, m.open, func(_ int, h uint32) string {
		return fmt.Sprintf("height %d, route flit %04b", h>>4, h&15)
	}
	if fall {
		logic.Name += ", all-fall-down at times"
		logic.Livelock = ""
	}
	rules := list[0]
	if fall {
		rules = m.falling()
	}
	return &Reading{Logic: &logic, Rules: rules, Header: m.header, Refusal: m.refusal}, nil
}

const cm5Children = 4

// cm5 is a relation of the CM-5 being read. A header is a height and, in the low four bits, the first route flit.
type cm5 struct {
	graph  *topology.Graph
	rules  *routing.Relation
	levels int
	fall   bool
	ways   []cm5Way // see at
}

// A cm5Way is what cm5_route answers: bits 3:0 the children asked for, for some pointer, 4 to climb, 5 to go down at its own level.
// Bits 13:8 are the same in all-fall-down.
type cm5Way uint16

const (
	cm5Climb = 1 << 4
	cm5Down  = 1 << 5
	cm5Fall  = 8 // shift
)

// at is where the answer stands: at a level, at an input port, child ports first, for a header.
func (m *cm5) at(level, port int, header uint32) int { return (level*8+port)<<8 | int(header) }

// read evaluates cm5_route for all that it can meet.
func (m *cm5) read(d *ir.Design) error {
	l, err := gates.New(d, "cm5_route")
	if err != nil {
		return err
	}
	f := &finder{Logic: l}
	level, children, parents := f.input("config_level", 4), f.input("config_children", cm5Children), f.input("config_parents", 1)
	afd, isParent, id := f.input("config_afd", 1), f.input("config_is_parent", 1), f.input("config_id", 2)
	pointer, height, flit := f.input("pointer", 2), f.input("height", 4), f.input("fields", 4)
	child, climb, down := f.output("request_child", cm5Children), f.output("request_climb", 1), f.output("down", 1)
	if err := errors.Join(f.errs...); err != nil {
		return err
	}
	e := l.Evaluator()
	e.Set(children, 15)
	for lane := range 64 {
		e.SetLane(flit, lane, uint64(lane)&15)
		e.SetLane(pointer, lane, uint64(lane)>>4)
	}
	m.ways = make([]cm5Way, m.at(m.levels+1, 0, 0))
	for at := 1; at <= m.levels; at++ {
		e.Set(level, uint64(at))
		e.Set(parents, uint64(min(1, m.levels-at)))
		for port := range 8 {
			e.Set(isParent, uint64(port/cm5Children))
			e.Set(id, uint64(port%cm5Children))
			for h := range uint64(16) {
				e.Set(height, h)
				for mode := range 2 {
					e.Set(afd, uint64(mode))
					e.Eval()
					for lane := range 64 {
						way := e.Lane(child, lane) | e.Lane(climb, lane)<<4 | e.Lane(down, lane)<<5
						m.ways[m.at(at, port, uint32(h<<4)|uint32(lane&15))] |= cm5Way(way << (cm5Fall * mode))
					}
				}
			}
		}
	}
	return nil
}

// header is that of scheme fattree-updown: 0 for a message that has arrived, the levels to climb, or levels + 1 + the child that comes
// next. While messages may fall it is left as it is, and falling reads it.
func (m *cm5) header(p routing.Packet) uint32 {
	if m.fall {
		return p.Header
	}
	return m.updown(p)
}

func (m *cm5) updown(p routing.Packet) uint32 {
	height, level := int(p.Header>>4), m.graph.Nodes[p.Node].Level
	switch {
	case level == 0 && p.Channel != routing.Injected:
		return 0
	case height > level:
		return uint32(height - level)
	}
	return uint32(m.levels + 1 + field(p.Header))
}

// field is the child that a header names for its height.
func field(h uint32) int {
	if h>>4&1 == 0 {
		return int(h >> 2 & 3)
	}
	return int(h & 3)
}

// falling are the rules where messages may fall: from a parent above its height a message falls to any child, in all other states it may.
func (m *cm5) falling() *routing.Relation {
	r := *m.rules
	r.Headers = 1 << 8
	r.Open = func(part int) routing.Part {
		in := m.rules.Open(part)
		return routing.Part{
			Route: func(p routing.Packet, options []routing.Option) []routing.Option {
				q := p
				q.Header = m.updown(p)
				climbs := int(p.Header>>4) > m.graph.Nodes[p.Node].Level
				if m.graph.Nodes[p.Node].Level == 0 {
					return in.Route(q, options)
				}
				if !climbs || m.graph.Channels[p.Channel].Sign > 0 {
					options = in.Route(q, options)
				}
				for _, c := range m.graph.Out(p.Node)[:cm5Children] {
					options = append(options, routing.Option{Channel: c, Escape: true})
				}
				return options
			},
		}
	}
	return &r
}

// open gives the relation of the logic.
func (m *cm5) open(int) routing.Part {
	return routing.Part{Inject: m.inject, Route: m.route}
}

// inject sends from every node all messages to others: the child that one turns to is not the one that it came from.
func (m *cm5) inject(inject func(int, uint32)) {
	for n := range m.graph.Nodes {
		if !m.graph.Nodes[n].Terminal {
			continue
		}
		digit := n // of the node at a level
		for height := 1; height <= m.levels; height++ {
			for flit := range uint32(16) {
				h := uint32(height)<<4 | flit
				if field(h) != digit%cm5Children && (height%2 == 0 || flit>>2 == 0) {
					inject(n, h)
				}
			}
			digit /= cm5Children
		}
	}
}

func (m *cm5) route(p routing.Packet, options []routing.Option) []routing.Option {
	level := m.graph.Nodes[p.Node].Level
	if level == 0 {
		if p.Channel != routing.Injected {
			return append(options, routing.Option{Channel: routing.Eject, Escape: true})
		}
		return append(options, routing.Option{Channel: m.graph.Out(p.Node)[0], Header: p.Header, Escape: true})
	}
	way := m.way(p)
	options = m.options(p, way, options)
	if m.fall {
		options = m.options(p, way>>cm5Fall, options)
	}
	return options
}

func (m *cm5) way(p routing.Packet) cm5Way {
	c := m.graph.Channels[p.Channel]
	return m.ways[m.at(m.graph.Nodes[p.Node].Level, c.ToPort, p.Header)]
}

// options are those of one mode.
func (m *cm5) options(p routing.Packet, way cm5Way, options []routing.Option) []routing.Option {
	for _, c := range m.graph.Out(p.Node) {
		port := m.graph.Channels[c].FromPort
		switch {
		case port >= cm5Children && way&cm5Climb != 0, port < cm5Children && way>>port&1 == 1 && way&cm5Down == 0:
			options = append(options, routing.Option{Channel: c, Header: p.Header, Escape: true})
		case port < cm5Children && way>>port&1 == 1:
			for _, h := range below(p.Header) {
				options = append(options, routing.Option{Channel: c, Header: h, Escape: true})
			}
		}
	}
	return options
}

// below are the headers with which a message can leave that goes down at its own level: of an even height the left field is
// cleared, of an odd one the flit is used up and what the next one holds is open.
func below(h uint32) []uint32 {
	height := h >> 4
	if height%2 == 0 {
		return []uint32{(height-1)<<4 | h&3}
	}
	var list []uint32
	for flit := range uint32(16) {
		list = append(list, (height-1)<<4|flit)
		if height == 1 {
			break // at the node: no flit is left
		}
	}
	return list
}

// refusal says why nothing is asked for.
func (m *cm5) refusal(_ int, p routing.Packet) string {
	asks := m.way(p)
	if !m.fall {
		asks &= 1<<cm5Fall - 1
	}
	if asks == 0 {
		return "swallowed"
	}
	return "it asks for a port that is not there"
}
