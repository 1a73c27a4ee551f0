package table

import (
	"context"
	"iter"
	"slices"
)

// A Table has an entry for each source and destination.
type Table struct {
	Torus   *Torus
	Seed    uint64
	Balance []Channel // every channel between neighbours that carries packets, by node and direction
	Tally   Tally
	entries []Entry // by source, then by destination
}

// A Tally counts pairs, a node with itself included.
type Tally struct {
	Pairs       int `json:"pairs"`
	Longer      int `json:"longer"` // than the shortest way
	Initial     int `json:"initial"`
	Final       int `json:"final"`
	NotAdaptive int `json:"not_adaptive"` // though they have a route
	NoRoute     int `json:"no_route"`
}

// Build makes the table of a torus. Equal tori and seeds give equal tables. Its error is that of the
// context.
func Build(ctx context.Context, t *Torus, seed uint64) (*Table, error) {
	nodes := t.Nodes()
	tab := &Table{Torus: t, Seed: seed, entries: make([]Entry, nodes*nodes)}
	traffic := newTraffic(t)
	choose := newChooser(t)
	err := tab.each(ctx, func(src, dst Node, e *Entry) {
		*e = choose.entry(src, dst)
		tab.Tally.add(*e, e.Routed() && choose.due(src, dst, *e) > choose.due(src, dst, t.shortest(src, dst)))
		if e.Routed() {
			traffic.add(src, dst, *e)
		}
	})
	if err != nil {
		return nil, err
	}
	plans := traffic.plan(seed)
	err = tab.each(ctx, func(src, dst Node, e *Entry) {
		if e.Routed() {
			*e |= plans.selects(src, dst, *e)
		}
	})
	if err != nil {
		return nil, err
	}
	tab.Balance = traffic.balance(plans)
	return tab, nil
}

// add counts an entry.
func (y *Tally) add(e Entry, longer bool) {
	y.Pairs++
	for _, c := range []struct {
		of    *int
		holds bool
	}{
		{&y.Longer, longer}, {&y.Initial, e.Initial() != 0}, {&y.Final, e.Final()},
		{&y.NotAdaptive, e.Routed() && !e.Adaptive()}, {&y.NoRoute, !e.Routed()},
	} {
		if c.holds {
			*c.of++
		}
	}
}

// each calls f for all pairs in order.
func (tab *Table) each(ctx context.Context, f func(src, dst Node, e *Entry)) error {
	nodes := tab.Torus.Nodes()
	for i := range tab.entries {
		if i%nodes == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		f(Node(i/nodes), Node(i%nodes), &tab.entries[i])
	}
	return nil
}

// Entry is the entry of a pair.
func (tab *Table) Entry(src, dst Node) Entry { return tab.Row(src)[dst] }

// Row has the entries of a source, by the number of the destination.
func (tab *Table) Row(src Node) []Entry {
	nodes := tab.Torus.Nodes()
	return slices.Clip(tab.entries[int(src)*nodes : (int(src)+1)*nodes])
}

// Unrouted lists the pairs without a route.
func (tab *Table) Unrouted() iter.Seq2[Node, Node] {
	return func(yield func(src, dst Node) bool) {
		nodes := tab.Torus.Nodes()
		for i, e := range tab.entries {
			if !e.Routed() && !yield(Node(i/nodes), Node(i%nodes)) {
				return
			}
		}
	}
}
