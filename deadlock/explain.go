package deadlock

import (
	"context"
	"slices"

	"github.com/flitwright/flitwright/routing"
)

// explain adds the witness of a deadlock, and the cycle that keeps a relation from being proved.
func (p *Proof) explain(ctx context.Context, set *closed) error {
	if p.Verdict == Free || p.Verdict == FreeByEscape {
		return nil
	}
	var wants []*want
	witness := set.smallest()
	if ring := set.ring(); len(ring) > 0 && len(ring) < len(witness) {
		witness = ring
	}
	if len(witness) > 0 && p.Verdict == Deadlock {
		smaller, exact, err := p.smallerThan(ctx, len(witness), set)
		if err != nil {
			return err
		}
		if smaller != nil {
			witness = smaller
		}
		if exact {
			n := len(witness)
			p.MinPackets = &n
		}
		for i := range witness {
			witness[i].waits = slices.Compact(sorted(witness[i].waits))
			wants = append(wants, &want{path: witness[i].holds, waits: witness[i].waits, commit: p.space.Commit})
		}
	}
	cycle, extended := p.full.cycle(), false
	if p.Escape != nil && p.Escape.Cyclic && p.Verdict == Unproven {
		cycle, extended = p.ext.cycle(), true
	}
	p.cycle = cycle
	packets := len(wants)
	for i, v := range cycle {
		next := cycle[(i+1)%len(cycle)]
		w := &want{path: []int32{v}, waits: []int32{next}, commit: true}
		w.indirect = extended && !slices.Contains(p.full.of(int(v)), next)
		wants = append(wants, w)
	}
	if err := p.space.trace(ctx, wants); err != nil {
		return err
	}
	for i, w := range wants[:packets] {
		p.Witness = append(p.Witness, p.packet(i, w))
		if w.found != nil {
			p.certified = append(p.certified, certified{w.found.source, w.found.destination, w.path, w.waits})
		}
	}
	for _, w := range wants[packets:] {
		e := Edge{From: p.space.name(int(w.path[0])), To: p.space.name(int(w.waits[0])), Indirect: w.indirect}
		if w.found != nil {
			e.Source, e.Destination = p.node(w.found.source), p.node(w.found.destination)
		}
		p.Cycle = append(p.Cycle, e)
	}
	return nil
}

func sorted(list []int32) []int32 {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

func (p *Proof) node(n int) string {
	if n == routing.Anywhere {
		return ""
	}
	return p.space.Graph.Nodes[n].Name
}

func (p *Proof) packet(i int, w *want) Packet {
	k := Packet{Packet: i, Holds: p.names(w.path), Waits: p.names(w.waits)}
	if w.found == nil {
		return k
	}
	k.Source, k.Destination = p.node(w.found.source), p.node(w.found.destination)
	if p.space.Write != nil {
		k.Header = p.space.Write(w.found.part, w.found.header)
	}
	return k
}

func (p *Proof) names(list []int32) []string {
	names := []string{}
	for _, v := range list {
		names = append(names, p.space.name(int(v)))
	}
	return names
}
