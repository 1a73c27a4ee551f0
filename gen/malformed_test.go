package main

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/tb"
)

// An attack runs scripts against one router.
type attack struct {
	job    *job
	design *ir.Design
	engine sim.Engine // of all runs
	judges tb.Judges
}

func newAttack(t testing.TB, j *job, judges tb.Judges, patches ...func(*ir.Design) error) *attack {
	d, err := j.target.Build(j.values)
	require.NoError(t, err)
	for _, patch := range patches {
		require.NoError(t, patch(d))
	}
	engine, err := wasm.New(d)
	require.NoError(t, err)
	t.Cleanup(func() { engine.Close() })
	return &attack{j, d, engine, judges}
}

// kept is an engine that outlives a run.
type kept struct{ sim.Engine }

func (kept) Close() error { return nil }

// run has the router judged while some of its ports do what a script says, and then until all is quiet.
func (a *attack) run(ctx context.Context, script []byte) error {
	attacked := *a.job.target
	attacked.Traffic = []target.Profile{{Name: "hostile", New: func(target.Values, uint64) target.Stimulus {
		return newHostile(a.job, a.engine.Layout(), script)
	}}}
	_, err := tb.Check(ctx, tb.Config{
		Target: &attacked, Values: a.job.values, Design: a.design, Cycles: 200 + min(2*len(script), 1000), Judges: a.judges,
		Engine: tb.Engine{Name: "wasm", Open: func(context.Context, *ir.Design) (sim.Engine, error) { return kept{a.engine}, nil }},
	})
	return err
}

// scripts are what the fuzzers begin with: every order, on one port, some, and all, between messages of every
// profile; in short tests of the first.
func scripts(j *job) [][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	var list [][]byte
	for profile := range j.target.Traffic {
		if testing.Short() && profile > 0 {
			break
		}
		for _, ports := range []int{1, 1 << (profile % 4), 0b10110, 0xffff} {
			script := []byte{byte(profile), byte(ports), byte(ports >> 8), byte(profile)}
			for range 24 {
				script = append(script, byte(r.IntN(orders)|r.IntN(32)<<3), byte(r.IntN(16)), byte(r.IntN(256)), byte(r.IntN(256)))
			}
			list = append(list, script)
		}
	}
	return list
}

// malformed fuzzes a target: whatever some ports do, the router agrees with its golden model in every cycle, and the scoreboard, which
// knows what the page promises to the others, finds no message lost, changed, out of order or late.
func malformed(f *testing.F, x target.Target) {
	j := compactJob(f, x)
	for _, script := range scripts(j) {
		f.Add(script)
	}
	a := newAttack(f, j, tb.All)
	f.Fuzz(func(t *testing.T, script []byte) {
		if err := a.run(t.Context(), script); err != nil {
			t.Fatalf("%v", err)
		}
	})
}

func FuzzMalformedCM5(f *testing.F)      { malformed(f, targets()[0]) }
func FuzzMalformedT3E(f *testing.F)      { malformed(f, targets()[1]) }
func FuzzMalformedMyrinet(f *testing.F)  { malformed(f, targets()[2]) }
func FuzzMalformedDateline(f *testing.F) { malformed(f, targets()[3]) }
func FuzzMalformedEscape(f *testing.F)   { malformed(f, targets()[4]) }

// open are faults that well-formed traffic does not show, a patch each.
var open = map[string]func(*ir.Design) error{
	"cm5":              tb.Force("token_receiver_*", "paid", 1),     // a flit without a token is taken
	"t3e":              tb.Force("t3e_arrival", "overflows", 0),     // a full buffer takes a flit
	"myrinet":          tb.Force("myrinet_receive", "overflows", 0), // a full buffer takes a character
	"vcalloc-dateline": tb.Force("vcalloc_dateline", "illegal", 0),  // it is not told
	"vcalloc-escape":   tb.Force("vcalloc_escape", "illegal", 0),    // it is not told
}

// The scripts find a router that is not armed against malformed traffic, in lockstep and by the scoreboard alone, without
// the help of assertions.
func TestMalformedFindsFaults(t *testing.T) {
	eachCompact(t, func(t *testing.T, j *job) {
		for _, judges := range []tb.Judges{tb.All, tb.ScoreboardOnly} {
			healthy, faulty := newAttack(t, j, judges), newAttack(t, j, judges, open[j.target.Name], removeAsserts)
			found := error(nil)
			for i, script := range scripts(j) {
				require.NoError(t, healthy.run(t.Context(), script), "script %d", i)
				if found = faulty.run(t.Context(), script); found != nil {
					t.Logf("script %d: %.200v", i, found)
					break
				}
			}
			require.Error(t, found)
		}
	})
}

// removeAsserts takes the assertions out of all modules.
func removeAsserts(d *ir.Design) error {
	for _, m := range d.Modules {
		tb.Edit(m.Name, func(e *tb.Editor) { e.RemoveAsserts() })(d) // its error is that there are none
	}
	return nil
}
