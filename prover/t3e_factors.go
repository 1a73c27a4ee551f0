package prover

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/flitwright/flitwright/ir/gates"
	"github.com/flitwright/flitwright/routing"
	"golang.org/x/sync/errgroup"
)

// t3eNodes is how many nodes a torus has at most whose states are gone through one by one.
const t3eNodes = 64

// kinds gives one pair (router, destination) of coordinates of each kind in dimension d.
func (t *t3e) kinds(d int) [][2]int {
	k := t.rules.Graph.K[d]
	logic, rules := t.logicKinds(d), t.ruleKinds(d)
	seen := map[[6]int]bool{}
	var list [][2]int
	for own := range k {
		for dst := range k {
			var key [6]int
			for i, near := range []int{own, (own + 1) % k, (own + k - 1) % k} {
				key[2*i], key[2*i+1] = logic[near*k+dst], rules[near*k+dst]
			}
			if !seen[key] {
				seen[key] = true
				list = append(list, [2]int{own, dst})
			}
		}
	}
	return list
}

// logicKinds numbers the functions that t3e_route is of all other inputs, by router and destination in dimension d.
func (t *t3e) logicKinds(d int) []int {
	s := gates.NewSpace()
	in := make([]gates.Diagram, t.route.Inputs())
	for i := range in {
		in[i] = -1
	}
	next := 0
	place := func(input int) {
		if in[input] < 0 {
			in[input] = s.Variable(next)
			next++
		}
	}
	for i := range 3 {
		at := (d + i) % 3
		for b := 4; b >= 0; b-- {
			place(t.route.own[at].First + b)
			place(t.route.dst[at].First + b)
		}
	}
	for i := range in {
		place(i)
	}
	out := t.route.Symbolic(s, in)
	k := t.rules.Graph.K[d]
	kinds := make([]int, k*k)
	known := map[string]int{}
	for own := range k {
		for dst := range k {
			key := ""
			for _, f := range out {
				for b := range 5 {
					f = s.At(f, int32(2*b), uint64(own>>(4-b)&1))
					f = s.At(f, int32(2*b+1), uint64(dst>>(4-b)&1))
				}
				key += fmt.Sprint(f, " ")
			}
			if _, ok := known[key]; !ok {
				known[key] = len(known)
			}
			kinds[own*k+dst] = known[key]
		}
	}
	return kinds
}

// ruleKinds numbers what the rules say, by router and destination in dimension d, to a packet that has nothing to do in the others.
func (t *t3e) ruleKinds(d int) []int {
	g := t.rules.Graph
	k, stride := g.K[d], 1
	for _, size := range g.K[:d] {
		stride *= size
	}
	kinds := make([]int, k*k)
	known := map[string]int{}
	for dst := range k {
		part := t.rules.Open(dst * stride)
		for own := range k {
			key := ""
			for h, f := range t.fields {
				if f.initial != 0 || f.class != 0 || f.final == 1 && d != 2 || f.sign&^(1<<d) != 0 || f.selects&^(1<<d) != 0 {
					continue
				}
				for port := -1; port < t3eLinks; port++ {
					for vc := 0; vc < t3eVCs && (vc == 0 || port >= 0); vc++ {
						p := routing.Packet{Node: own * stride, Channel: routing.Injected, VC: vc, Header: uint32(h)}
						if port >= 0 {
							if p.Channel = t.into(own*stride, port); p.Channel < 0 {
								continue
							}
						}
						for _, o := range part.Route(p, nil) {
							leaves := -1
							if o.Channel != routing.Eject {
								leaves = t.in[o.Channel]
							}
							key += fmt.Sprint(leaves, o.VC, o.Escape, ",")
						}
						key += ";"
					}
				}
			}
			if _, ok := known[key]; !ok {
				known[key] = len(known)
			}
			kinds[own*k+dst] = known[key]
		}
	}
	return kinds
}

