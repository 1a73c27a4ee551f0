package deadlock

import (
	"slices"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/routing"
	"github.com/stretchr/testify/require"
)

// A deadlock can come about: its packets can be sent one after the other, in some order, each along
// channels that are free at that time, to where they are stuck. Then none can move.
func TestReplay(t *testing.T) {
	for _, c := range certifiedCases {
		set := strings.Fields(c.set)
		p := prove(t, graphOf(t, c.kind, sizesOf(t, c.k)...), c.flow, c.protocol, c.routing, set...)[0]
		if p.Verdict != Deadlock {
			continue
		}
		t.Run(c.kind+" "+c.k+" "+c.routing+" "+c.set, func(t *testing.T) {
			require.Len(t, p.certified, len(p.Witness))
			occupied := map[int32]bool{}
			left := slices.Clone(p.certified)
			// What goes through queues goes first: into ejection queues, then into channels.
			slices.SortStableFunc(left, func(a, b certified) int { return p.turn(a) - p.turn(b) })
			for len(left) > 0 {
				before := len(left)
				left = slices.DeleteFunc(left, func(k certified) bool { return p.send(k, occupied) })
				require.Less(t, len(left), before, "nobody can be sent any more: %v", left)
			}
			for _, k := range p.certified {
				for _, w := range k.Waits {
					require.True(t, occupied[w])
				}
			}
		})
	}
}

func (p *Proof) turn(k certified) int {
	switch v := int(k.Holds[0]); {
	case p.space.isEjection(v):
		return 0
	case v < p.space.resources():
		return 1
	}
	return 2
}

// send moves a packet from its source to where the witness has it, if there is a free way, and
// occupies what it holds.
func (p *Proof) send(k certified, occupied map[int32]bool) bool {
	s := p.space
	type at struct {
		packet routing.Packet
		last   []int32 // the resources that it took last, no more than it will hold
	}
	arrived := func(a at, options []routing.Option, part int) bool {
		if len(options) > 0 && options[0].Channel == routing.Eject {
			if queue := int32(s.ejection(a.packet.Node, s.class(part, a.packet.Header))); slices.Equal(k.Holds, []int32{queue}) {
				return true
			}
		}
		if !slices.Equal(a.last, k.Holds) {
			return false
		}
		var all []int32
		s.members(a.packet.Node, s.set(part, a.packet, options, nil), func(v int) { all = append(all, int32(v)) })
		return slices.Equal(all, k.Waits) || s.Commit && len(k.Waits) == 1 && slices.Contains(all, k.Waits[0])
	}
	for _, v := range k.Holds {
		if occupied[v] {
			return false
		}
	}
	for part, destination := range s.Parts {
		if destination != routing.Anywhere && destination != k.Destination {
			continue
		}
		router := s.Open(part)
		var queue []at
		router.Inject(func(source int, header uint32) {
			if source == k.Source {
				q := routing.Packet{Node: source, Channel: routing.Injected, Header: header}
				if v := int32(s.held(part, q)); !occupied[v] {
					queue = append(queue, at{q, []int32{v}})
				}
			}
		})
		seen := map[string]bool{}
		for i := 0; i < len(queue); i++ {
			a := queue[i]
			options := router.Route(a.packet, nil)
			if arrived(a, options, part) {
				for _, v := range k.Holds {
					occupied[v] = true
				}
				return true
			}
			for _, o := range options {
				if o.Channel == routing.Eject || occupied[int32(s.resource(o.Channel, o.VC))] {
					continue
				}
				next := s.packet(s.state(o.Channel, o.VC, o.Header))
				last := append(slices.Clone(a.last), int32(s.resource(o.Channel, o.VC)))
				last = last[max(0, len(last)-len(k.Holds)):]
				if key := (hold{last, []int32{int32(o.Header)}}).key(); !seen[key] {
					seen[key] = true
					queue = append(queue, at{next, last})
				}
			}
		}
	}
	return false
}
