package deadlock

import (
	"context"
	"math"
	"slices"

	"github.com/flitwright/flitwright/routing"
)

// The search for a least configuration gives up after so many steps, so that its outcome does not
// depend on the machine.
const (
	listSteps   = 200_000
	searchSteps = 2_000_000
)

// A least configuration has the fewest packets that each wait for what others of them hold. It is
// strongly connected: every packet waits, in turn, for every other. So what its packets hold, from the
// first that another waits for to the last, lies in one strongly connected component of the
// dependence graph, and the search goes through these one by one.
type least struct {
	*space
	of      []int32       // component of each vertex
	holds   [][]candidate // packets by vertex that they hold
	longest int           // most that one of them holds
	roots   []int32       // vertices in order
	held    []bool
	steps   int
	chosen  []hold
}

// A candidate knows the lowest vertex that it waits for.
type candidate struct {
	hold
	lowest int32
}

// smallerThan finds a configuration of fewer than limit packets. It is nil if there is none, and ok
// is false if the search did not come to its end.
func (p *Proof) smallerThan(ctx context.Context, limit int, set *closed) (list []hold, ok bool, err error) {
	if limit == 1 {
		return nil, true, nil
	}
	l := &least{space: p.space, holds: make([][]candidate, p.space.vertices()), held: make([]bool, p.space.vertices())}
	packets, ok, err := p.packets(ctx, set, l)
	if err != nil || !ok {
		return nil, false, err
	}
	for _, h := range packets {
		c := candidate{hold: h, lowest: math.MaxInt32}
		if len(h.waits) > 0 {
			c.lowest = slices.Min(h.waits)
		}
		l.longest = max(l.longest, len(h.holds))
		for _, v := range h.holds {
			l.holds[v] = append(l.holds[v], c)
		}
	}
	for v := range l.holds {
		if len(l.holds[v]) > 0 {
			l.roots = append(l.roots, int32(v))
		}
	}
	for n := 1; n < limit; n++ {
		for _, root := range l.roots {
			if l.cover([]int32{root}, root, n) {
				return l.chosen, true, nil
			}
			if l.steps > searchSteps {
				return nil, false, nil
			}
			if err := ctx.Err(); err != nil {
				return nil, false, err
			}
		}
	}
	return nil, true, nil
}

// cover adds up to n packets so that all of due is held, and all that they wait for. Nothing below
// root is waited for. Due has no vertex twice, and none that is held.
func (l *least) cover(due []int32, root int32, n int) bool {
	if len(due) == 0 {
		return true
	}
	if len(due) > n*l.longest {
		return false
	}
	v := due[len(due)-1]
	for _, h := range l.holds[v] {
		if l.steps++; l.steps > searchSteps {
			return false
		}
		if h.lowest < root || slices.ContainsFunc(h.holds, func(w int32) bool { return l.held[w] }) {
			continue
		}
		l.take(h.hold, true)
		l.chosen = append(l.chosen, h.hold)
		if l.cover(l.left(due, h.waits), root, n-1) {
			return true
		}
		l.chosen = l.chosen[:len(l.chosen)-1]
		l.take(h.hold, false)
	}
	return false
}

