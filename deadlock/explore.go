package deadlock

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/flitwright/flitwright/routing"
	"golang.org/x/sync/errgroup"
)

// A walker visits the reachable states of one part after the other. It remembers states by one bit each.
type walker struct {
	*space
	ctx     context.Context
	seen    []uint64
	stack   []uint64
	options []routing.Option
}

func (s *space) walker(ctx context.Context) *walker {
	return &walker{space: s, ctx: ctx, seen: make([]uint64, (len(s.Graph.Channels)*s.VCs*s.Headers+63)/64)}
}

// state numbers a packet in a channel.
func (s *space) state(channel, vc int, header uint32) uint64 {
	return uint64(channel*s.VCs+vc)*uint64(s.Headers) + uint64(header)
}

func (s *space) packet(state uint64) routing.Packet {
	lane := int(state / uint64(s.Headers))
	channel := lane / s.VCs
	return routing.Packet{Node: int(s.heads[channel]), Channel: channel, VC: lane % s.VCs, Header: uint32(state % uint64(s.Headers))}
}

// walk calls visit for each state of a part, injections first. The options are valid until visit
// returns.
func (w *walker) walk(part int, visit func(p routing.Packet, options []routing.Option)) error {
	clear(w.seen)
	w.stack = w.stack[:0]
	router := w.Open(part)
	var fault error
	step := func(p routing.Packet) {
		w.options = router.Route(p, w.options[:0])
		for _, o := range w.options {
			if fault = w.goes(part, p, o); fault != nil {
				return
			}
			if o.Channel == routing.Eject {
				continue
			}
			s := w.state(o.Channel, o.VC, o.Header)
			if bit := uint64(1) << (s & 63); w.seen[s>>6]&bit == 0 {
				w.seen[s>>6] |= bit
				w.stack = append(w.stack, s)
			}
		}
		visit(p, w.options)
	}
	router.Inject(func(source int, header uint32) {
		if fault == nil {
			fault = w.begins(part, source, header)
		}
		if fault == nil {
			step(routing.Packet{Node: source, Channel: routing.Injected, Header: header})
		}
	})
	for i := 0; len(w.stack) > 0 && fault == nil; i++ {
		if i&0xffff == 0 {
			if err := w.ctx.Err(); err != nil {
				return err
			}
		}
		s := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		step(w.packet(s))
	}
	return fault
}

// each runs work on every part, on all processors, each with a worker of its own.
func each[W any](ctx context.Context, s *space, progress func(done, total int), worker func() W, work func(W, *walker, int) error) ([]W, error) {
	n := max(1, min(runtime.GOMAXPROCS(0), len(s.Parts)))
	workers := make([]W, n)
	var next, done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for i := range n {
		workers[i] = worker()
		group.Go(func() error {
			w := s.walker(ctx)
			for {
				part := int(next.Add(1)) - 1
				if part >= len(s.Parts) {
					return nil
				}
				if err := work(workers[i], w, part); err != nil {
					return err
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				progress(int(done.Add(1)), len(s.Parts))
			}
		})
	}
	return workers, group.Wait()
}

// facts are what the states of a relation have to say, by vertex. A set is at the node of the
// vertex.
type facts struct {
	states  uint64
	used    []bool     // some packet can be there
	ends    []uint8    // classes of packets that an ejection queue takes, as bits
	asked   []uint64   // all that packets there may ask for; vertex v has s.at(v)
	escapes []uint64   // the part of it that is by hops of R1
	first   []int      // word of vertex v in asked and escapes
	waits   [][]uint64 // least sets that a packet there may wait for all of, one after the other
	r1      []bool     // hops of R1 lead there
	stuck   bool       // some state has no option
	astray  bool       // some state may wait for no option of R1
	hasR1   bool
	others  bool // some hops are not of R1
}

func (s *space) facts() *facts {
	f := &facts{first: make([]int, s.vertices()+1), used: make([]bool, s.vertices()), ends: make([]uint8, s.vertices()), r1: make([]bool, s.vertices()), waits: make([][]uint64, s.vertices())}
	for v := range s.vertices() {
		f.first[v+1] = f.first[v]
		if !s.isEjection(v) {
			f.first[v+1] += s.width(s.node(v))
		}
	}
	f.asked = make([]uint64, f.first[s.vertices()])
	f.escapes = make([]uint64, f.first[s.vertices()])
	return f
}

// explore gathers the facts of all parts.
func explore(ctx context.Context, s *space, progress func(done, total int)) (*facts, error) {
	all, err := each(ctx, s, progress, s.facts, func(f *facts, w *walker, part int) error {
		var circuit routing.Part
		if s.flow == Circuit {
			circuit = s.Open(part)
		}
		var set, one []uint64
		var next []routing.Option
		return w.walk(part, func(p routing.Packet, options []routing.Option) {
			f.states++
			v := s.held(part, p)
			set = f.ask(s, part, v, p, options, set)
			if s.flow != Circuit {
				one = f.wait(s, v, p, options, set, one)
				return
			}
			if p.Channel != routing.Injected {
				return
			}
			// A circuit holds its way from the source on: packets with one channel are those
			// after their first hop.
			one = f.wait(s, v, p, options, set, one)
			for _, o := range options {
				if o.Channel == routing.Eject {
					continue
				}
				q := routing.Packet{Node: int(s.heads[o.Channel]), Channel: o.Channel, VC: o.VC, Header: o.Header}
				next = circuit.Route(q, next[:0])
				set = s.set(part, q, next, set)
				one = f.wait(s, s.held(part, q), q, next, set, one)
			}
		})
	})
	if err != nil {
		return nil, err
	}
	f := all[0]
	for _, o := range all[1:] {
		f.merge(s, o)
	}
	for v := range f.waits {
		f.sortWaits(s, v)
	}
	return f, nil
}

// set is what a packet may ask for.
func (s *space) set(part int, p routing.Packet, options []routing.Option, set []uint64) []uint64 {
	set = append(set[:0], make([]uint64, s.width(p.Node))...)
	for _, o := range options {
		b := s.bit(part, p, o)
		set[b>>6] |= 1 << (b & 63)
	}
	return set
}

// ask adds the options of a state to what is asked for at vertex v, and returns their set.
func (f *facts) ask(s *space, part, v int, p routing.Packet, options []routing.Option, set []uint64) []uint64 {
	set = s.set(part, p, options, set)
	f.used[v] = true
	at := f.first[v]
	escapes := 0
	for _, o := range options {
		if o.Channel == routing.Eject {
			class := s.class(part, p.Header)
			queue := s.ejection(p.Node, class)
			f.used[queue] = true
			f.ends[queue] |= 1 << class
		}
		if !o.Escape {
			f.others = true
			continue
		}
		escapes++
		b := s.bit(part, p, o)
		f.escapes[at+b>>6] |= 1 << (b & 63)
		if o.Channel != routing.Eject {
			f.hasR1 = true
			f.r1[s.resource(o.Channel, o.VC)] = true
		}
	}
	for i, word := range set {
		f.asked[at+i] |= word
	}
	f.stuck = f.stuck || len(options) == 0
	f.astray = f.astray || escapes == 0 || s.Commit && escapes < len(options) // one that commits to another channel never asks again
	return set
}

// wait notes what a packet in a state waits for. One that ejects waits for nothing, unless
// ejection queues can be full.
func (f *facts) wait(s *space, v int, p routing.Packet, options []routing.Option, set, one []uint64) []uint64 {
	if s.messages == nil && len(options) > 0 && options[0].Channel == routing.Eject {
		return one
	}
	if !s.Commit || len(options) == 0 {
		f.addWait(v, len(set), set)
		return one
	}
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			one = append(one[:0], make([]uint64, len(set))...)
			one[i] = word & -word
			f.addWait(v, len(set), one)
		}
	}
	return one
}

