package prover_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/prover"
	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/table"
	"github.com/stretchr/testify/require"
)

func t3eConfig(x, y, z int) config.Config {
	c := config.Default(3) // small depths are proved sooner
	c.AdaptiveDepth, c.EscapeDepth = 4, 3
	c.X, c.Y, c.Z = x, y, z
	return c
}

func t3eRouter(t testing.TB, c config.Config, v config.Variant) *ir.Design {
	t.Helper()
	d, err := ir.Elaborate(t3erouter.Router(c, v).Module)
	require.NoError(t, err)
	return d
}

// outcome is what a reading comes to.
type outcome struct {
	differences []prover.Difference
	states      uint64
	proof       *deadlock.Proof  // of the logic's relation
	verdict     deadlock.Verdict // likewise; "astray" if a packet ejects elsewhere
}

func (o outcome) fields() string {
	var names []string
	for _, d := range o.differences {
		names = append(names, d.Field)
	}
	return strings.Join(slices.Compact(names), ", ")
}

func t3eOutcome(t testing.TB, d *ir.Design, c config.Config, set ...string) outcome {
	t.Helper()
	r, differences, err := prover.T3E(t.Context(), d, c, set...)
	require.NoError(t, err)
	return outcomeOf(t, r, differences, deadlock.Options{Flow: deadlock.VCT, Protocol: true, Brief: true})
}

func outcomeOf(t testing.TB, r *prover.Reading, differences []prover.Difference, options deadlock.Options) outcome {
	t.Helper()
	more, states, err := r.Compare(t.Context(), func(int, int) {})
	require.NoError(t, err)
	o := outcome{differences: append(differences, more...), states: states, verdict: "astray"}
	o.proof, err = deadlock.Prove(t.Context(), r.Logic, options)
	if err == nil {
		o.verdict = o.proof.Verdict
	} else {
		require.ErrorContains(t, err, "ejects at")
	}
	return o
}

// The row of docs/spec/deadlock.md at its size, with packets that go the shorter way: each of the four conditions on requests
// and replies is needed.
func TestT3ERow(t *testing.T) {
	t.Parallel()
	c := t3eConfig(4, 4, 4)
	d := t3eRouter(t, c, config.Variant{})
	o := t3eOutcome(t, d, c, "signs=minimal", "initial=", "final=")
	require.Empty(t, o.differences)
	require.Greater(t, o.states, uint64(1_000_000))
	require.Equal(t, deadlock.FreeByEscape, o.verdict)
	require.Equal(t, 1728, o.proof.Channels)
	require.Equal(t, 18336, o.proof.Dependences)
	for _, set := range []string{"sink=0", "reply_escape=0", "shared_injection=1", "shared_ejection=1"} {
		r, _, err := prover.T3E(t.Context(), d, c, set, "signs=minimal", "initial=", "final=")
		require.NoError(t, err)
		relation := r.Rules // the logic's is the same, queues of nodes apart
		if set == "reply_escape=0" {
			relation = r.Logic
		}
		p, err := deadlock.Prove(t.Context(), relation, deadlock.Options{Flow: deadlock.VCT, Protocol: true, Brief: true})
		require.NoError(t, err)
		require.Equal(t, deadlock.Deadlock, p.Verdict, set)
	}
}

// With a dead link packets are adaptive where they cannot wander to a router whose escape hop is dead.
func TestT3EDeadLink(t *testing.T) {
	t.Parallel()
	c := t3eConfig(4, 4, 4)
	d := t3eRouter(t, c, config.Variant{})
	set := []string{"dead=1,2,3,+x", "signs=minimal", "initial=", "final="}
	o := t3eOutcome(t, d, c, set...)
	require.Empty(t, o.differences)
	require.Equal(t, deadlock.FreeByEscape, o.verdict)
	o = t3eOutcome(t, d, c, append(set, "adaptive=all")...)
	require.Empty(t, o.differences)
	require.Equal(t, deadlock.Deadlock, o.verdict)
}

