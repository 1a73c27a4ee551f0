package t3erouter_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/nodes"
	"github.com/flitwright/flitwright/t3erouter/table"
)

var updateDeadlocks = flag.Bool("update-deadlocks", false, "rewrite testdata/deadlocks.txtar and the deadlock of docs/t3e-torus.md")

// A disease is a net and traffic that deadlock, and what cures them.
type disease struct {
	name  string
	torus t3erouter.Torus
	plan  nodes.Plan
	cure  func(*t3erouter.Torus, *nodes.Plan)
}

// Header fields of routes.
const (
	initialX table.Entry = 1 << 3
	selectX  table.Entry = 1 << 6
	adapt    table.Entry = 1 << 10
)

// diseases are one for each cure. Buffers hold one packet of the longest. In a ring of 3 every packet
// goes two hops in +x, half of them on escape VCs alone; one that crosses the dateline late has to change to VC 1 in time. In
// a ring of 2 requests and replies go one hop, so that only the nodes close a cycle.
func diseases() []disease {
	ring, pair := torus(3, 1, 1), torus(2, 1, 1)
	for _, t := range []*t3erouter.Torus{&ring, &pair} {
		t.Config.EscapeDepth, t.Config.AdaptiveDepth = 10, 10
	}
	around := nodes.Plan{
		Pattern: nodes.Shift(func(size int) int { return min(2, size-1) }), Seed: 1, Packets: 100, Requests: true, Length: 10, Straight: 128,
		Route: func(_, _ table.Node) table.Entry { return selectX | adapt },
	}
	initial := around
	initial.Route = func(src, _ table.Node) table.Entry {
		if src == 1 {
			return initialX | selectX | adapt
		}
		return selectX | adapt
	}
	answers := func(r nodes.Replies) nodes.Plan {
		return nodes.Plan{Pattern: nodes.Shift(func(size int) int { return size - 1 }), Seed: 1, Packets: 100, Replies: &r}
	}
	shared := answers(nodes.Replies{Room: 2, SharedInjection: true})
	shared.Pattern = nodes.Patterns()[0]
	late := answers(nodes.Replies{Room: 2, SharedEjection: true})
	late.Packets = 300
	lacks := func(t t3erouter.Torus, v config.Variant) t3erouter.Torus {
		t.Variant = v
		return t
	}
	whole := func(t *t3erouter.Torus, _ *nodes.Plan) { t.Variant = config.Variant{} }
	return []disease{
		{"no dateline", lacks(ring, config.Variant{NoDateline: true}), around, whole},
		{"the adaptive VC alone", lacks(ring, config.Variant{AdaptiveOnly: true}), around, whole},
		{"the initial hop on VC 1", lacks(ring, config.Variant{InitialVC1: true}), initial, whole},
		{"replies are not sunk unconditionally", pair, answers(nodes.Replies{Room: 2, HeldReplies: true}),
			func(_ *t3erouter.Torus, p *nodes.Plan) { p.Replies = &nodes.Replies{Room: 2} }},
		{"replies may not enter their escape", lacks(pair, config.Variant{AdaptiveOnly: true}), answers(nodes.Replies{Room: 2}), whole},
		{"requests and replies share an injection queue", pair, shared,
			func(_ *t3erouter.Torus, p *nodes.Plan) { p.Replies = &nodes.Replies{Room: 2} }},
		{"requests and replies share an ejection queue", pair, late,
			func(_ *t3erouter.Torus, p *nodes.Plan) { p.Replies = &nodes.Replies{Room: 2} }},
	}
}

// deadlocked holds that nothing moves and that nothing will, and tells who waits for whom.
func (r *torusRun) deadlocked(t testing.TB) string {
	t.Helper()
	where := fmt.Sprintf("seed %d, cycle %d", r.plan.Seed, r.cycles)
	require.GreaterOrEqual(t, r.still, stillness-1, where)
	require.NotZero(t, r.ledger.UnderWay(), where)
	waits := nodes.NewWaits(r.models, r.nodes)
	require.NotZero(t, waits.Deadlocked(), where)
	require.NotEmpty(t, waits.Cycle(), where)
	return fmt.Sprintf("seed %d: no flit has moved for %d cycles, %d packets are under way, %d have arrived\n%v",
		r.plan.Seed, stillness, r.ledger.UnderWay(), r.ledger.Arrived(0)+r.ledger.Arrived(1), waits)
}

// TestTorusNeedsItsCures takes the cures away one by one: golden and emitted routers come to the same
// deadlock, whose waits are in testdata. With its cure the same traffic is delivered.
func TestTorusNeedsItsCures(t *testing.T) {
	const file = "testdata/deadlocks.txtar"
	got := &txtar.Archive{Comment: []byte("Who waits for whom in tori without a cure. Made by: go test ./t3erouter -run Cures -update-deadlocks\n")}
	for _, d := range diseases() {
		t.Run(d.name, func(t *testing.T) {
			ill := newTorusRun(t, d.torus, d.plan).golden(t, 20_000)
			text := ill.deadlocked(t)
			got.Files = append(got.Files, txtar.File{Name: d.name, Data: []byte(text)})
			require.Equal(t, text, newTorusRun(t, d.torus, d.plan).lockstep(t, ill.cycles).deadlocked(t))

			d.cure(&d.torus, &d.plan)
			well := newTorusRun(t, d.torus, d.plan).golden(t, 40_000)
			well.delivered(t)
			newTorusRun(t, d.torus, d.plan).lockstep(t, well.cycles+1).delivered(t)
		})
	}
	shown(t, file, string(txtar.Format(got)), nil)
	shown(t, "../docs/t3e-torus.md", "<!-- deadlock -->\n\n```\n"+string(got.Files[0].Data)+"```",
		regexp.MustCompile("(?s)<!-- deadlock -->\n\n```\n.*?```"))
}

// shown holds that a file is the text, or that its one part that matches is; with -update-deadlocks it makes it so.
func shown(t *testing.T, file, text string, part *regexp.Regexp) {
	t.Helper()
	was, err := os.ReadFile(file)
	require.NoError(t, err)
	if part != nil {
		require.Len(t, part.FindAll(was, -1), 1)
		text = part.ReplaceAllLiteralString(string(was), text)
	}
	if *updateDeadlocks {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		return
	}
	if diff := cmp.Diff(strings.Split(string(was), "\n"), strings.Split(text, "\n")); diff != "" {
		t.Errorf("%s (-was +is):\n%s", file, diff)
	}
}

// epidemics are the three tori without one of the cures each, under traffic with headers of every kind.
func epidemics(t testing.TB) (list []*torusRun) {
	hot, err := nodes.PatternOf("hot-spot")
	require.NoError(t, err)
	for _, torus := range tori() {
		for _, v := range []config.Variant{{NoDateline: true}, {AdaptiveOnly: true}, {InitialVC1: true}, {}} {
			torus.Variant = v
			list = append(list, newTorusRun(t, torus, nodes.Plan{Pattern: hot, Seed: 1, Packets: 150, Straight: 128, Wild: true}))
		}
	}
	return list
}

func TestTorusOfAnySizeNeedsItsCures(t *testing.T) {
	for _, r := range epidemics(t) {
		r.golden(t, 40_000)
		if r.torus.Variant == (config.Variant{}) {
			r.delivered(t)
			continue
		}
		r.deadlocked(t)
		t.Logf("%s, seed %d, %+v: in cycle %d, %d packets", sizeOf(r.torus), r.plan.Seed, r.torus.Variant, r.cycles-stillness, r.ledger.UnderWay())
	}
}