// into is the channel that leads into a port of a node, -1 if there is none.
func (t *t3e) into(node, port int) int {
	out := t.out[node*t3eLinks+port]
	if out < 0 {
		return -1
	}
	return t.rules.Graph.Channels[out].Reverse
}

// factors compares the relations of a torus of any size without dead links, dimension by dimension.
//
// Two pairs of coordinates, of a router and of a destination, are alike in a dimension if
//
//   - no output of t3e_route tells them apart, whatever its other inputs are: as decision diagrams the
//     outputs are the same functions of these;
//   - nor do the rules, for a packet with nothing to do in the other dimensions;
//   - and that is so of the routers before and behind as well.
//
// Each pair of each dimension is looked at for that. Then one of each kind is taken in each dimension, and both relations
// are compared for all their combinations, with all headers and arrivals. An arrival counts if the rules let a
// packet leave for it from the router before; that is more than can happen, so that what does not
// differ here differs nowhere.
//
// It rests on the rules reading each dimension by itself, which their code shows (legs in routing/ordered.go); and
// that they are compared state by state at smaller sizes. It gives the differences and how many states were compared.
func (t *t3e) factors(ctx context.Context, r *Reading, progress func(done, total int)) ([]Difference, uint64, error) {
	g := t.rules.Graph
	var kinds [3][][2]int
	for d := range kinds {
		kinds[d] = t.kinds(d)
	}
	// Packets to one destination share what both relations make for it.
	routers := map[int][]int{}
	for _, x := range kinds[0] {
		for _, y := range kinds[1] {
			for _, z := range kinds[2] {
				at := func(i int) int { return x[i] + g.K[0]*(y[i]+g.K[1]*z[i]) }
				routers[at(1)] = append(routers[at(1)], at(0))
			}
		}
	}
	var parts []int
	for dst := range routers {
		parts = append(parts, dst)
	}
	slices.Sort(parts)
	found := make([][]Difference, len(parts))
	var next, done, states atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(runtime.GOMAXPROCS(0), len(parts)) {
		group.Go(func() error {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(parts) {
					return nil
				}
				w := &walker{Reading: r, part: parts[i]}
				w.logic, w.rules = r.Logic.Open(parts[i]), r.Rules.Open(parts[i])
				for _, node := range routers[parts[i]] {
					states.Add(t.combination(w, node))
				}
				found[i] = w.found
				progress(int(done.Add(1)), len(parts))
			}
			return ctx.Err()
		})
	}
	err := group.Wait()
	return gather(found), uint64(states.Load()), err
}

// combination compares all headers and arrivals at a node, and returns how many.
func (t *t3e) combination(w *walker, node int) int64 {
	n := int64(0)
	look := func(p routing.Packet) {
		n++
		w.compare(p)
	}
	var options []routing.Option
	for h, f := range t.fields {
		header := uint32(h)
		if int(f.initial) >= t3eInitials {
			continue
		}
		if f.initial == 0 || t.works(node, 2*int(f.initial-1)) {
			look(routing.Packet{Node: node, Channel: routing.Injected, Header: header})
		}
		for port := range t3eLinks {
			c := t.into(node, port)
			if c < 0 {
				continue
			}
			before := t.rules.Graph.Channels[c].From
			if f.initial != 0 {
				if int(f.initial-1)*2 == port^1 {
					look(routing.Packet{Node: node, Channel: c, VC: int(2 * f.class), Header: header})
				}
				continue
			}
			// From the node, or on VC bit 1 in this direction: no other arrival has more options.
			options = w.rules.Route(routing.Packet{Node: before, Channel: routing.Injected, Header: header}, options[:0])
			straight := t.into(before, port)
			options = w.rules.Route(routing.Packet{Node: before, Channel: straight, VC: int(2*f.class) + 1, Header: header}, options)
			seen := 0
			for _, o := range options {
				if o.Channel == c && seen>>o.VC&1 == 0 {
					seen |= 1 << o.VC
					look(routing.Packet{Node: node, Channel: c, VC: o.VC, Header: header})
				}
			}
		}
	}
	return n
}
