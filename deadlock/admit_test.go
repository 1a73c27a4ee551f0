package deadlock

import (
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

// A relation that names what is not there is refused by its name, in every flow.
func TestRefused(t *testing.T) {
	ring, err := topology.Ring(3)
	require.NoError(t, err)
	hop := func(o routing.Option) func(*routing.Relation) {
		return func(r *routing.Relation) {
			r.Open = func(int) routing.Part {
				return routing.Part{
					Inject: func(inject func(int, uint32)) { inject(1, 0) },
					Route: func(p routing.Packet, options []routing.Option) []routing.Option {
						return append(options, routing.Option{Channel: ring.Out(p.Node)[0]}, o)
					},
				}
			}
		}
	}
	begin := func(source int, header uint32) func(*routing.Relation) {
		return func(r *routing.Relation) {
			open := r.Open
			r.Open = func(part int) routing.Part {
				p := open(part)
				p.Inject = func(inject func(int, uint32)) { inject(source, header) }
				return p
			}
		}
	}
	for name, c := range map[string]struct {
		change func(*routing.Relation)
		want   string
	}{
		"channel far":            {hop(routing.Option{Channel: 1 << 40}), "at 1 an option has channel 1099511627776, which does not leave it"},
		"channel below":          {hop(routing.Option{Channel: -2}), "at 1 an option has channel -2, which does not leave it"},
		"of another node":        {hop(routing.Option{Channel: 0}), "at 1 an option has channel 0, which does not leave it"},
		"VC far":                 {hop(routing.Option{Channel: 1, VC: 1}), "at 1 an option has VC 1; want 0..0"},
		"VC below":               {hop(routing.Option{Channel: 1, VC: -1}), "at 1 an option has VC -1; want 0..0"},
		"header":                 {hop(routing.Option{Channel: 1, Header: 4}), "at 2 a packet of part 0 has header 4; want 0..3"},
		"ejects early":           {hop(routing.Option{Channel: routing.Eject}), "a packet to 0 ejects at 1"},
		"source":                 {begin(3, 0), "a packet of part 0 begins at node 3; want 0..2"},
		"source below":           {begin(-1, 0), "a packet of part 0 begins at node -1; want 0..2"},
		"header of an injection": {begin(1, 4), "at 1 a packet of part 0 has header 4; want 0..3"},
		"class": {func(r *routing.Relation) {
			r.Messages = &routing.Messages{Class: func(int, uint32) int { return 2 }}
		}, "at 1 a packet of part 0 is of class 2; want 0 or 1"},
		"destination": {func(r *routing.Relation) { r.Parts = []int{0, 3} }, "part 1 is to node 3; want 0..2"},
		"no VCs":      {func(r *routing.Relation) { r.VCs = 0 }, "3 channels with 0 VCs and 4 headers; want 1 or more of each and at most 2^40 together"},
		"no headers":  {func(r *routing.Relation) { r.Headers = -1 }, "3 channels with 1 VCs and -1 headers; want 1 or more of each and at most 2^40 together"},
		"too many":    {func(r *routing.Relation) { r.VCs, r.Headers = 1<<40, 1<<40 }, "3 channels with 1099511627776 VCs and 1099511627776 headers; want 1 or more of each and at most 2^40 together"},
		"no parts":    {func(r *routing.Relation) { r.Open = nil }, "nothing opens its parts"},
		"lane": {func(r *routing.Relation) {
			r.Recovery, r.Lane = routing.Progressive, &routing.Relation{Name: r.Name, Graph: ring}
		}, "3 channels with 0 VCs and 0 headers; want 1 or more of each and at most 2^40 together"},
	} {
		t.Run(name, func(t *testing.T) {
			for flow := range Circuit + 1 {
				r := &routing.Relation{Name: "garbage", Graph: ring, VCs: 1, Headers: 4, Parts: []int{0}}
				hop(routing.Option{Channel: 1})(r)
				c.change(r)
				_, err := Prove(t.Context(), r, Options{Flow: flow, Protocol: r.Messages != nil})
				require.EqualError(t, err, "garbage: "+c.want)
			}
		})
	}
}

// A hub is refused before its dependences fill the memory.
func TestHub(t *testing.T) {
	b := topology.NewBuilder("star")
	hub := b.Node(topology.Node{Name: "hub", Switch: true})
	for i := range 1000 {
		leaf := b.Node(topology.Node{Name: fmt.Sprint(i)})
		b.Link(topology.End{Node: hub, Port: topology.AnyPort}, topology.End{Node: leaf})
	}
	g, err := b.Graph()
	require.NoError(t, err)
	_, err = Prove(t.Context(), &routing.Relation{Name: "none", Graph: g, VCs: 100, Headers: 1}, Options{})
	require.EqualError(t, err, "none: what packets may ask for takes 1194 MiB; the limit is 1024: node hub alone has 1000 channels out")
}

// Options that are there twice, and none at all, are no faults; nor is a network where no packet goes anywhere.
func TestOddRelations(t *testing.T) {
	ring, err := topology.Ring(3)
	require.NoError(t, err)
	for flow := range Circuit + 1 {
		for _, protocol := range []bool{false, true} {
			o := Options{Flow: flow, Protocol: protocol}
			p, err := Prove(t.Context(), &routing.Relation{Name: "nobody", Graph: ring, VCs: 1, Headers: 1}, o)
			require.NoError(t, err)
			require.Equal(t, Free, p.Verdict)
			for _, commit := range []bool{false, true} {
				inject := func(inject func(int, uint32)) { inject(1, 0); inject(1, 0); inject(2, 0) }
				r := &routing.Relation{Name: "twice", Graph: ring, VCs: 1, Headers: 1, Parts: []int{0, 0}, Commit: commit}
				r.Open = func(int) routing.Part {
					return routing.Part{Inject: inject, Route: func(p routing.Packet, options []routing.Option) []routing.Option {
						if p.Node == 0 {
							return append(options, routing.Option{Channel: routing.Eject}, routing.Option{Channel: routing.Eject})
						}
						return append(options, routing.Option{Channel: p.Node}, routing.Option{Channel: p.Node})
					}}
				}
				p, err = Prove(t.Context(), r, o)
				require.NoError(t, err)
				require.Equal(t, Free, p.Verdict)
				require.Equal(t, 1, p.Dependences)
				r.Open = func(int) routing.Part {
					return routing.Part{Inject: inject, Route: func(_ routing.Packet, options []routing.Option) []routing.Option { return options }}
				}
				p, err = Prove(t.Context(), r, o)
				require.NoError(t, err)
				require.Equal(t, Deadlock, p.Verdict)
				require.Len(t, p.Witness, 1)
				require.Empty(t, p.Witness[0].Waits)
			}
		}
	}
}
