package traffic

import (
	"fmt"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// A Machine is a switch that can be clocked: a golden model, or a design in an engine.
type Machine interface {
	// Step takes the input pins of a cycle, fills in the output pins of the same cycle as they
	// stand before the edge that ends it, and passes the edge.
	Step(in, out []uint64)
}

// A Peeker is a machine that shows its output pins before it is told the inputs of the cycle, on
// which they do not depend. Only such machines can be wired by cables of latency 0.
type Peeker interface {
	Machine
	Peek(out []uint64)
}

// An End is one port of one switch of a loop.
type End struct{ Switch, Port int }

func (e End) String() string { return fmt.Sprintf("switch %d port %d", e.Switch, e.Port) }

// A Loop is several switches of one kind, wired by cables, with hosts on other ports. A scoreboard
// judges each switch. Ports with nothing on them hear IDLE.
type Loop struct {
	c     config.Config
	f     *Format
	nodes []*node
	wires []*wire
	hosts []*Host
	cycle uint64
}

// A node is one switch of a loop.
type node struct {
	machine  Machine
	in, out  []uint64
	judge    *Scoreboard
	taken    uint64 // ports with something on them
	reset    int    // cycles
	overflow uint64 // ports that pulsed
}

// A wire is one direction of a cable: what is put in leaves it latency cycles later.
type wire struct {
	from, to End
	line     []Char
	tamper   func(cycle uint64, c Char) Char
}

// NewLoop makes a loop for switches that c describes, without any.
func NewLoop(c config.Config) *Loop { return &Loop{c: c, f: NewFormat(c)} }

// Add adds a switch, all ports enabled, time-out off, in reset for the first two cycles, and gives
// its number.
func (l *Loop) Add(m Machine) int {
	n := &node{machine: m, judge: NewScoreboard(l.c), reset: 2}
	n.in, n.out = make([]uint64, InputWords(l.c.Ports)), make([]uint64, OutputWords(l.c.Ports))
	n.in[pinEnable] = 1<<l.c.Ports - 1
	for p := range l.c.Ports {
		n.in[pinInChar+p] = uint64(l.f.Idle)
	}
	l.nodes = append(l.nodes, n)
	return len(l.nodes) - 1
}

// SetTimeout sets cfg_timeout of a switch.
func (l *Loop) SetTimeout(i, cycles int) { l.nodes[i].in[pinTimeout] = uint64(cycles) }

// Reset holds a switch in reset for some cycles, from the next on.
func (l *Loop) Reset(i, cycles int) { l.nodes[i].reset = cycles }

// take reserves a port.
func (l *Loop) take(e End) error {
	switch {
	case e.Switch < 0 || e.Switch >= len(l.nodes) || e.Port < 0 || e.Port >= l.c.Ports:
		return fmt.Errorf("no %v", e)
	case l.nodes[e.Switch].taken>>e.Port&1 != 0:
		return fmt.Errorf("%v is taken", e)
	}
	l.nodes[e.Switch].taken |= 1 << e.Port
	return nil
}

// Cable wires two ports, both ways, or one port to itself: what leaves one in cycle t comes to the
// other in t+latency.
func (l *Loop) Cable(a, b End, latency int) error {
	if err := l.take(a); err != nil {
		return err
	}
	if a != b {
		if err := l.take(b); err != nil {
			return err
		}
	}
	for _, e := range []End{a, b} {
		if _, ok := l.nodes[e.Switch].machine.(Peeker); !ok && latency == 0 {
			return fmt.Errorf("%v: a cable of latency 0 needs a machine with Peek", e)
		}
	}
	l.wires = append(l.wires, l.wire(a, b, latency))
	if a != b {
		l.wires = append(l.wires, l.wire(b, a, latency))
	}
	return nil
}

func (l *Loop) wire(from, to End, latency int) *wire {
	w := &wire{from: from, to: to, line: make([]Char, latency)}
	for i := range w.line {
		w.line[i] = l.f.Idle
	}
	return w
}

// Tamper lets f change the characters that a cable takes up at a port of a switch.
func (l *Loop) Tamper(from End, f func(cycle uint64, c Char) Char) error {
	for _, w := range l.wires {
		if w.from == from {
			w.tamper = f
			return nil
		}
	}
	return fmt.Errorf("no cable on %v", from)
}

// leaves gives what comes out of the wire in this cycle.
func (w *wire) leaves(l *Loop) Char {
	if len(w.line) == 0 {
		return w.put(l)
	}
	return w.line[l.cycle%uint64(len(w.line))]
}

// put gives what goes into it.
func (w *wire) put(l *Loop) Char {
	c := Char(l.nodes[w.from.Switch].out[w.from.Port])
	if w.tamper != nil {
		c = w.tamper(l.cycle, c)
	}
	return c
}

// Step runs one cycle of everything. Its error is what a scoreboard finds.
func (l *Loop) Step() error {
	for _, n := range l.nodes {
		if m, ok := n.machine.(Peeker); ok {
			m.Peek(n.out)
		}
		n.in[pinRst] = 0
		if n.reset > 0 {
			n.in[pinRst] = 1
			n.reset--
		}
	}
	for _, w := range l.wires {
		l.nodes[w.to.Switch].in[pinInChar+w.to.Port] = uint64(w.leaves(l))
	}
	for _, h := range l.hosts {
		l.nodes[h.end.Switch].in[pinInChar+h.end.Port] = uint64(h.send(l))
	}
	for i, n := range l.nodes {
		n.machine.Step(n.in, n.out)
		n.overflow |= n.out[l.c.Ports]
		if err := n.judge.Observe(n.in, n.out); err != nil {
			return fmt.Errorf("switch %d: %w", i, err)
		}
	}
	for _, w := range l.wires {
		if len(w.line) > 0 {
			w.line[l.cycle%uint64(len(w.line))] = w.put(l)
		}
	}
	for _, h := range l.hosts {
		h.receive(l, Char(l.nodes[h.end.Switch].out[h.end.Port]))
	}
	l.cycle++
	return nil
}

// Run runs some cycles.
func (l *Loop) Run(cycles int) error {
	for range cycles {
		if err := l.Step(); err != nil {
			return err
		}
	}
	return nil
}

// Cycle is the number of the next cycle.
func (l *Loop) Cycle() uint64 { return l.cycle }

// Overflowed gives the inputs of a switch that have lost characters.
func (l *Loop) Overflowed(i int) uint64 { return l.nodes[i].overflow }

// Statistics gives what the scoreboard of a switch has counted.
func (l *Loop) Statistics(i int) Statistics { return l.nodes[i].judge.Statistics() }