// The packets that a table of routes sends round dead links are among those that are proved, and with the
// adaptive bit where it is set.
func TestT3ETable(t *testing.T) {
	t.Parallel()
	c := t3eConfig(5, 1, 3)
	d := t3eRouter(t, c, config.Variant{})
	for _, dead := range []string{"1,0,0,+x", "3,0,1,+z"} {
		r, _, err := prover.T3E(t.Context(), d, c, "dead="+dead)
		require.NoError(t, err)
		torus, err := table.NewTorus([3]int{c.X, c.Y, c.Z})
		require.NoError(t, err)
		link, err := torus.ParseLink(dead)
		require.NoError(t, err)
		require.NoError(t, torus.Kill(link))
		routes, err := table.Build(t.Context(), torus, 1)
		require.NoError(t, err)
		require.NotZero(t, routes.Tally.Longer+routes.Tally.Initial)
		for part, dst := range r.Logic.Parts {
			sent := map[string]bool{}
			r.Logic.Open(part).Inject(func(source int, h uint32) { sent[fmt.Sprint(source, " ", r.Logic.Write(part, h))] = true })
			for src := range r.Logic.Graph.Nodes {
				e := routes.Entry(table.Node(src), table.Node(dst))
				require.True(t, e.Routed())
				header := func(adaptive int) string {
					bits := func(x int) string { return fmt.Sprint(x&1, x>>1&1, x>>2&1) }
					final := map[bool]int{true: 1}[e.Final()]
					return fmt.Sprintf("%d sign=%s select=%s adaptive=%d class=0 final=%d initial=%s", src,
						strings.ReplaceAll(bits(e.Sign()), " ", ""), strings.ReplaceAll(bits(e.Select()), " ", ""), adaptive, final,
						[]string{"none", "+x", "+y", "+z"}[e.Initial()])
				}
				require.True(t, sent[header(0)], header(0))
				require.Equal(t, e.Adaptive(), sent[header(1)], header(1))
			}
		}
	}
}

// Sizes at which directions coincide or are not there.
func TestT3ESizes(t *testing.T) {
	t.Parallel()
	for _, k := range [][3]int{{5, 1, 1}, {1, 4, 1}, {2, 2, 2}, {1, 1, 6}, {1, 1, 2}, {4, 1, 3}} {
		c := t3eConfig(k[0], k[1], k[2])
		o := t3eOutcome(t, t3eRouter(t, c, config.Variant{}), c)
		require.Empty(t, o.differences, "%v", k)
		require.True(t, o.verdict.Holds(), "%v: %s", k, o.verdict)
	}
}

// Routers without a cure make the relations that lack it, and those have deadlocks.
func TestT3EVariants(t *testing.T) {
	t.Parallel()
	c := t3eConfig(3, 3, 1)
	for set, v := range map[string]config.Variant{
		"dateline=0":   {NoDateline: true},
		"escape=0":     {AdaptiveOnly: true},
		"initial_vc=1": {InitialVC1: true},
	} {
		t.Run(set, func(t *testing.T) {
			d := t3eRouter(t, c, v)
			o := t3eOutcome(t, d, c, set)
			require.Equal(t, deadlock.Deadlock, o.verdict)
			require.NotEmpty(t, t3eOutcome(t, d, c, "signs=minimal").differences, "without being told")
		})
	}
}

// A router that is told a wrong module says so.
func TestT3ENames(t *testing.T) {
	c := t3eConfig(3, 3, 2)
	d := t3eRouter(t, c, config.Variant{})
	for _, m := range d.Modules {
		if m.Name == "t3e_route" {
			m.Ports[0].Name = "to_x"
		}
	}
	_, _, err := prover.T3E(t.Context(), d, c)
	require.EqualError(t, err, "module t3e_route has no input dst_0")
}

// Reading a router ends when it is told to.
func TestT3EStopped(t *testing.T) {
	c := config.Default(10)
	c.X, c.Y, c.Z = 2, 1, 1
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, _, err := prover.T3E(ctx, t3eRouter(t, c, config.Variant{}), c)
	require.ErrorIs(t, err, context.Canceled)
}
