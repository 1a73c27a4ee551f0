package prover

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/flitwright/flitwright/routing"
	"golang.org/x/sync/errgroup"
)

// A Reading is a relation that was read out of logic.
type Reading struct {
	Logic *routing.Relation // the relation that the logic makes
	Rules *routing.Relation // the one of package routing that it should be

	// Header is the header of Rules for a packet of Logic, which may keep more; nil if they are
	// the same.
	Header func(p routing.Packet) uint32

	// Refusal says why the logic refuses a packet of a part.
	Refusal func(part int, p routing.Packet) string

	factors func(ctx context.Context, r *Reading, progress func(done, total int)) ([]Difference, uint64, error)
}

// A Difference is a field of what the logic answers that the relation has otherwise, with the first of the
// states in which it is so. States are gone through part by part.
type Difference struct {
	Field  string `json:"field"`  // refusal, ejection, hop, VC, adaptive set, request
	States uint64 `json:"states"` // in which the field differs, 0 if they were not counted
	State  string `json:"state"`
	Logic  string `json:"logic"`
	Rules  string `json:"relation"`
}

func (d Difference) String() string {
	text := d.Field
	if d.States > 0 {
		text += fmt.Sprintf(", in %d states; first", d.States)
	}
	return fmt.Sprintf("%s: %s: the logic says %s, the relation %s", text, d.State, d.Logic, d.Rules)
}

