package nodes

import (
	"fmt"

	"github.com/flitwright/flitwright/t3erouter/table"
)

// A Ledger sees all packets go in and come out, from the pins alone. Each has to come out once, whole,
// at its destination, by the VC of its class; those of one source with equal header bits 25:15
// and adaptive 0 have to come in the order in which they went: they take the same VCs, which are
// FIFOs. No error pin may rise.
type Ledger struct {
	torus *table.Torus
	pins  Pins
	cycle int

	goes     [][classes]reading // of each node
	comes    [][classes]reading
	underWay map[Packet]int // cycle of the first flit
	order    map[Packet]int // by flow: the number of the packet that came last
	buf      []uint64

	sent, arrived [classes]uint64
	from, to      int // cycles in which the throughput is measured
	counted       uint64
	slowest       int
	late          Packet // the slowest
}

// A reading is where a packet stands on one VC of a terminal.
type reading struct {
	packet Packet
	flits  int // seen; 0: between packets
}

// NewLedger makes the ledger of a plan.
func NewLedger(p *Plan) *Ledger {
	n := p.Table.Torus.Nodes()
	pins := NewPins(p.Config)
	return &Ledger{
		torus: p.Table.Torus, pins: pins, goes: make([][classes]reading, n), comes: make([][classes]reading, n),
		underWay: map[Packet]int{}, order: map[Packet]int{}, buf: make([]uint64, pins.words), from: p.Until / 2, to: p.Until,
	}
}

// Observe judges one cycle.
func (l *Ledger) Observe(in, out []uint64) error {
	l.cycle++
	if in[0] == 1 {
		return nil
	}
	for i := range l.goes {
		if up := l.pins.up(in, i); up.valid() {
			if err := l.up(i, up); err != nil {
				return fmt.Errorf("cycle %d, from node %s: %w", l.cycle-1, l.torus.FormatNode(table.Node(i)), err)
			}
		}
		if down := l.pins.down(out, i); down.valid() {
			if err := l.down(i, down); err != nil {
				return fmt.Errorf("cycle %d, to node %s: %w", l.cycle-1, l.torus.FormatNode(table.Node(i)), err)
			}
		}
	}
	for i, x := range l.pins.errors(out) {
		if x != 0 {
			return fmt.Errorf("cycle %d: error pin %d of router %d rises: %#x", l.cycle-1, i/l.pins.nodes, i%l.pins.nodes, x)
		}
	}
	return nil
}

// Messages counts the packets that went in.
func (l *Ledger) Messages() uint64 { return l.sent[0] + l.sent[1] }

// Arrived counts the packets of a class that came out.
func (l *Ledger) Arrived(class int) uint64 { return l.arrived[class] }

// Throughput is the number of flits that a node received in a cycle, in the second half of the cycles before
// the plan's Until.
func (l *Ledger) Throughput() float64 {
	return float64(l.counted) / float64((l.to-l.from)*l.pins.nodes)
}

// UnderWay counts the packets that have begun to go in and have not come out whole.
func (l *Ledger) UnderWay() int { return len(l.underWay) }

// Slowest is the most cycles that a packet took from its first flit in to its last out.
func (l *Ledger) Slowest() (cycles int, p Packet) { return l.slowest, l.late }

// next takes a flit of a packet, and tells whether it is the last.
func (l *Ledger) next(r *reading, f lane) (last bool, err error) {
	flit, side := f.flit(), l.pins.sideband(f.flit())
	switch head := side&headFlit != 0; {
	case f.vc() != 0 && f.vc() != 2:
		return false, fmt.Errorf("VC %d", f.vc())
	case head != (r.flits == 0):
		return false, fmt.Errorf("flit %d of %v has head %t", r.flits, r.packet, head)
	case head:
		r.packet = Packet(flit[0])
	}
	if r.packet.Class() != f.vc()/2 {
		return false, fmt.Errorf("%v on VC %d", r.packet, f.vc())
	}
	l.pins.write(r.packet, r.flits, l.buf)
	for i, x := range l.buf {
		if flit[i] != x {
			return false, fmt.Errorf("word %d of flit %d of %v is %#x, not %#x", i, r.flits, r.packet, flit[i], x)
		}
	}
	if r.flits++; side&tailFlit == 0 {
		return false, nil
	}
	r.flits = 0
	return true, nil
}

func (l *Ledger) up(i int, f lane) error {
	r := &l.goes[i][f.vc()/2%classes]
	first := r.flits == 0
	if _, err := l.next(r, f); err != nil || !first {
		return err
	}
	if _, twice := l.underWay[r.packet]; twice {
		return fmt.Errorf("%v is under way already", r.packet)
	}
	l.underWay[r.packet] = l.cycle
	l.sent[r.packet.Class()]++
	return nil
}

func (l *Ledger) down(i int, f lane) error {
	r := &l.comes[i][f.vc()/2%classes]
	first := r.flits == 0
	last, err := l.next(r, f)
	if err != nil {
		return err
	}
	p := r.packet
	if l.cycle >= l.from && l.cycle < l.to {
		l.counted++
	}
	if first {
		if err := l.begins(i, p); err != nil {
			return err
		}
	}
	if last {
		if took := l.cycle - l.underWay[p]; took > l.slowest {
			l.slowest, l.late = took, p
		}
		delete(l.underWay, p)
		l.arrived[p.Class()]++
	}
	return nil
}

// begins judges the first flit of a packet that comes to node i.
func (l *Ledger) begins(i int, p Packet) error {
	if _, known := l.underWay[p]; !known {
		return fmt.Errorf("%v was not sent, or comes a second time", p)
	}
	if dst := p.Dst(l.torus); dst != table.Node(i) {
		return fmt.Errorf("%v is for %s", p, l.torus.FormatNode(dst))
	}
	if !p.Straight() {
		return nil
	}
	flow := p & flowMask
	if before, some := l.order[flow]; some && (p.Number()-before+numbers)%numbers >= numbers/2 {
		return fmt.Errorf("%v comes after #%d, which went later the same way", p, before)
	}
	l.order[flow] = p.Number()
	return nil
}