// left is what of due and waits is not held.
func (l *least) left(due, waits []int32) []int32 {
	list := make([]int32, 0, len(due)+len(waits))
	for _, v := range due {
		if !l.held[v] {
			list = append(list, v)
		}
	}
	for _, v := range waits {
		if !l.held[v] && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

func (l *least) take(h hold, held bool) {
	for _, v := range h.holds {
		l.held[v] = held
	}
}

// packets lists all packets that a least configuration can have; not ok if they are too many.
func (p *Proof) packets(ctx context.Context, set *closed, l *least) ([]hold, bool, error) {
	s := p.space
	if s.flow == VCT || s.flow == SAF {
		return p.buffers(set)
	}
	l.of, _ = p.full.components()
	seen := map[string]bool{}
	var list []hold
	steps := 0
	w := s.walker(ctx)
	for part := range s.Parts {
		r := s.Open(part)
		var path []int32
		note := func(q routing.Packet, options []routing.Option) {
			component := l.of[path[len(path)-1]]
			for _, waits := range s.waitsOf(part, q, options) {
				if slices.ContainsFunc(waits, func(w int32) bool { return l.of[w] != component }) {
					continue
				}
				h := hold{slices.Clone(path), waits}
				if k := h.key(); !seen[k] {
					seen[k] = true
					list = append(list, h)
				}
			}
		}
		var extend func(q routing.Packet, options []routing.Option)
		hop := func(o routing.Option) {
			v := int32(s.resource(o.Channel, o.VC))
			if len(path) > 0 && s.flow != Circuit && l.of[v] != l.of[path[0]] || slices.Contains(path, v) {
				return
			}
			next := routing.Packet{Node: int(s.heads[o.Channel]), Channel: o.Channel, VC: o.VC, Header: o.Header}
			path = append(path, v)
			extend(next, r.Route(next, nil))
			path = path[:len(path)-1]
		}
		extend = func(q routing.Packet, options []routing.Option) {
			steps++
			if steps > listSteps || len(options) > 0 && options[0].Channel == routing.Eject && s.messages == nil {
				return
			}
			note(q, options)
			if q.Channel == routing.Injected && s.messages == nil {
				return // nothing waits for its queue
			}
			for _, o := range options {
				if o.Channel != routing.Eject {
					hop(o)
				}
			}
		}
		err := w.walk(part, func(q routing.Packet, options []routing.Option) {
			path = append(path[:0], int32(s.held(part, q)))
			if s.flow != Circuit {
				extend(q, slices.Clone(options))
				return
			}
			if q.Channel != routing.Injected {
				return // it holds its way from the source on
			}
			if s.messages != nil {
				note(q, options)
			}
			path = path[:0]
			for _, o := range slices.Clone(options) {
				if o.Channel != routing.Eject {
					hop(o)
				}
			}
		})
		if err != nil || steps > listSteps {
			return nil, false, err
		}
	}
	return append(list, p.queues(set)...), true, nil
}

// waitsOf are the sets that a packet may wait for all of.
func (s *space) waitsOf(part int, p routing.Packet, options []routing.Option) [][]int32 {
	var all []int32
	s.members(p.Node, s.set(part, p, options, nil), func(v int) { all = append(all, int32(v)) })
	if !s.Commit || len(all) == 0 {
		return [][]int32{all}
	}
	var list [][]int32
	for _, v := range all {
		list = append(list, []int32{v})
	}
	return list
}

func (h hold) key() string {
	var b []byte
	for _, list := range [][]int32{h.holds, h.waits} {
		for _, v := range list {
			b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
		}
		b = append(b, 0xff, 0xff, 0xff, 0xff)
	}
	return string(b)
}

// buffers are the packets with one vertex each, within the greatest closed set: every
// configuration is.
func (p *Proof) buffers(set *closed) ([]hold, bool, error) {
	s := p.space
	list := p.queues(set)
	for v := range s.vertices() {
		if !set.alive[v] || s.isEjection(v) {
			continue
		}
		n := s.node(v)
		width := s.width(n)
		sets := p.facts.waits[v]
		for i := 0; i < len(sets); i += width {
			if one := sets[i : i+width]; within(one, set.mask[set.first[n]:]) {
				h := hold{holds: []int32{int32(v)}}
				s.members(n, one, func(w int) { h.waits = append(h.waits, int32(w)) })
				list = append(list, h)
			}
		}
	}
	return list, true, nil
}

// queues are the packets in ejection queues.
func (p *Proof) queues(set *closed) []hold {
	s := p.space
	var list []hold
	for v := range s.vertices() {
		if s.messages == nil || !s.isEjection(v) || !p.facts.used[v] {
			continue
		}
		for _, w := range p.facts.answers(s, v) {
			if p.facts.used[w] {
				list = append(list, hold{[]int32{int32(v)}, []int32{int32(w)}})
			}
		}
	}
	return list
}