// addWait keeps the sets at v that have no other within them.
func (f *facts) addWait(v, width int, set []uint64) {
	list := f.waits[v]
	for i := 0; i < len(list); i += width {
		if within(list[i:i+width], set) {
			return
		}
	}
	kept := list[:0]
	for i := 0; i < len(list); i += width {
		if !within(set, list[i:i+width]) {
			kept = append(kept, list[i:i+width]...)
		}
	}
	f.waits[v] = append(kept, set...)
}

// within is whether a is a part of b.
func within(a, b []uint64) bool {
	for i, word := range a {
		if word&^b[i] != 0 {
			return false
		}
	}
	return true
}

// merge adds the facts of other parts.
func (f *facts) merge(s *space, o *facts) {
	f.states += o.states
	for i, word := range o.asked {
		f.asked[i] |= word
	}
	for i, word := range o.escapes {
		f.escapes[i] |= word
	}
	for v := range f.used {
		f.used[v] = f.used[v] || o.used[v]
		f.ends[v] |= o.ends[v]
		f.r1[v] = f.r1[v] || o.r1[v]
		if len(o.waits[v]) == 0 {
			continue
		}
		width := s.width(s.node(v))
		for i := 0; i < len(o.waits[v]); i += width {
			f.addWait(v, width, o.waits[v][i:i+width])
		}
	}
	f.stuck = f.stuck || o.stuck
	f.astray = f.astray || o.astray
	f.hasR1 = f.hasR1 || o.hasR1
	f.others = f.others || o.others
}

// sortWaits makes the order of the sets at v independent of the order of the states: fewest
// members first.
func (f *facts) sortWaits(s *space, v int) {
	width := s.width(s.node(v))
	if len(f.waits[v]) <= width {
		return
	}
	sets := slices.Collect(slices.Chunk(f.waits[v], width))
	slices.SortFunc(sets, func(a, b []uint64) int {
		if d := size(a) - size(b); d != 0 {
			return d
		}
		return slices.Compare(a, b)
	})
	f.waits[v] = slices.Concat(sets...)
}

func size(set []uint64) int {
	n := 0
	for _, word := range set {
		n += bits.OnesCount64(word)
	}
	return n
}

// members calls f for each vertex of a set at a node.
func (s *space) members(node int, set []uint64, f func(v int)) {
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			f(s.vertex(node, i*64+bits.TrailingZeros64(word)))
		}
	}
}
