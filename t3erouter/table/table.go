package table

import (
	"context"
	"slices"
)

// A Table has an entry for each source and destination.
type Table struct {
	Torus    *Torus
	Seed     uint64
	Balance  []Channel // every channel between neighbours that carries packets, by node and direction
	Unrouted int       // pairs without a route
	entries  []Entry   // by source, then by destination
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
		if !e.Routed() {
			tab.Unrouted++
			return
		}
		traffic.add(src, dst, *e)
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