// Compare goes through all states that packets of Logic can reach. If nothing differs these are the states
// that packets of Rules can reach, and the relations are one. It counts the states. Where they are too many it compares
// factors of them.
func (r *Reading) Compare(ctx context.Context, progress func(done, total int)) ([]Difference, uint64, error) {
	if r.factors != nil {
		return r.factors(ctx, r, progress)
	}
	parts := len(r.Logic.Parts)
	found := make([][]Difference, parts)
	states := make([]uint64, parts)
	var next, done atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(runtime.GOMAXPROCS(0), parts) {
		group.Go(func() error {
			w := &walker{Reading: r, seen: make([]uint64, (len(r.Logic.Graph.Channels)*r.Logic.VCs*r.Logic.Headers+63)/64)}
			for ctx.Err() == nil {
				part := int(next.Add(1)) - 1
				if part >= parts {
					return nil
				}
				found[part], states[part] = w.walk(part)
				progress(int(done.Add(1)), parts)
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, 0, err
	}
	total := uint64(0)
	for _, n := range states {
		total += n
	}
	return gather(found), total, nil
}

// Factored is whether states are too many to be gone through one by one. The relation to prove is then Rules, if nothing differs.
func (r *Reading) Factored() bool { return r.factors != nil }

// gather joins the differences of all parts, each field once.
func gather(found [][]Difference) []Difference {
	var all []Difference
	for _, part := range found {
		for _, d := range part {
			if i := slices.IndexFunc(all, func(e Difference) bool { return e.Field == d.Field }); i >= 0 {
				all[i].States += d.States
			} else {
				all = append(all, d)
			}
		}
	}
	return all
}

// walker goes through the states of one part after the other.
type walker struct {
	*Reading
	seen         []uint64
	stack        []routing.Packet
	part         int
	logic, rules routing.Part
	found        []Difference
	ours, theirs []routing.Option
	a, b         []uint64 // their keys
}

func (w *walker) walk(part int) ([]Difference, uint64) {
	clear(w.seen)
	w.part, w.stack, w.found = part, w.stack[:0], nil
	w.logic, w.rules = w.Logic.Open(part), w.Rules.Open(part)
	g := w.Logic.Graph
	states := uint64(0)
	step := func(p routing.Packet) {
		states++
		w.compare(p)
		for _, o := range w.ours {
			if o.Channel == routing.Eject {
				continue
			}
			state := uint64(o.Channel*w.Logic.VCs+o.VC)*uint64(w.Logic.Headers) + uint64(o.Header)
			if w.seen[state>>6]>>(state&63)&1 == 0 {
				w.seen[state>>6] |= 1 << (state & 63)
				w.stack = append(w.stack, routing.Packet{Node: g.Channels[o.Channel].To, Channel: o.Channel, VC: o.VC, Header: o.Header})
			}
		}
	}
	w.logic.Inject(func(source int, header uint32) {
		step(routing.Packet{Node: source, Channel: routing.Injected, Header: header})
	})
	for len(w.stack) > 0 {
		p := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		step(p)
	}
	return w.found, states
}

// compare asks both relations about a packet.
func (w *walker) compare(p routing.Packet) {
	q := p
	if w.Header != nil {
		q.Header = w.Header(p)
	}
	w.ours = w.logic.Route(p, w.ours[:0])
	w.theirs = w.rules.Route(q, w.theirs[:0])
	w.a, w.b = keys(w.ours, w.a[:0]), keys(w.theirs, w.b[:0])
	if slices.Equal(w.a, w.b) {
		return
	}
	for _, field := range fields {
		if field.of(w, w.ours) != field.of(w, w.theirs) {
			w.differ(field.name, p)
			return
		}
	}
}

// keys appends what options ask for, each once, in order. What stands in a header behind a hop is seen where it is read.
func keys(options []routing.Option, list []uint64) []uint64 {
	for _, o := range options {
		key := uint64(o.Channel+1)<<16 | uint64(o.VC)<<1
		if o.Escape {
			key |= 1
		}
		list = append(list, key)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// fields are what is compared, the first that differs names the difference.
var fields = []struct {
	name string
	of   func(w *walker, options []routing.Option) string
}{
	{"refusal", func(_ *walker, list []routing.Option) string { return fmt.Sprint(len(list) == 0) }},
	{"ejection", func(_ *walker, list []routing.Option) string {
		return fmt.Sprint(slices.ContainsFunc(list, func(o routing.Option) bool { return o.Channel == routing.Eject }))
	}},
	{"adaptive set", func(w *walker, list []routing.Option) string { return w.text(list, false) }},
	{"hop", func(_ *walker, list []routing.Option) string {
		var hops []int
		for _, o := range list {
			if o.Escape {
				hops = append(hops, o.Channel)
			}
		}
		slices.Sort(hops)
		return fmt.Sprint(slices.Compact(hops))
	}},
	{"VC", func(w *walker, list []routing.Option) string { return w.text(list, true) }},
}

// text writes the options of one kind, each once.
func (w *walker) text(list []routing.Option, escape bool) string {
	var texts []string
	for _, o := range list {
		if o.Escape != escape {
			continue
		}
		if o.Channel == routing.Eject {
			texts = append(texts, "eject")
			continue
		}
		texts = append(texts, fmt.Sprintf("%s on VC %d", w.Logic.Graph.ChannelName(o.Channel), o.VC))
	}
	slices.Sort(texts)
	text := ""
	for _, t := range slices.Compact(texts) {
		if text != "" {
			text += ", "
		}
		text += t
	}
	return text
}

func (w *walker) differ(field string, p routing.Packet) {
	if i := slices.IndexFunc(w.found, func(d Difference) bool { return d.Field == field }); i >= 0 {
		w.found[i].States++
		return
	}
	d := Difference{Field: field, States: 1, State: w.state(p), Logic: w.answer(w.ours), Rules: w.answer(w.theirs)}
	if len(w.ours) == 0 {
		d.Logic = "refused: " + w.Refusal(w.part, p)
	}
	w.found = append(w.found, d)
}

// state is a packet in words.
func (w *walker) state(p routing.Packet) string {
	g := w.Logic.Graph
	text := "at " + g.Nodes[p.Node].Name
	if p.Channel == routing.Injected {
		text += " from the node"
	} else {
		text += fmt.Sprintf(" by %s on VC %d", g.ChannelName(p.Channel), p.VC)
	}
	if d := w.Logic.Parts[w.part]; d != routing.Anywhere {
		text += " to " + g.Nodes[d].Name
	}
	if w.Logic.Write != nil {
		text += ", " + w.Logic.Write(w.part, p.Header)
	}
	return text
}

func (w *walker) answer(list []routing.Option) string {
	switch escape, adaptive := w.text(list, true), w.text(list, false); {
	case len(list) == 0:
		return "no way on"
	case adaptive == "":
		return escape
	case escape == "":
		return adaptive + " by choice alone"
	default:
		return escape + ", by choice " + adaptive
	}
}
