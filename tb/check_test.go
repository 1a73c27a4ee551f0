package tb

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/target"
)

var update = flag.Bool("update", false, "rewrite the files of testdata")

// config is a run of the stage on a faulty engine.
func config(t *testing.T, f fault, assignments ...string) Config {
	s := stage()
	v, err := s.Parse(assignments)
	require.NoError(t, err)
	return Config{Target: s, Values: v, Engine: faulty(s, v, f), Cycles: 2000, Seed: 7}
}

func wrong(t *testing.T, c Config) *Mismatch {
	t.Helper()
	report, err := Check(context.Background(), c)
	m, ok := errors.AsType[*Mismatch](err)
	require.True(t, ok, "%v", err)
	require.Same(t, m, report.Mismatch)
	require.Equal(t, m.Cycle+1, report.Cycles)
	require.Nil(t, report.Coverage)
	return m
}

func TestHolds(t *testing.T) {
	for _, width := range []string{"1", "8", "64", "65", "100"} {
		var last int
		c := config(t, fault{cycle: -1}, "width="+width)
		c.Progress = func(done, total int) { last = done; require.Equal(t, 2000, total) }
		report, err := Check(context.Background(), c)
		require.NoError(t, err)
		require.Equal(t, 2000, last)
		require.Equal(t, 2000, report.Cycles)
		require.Greater(t, report.Messages, uint64(500))
		require.Greater(t, report.Injected, uint64(20))
		require.Equal(t, &Coverage{Hit: 4, Total: 5, Missed: []string{"never"}}, report.Coverage)
	}
}

func TestOneBitOfOneCycle(t *testing.T) {
	for _, batch := range []int{0, 1, 64, 256} {
		for _, at := range []int{1, 127, 128, 129, 500, 1999} {
			c := config(t, fault{cycle: at, alter: func(out []uint64) { out[4] ^= 1 << 6 }})
			c.Batch = batch
			m := wrong(t, c)
			require.Equal(t, Lockstep, m.Kind)
			require.Equal(t, at, m.Cycle)
			require.Equal(t, "out_1_data", m.Port)
			require.NotEqual(t, m.Golden, m.Design)
			require.Empty(t, m.Others)
			require.Contains(t, m.Wave, "out_1_data golden")
			require.Contains(t, m.Wave, "in_1_valid")
			require.NotContains(t, m.Wave, "_0_")
		}
	}
}

func TestMismatchReads(t *testing.T) {
	c := config(t, fault{cycle: 300, alter: func(out []uint64) { out[6] ^= 2; out[1] ^= 1 }}, "width=12")
	got := wrong(t, c).Details()
	const file = "testdata/mismatch.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestFlagShowsPortOfItsBit(t *testing.T) {
	m := wrong(t, config(t, fault{cycle: 300, alter: func(out []uint64) { out[6] ^= 2 }}))
	require.Equal(t, "err", m.Port)
	require.Contains(t, m.Wave, "in_1_valid")
	require.NotContains(t, m.Wave, "in_0_valid")
}

func TestEngineFailures(t *testing.T) {
	for _, at := range []int{0, 1, 128, 777} {
		c := config(t, fault{cycle: at, err: &sim.Failure{Cycle: at, Path: "stage.x", Message: "too full"}})
		m := wrong(t, c)
		require.Equal(t, Assertion, m.Kind)
		require.Equal(t, at, m.Cycle)
		require.Equal(t, "stage.x", m.Path)
		require.Equal(t, "too full", m.Message)
		require.Contains(t, m.Replay, "-cycles ")
	}
	m := wrong(t, config(t, fault{cycle: 777, err: errors.New("signal: segmentation fault")}))
	require.Equal(t, Crash, m.Kind)
	require.Equal(t, 768, m.Cycle) // the batch
	require.Contains(t, m.Error(), "segmentation fault")
	require.Contains(t, m.Replay, "-cycles 896")
}

// The scoreboard alone sees a lost and a changed flit, and not a token too few.
func TestScoreboardOnly(t *testing.T) {
	at := func(cycle int, alter func(out []uint64)) Config {
		c := config(t, fault{cycle: cycle, alter: alter})
		c.Judges = ScoreboardOnly
		return c
	}
	m := wrong(t, at(400, func(out []uint64) { out[2], out[3] = 9, 1-out[3] }))
	require.Equal(t, Scoreboard, m.Kind)
	report, err := Check(context.Background(), at(401, func(out []uint64) { out[0] = 0 }))
	require.NoError(t, err)
	require.Nil(t, report.Coverage)
}

// A scoreboard that errs while design and model agree ends the run, in its cycle.
func TestScoreboardAgainstModel(t *testing.T) {
	c := config(t, fault{cycle: -1})
	c.Target.Scoreboard = func(target.Values) target.Scoreboard { return &refuses{after: 333} }
	m := wrong(t, c)
	require.Equal(t, Scoreboard, m.Kind)
	require.Equal(t, 333, m.Cycle)
}

type refuses struct{ after int }

func (r *refuses) Observe(_, out []uint64) error {
	if r.after--; r.after < 0 {
		return errors.New("no")
	}
	return nil
}

func (r *refuses) Messages() uint64 { return 0 }

func TestEqualRunsGiveEqualReports(t *testing.T) {
	for _, f := range []fault{{cycle: -1}, {cycle: 901, alter: func(out []uint64) { out[0] ^= 1 }}, {cycle: 901, err: errors.New("gone")}} {
		var texts [2]string
		for i := range texts {
			report, _ := Check(context.Background(), config(t, f))
			report.Speed = 0
			text, err := json.MarshalIndent(report, "", "  ")
			require.NoError(t, err)
			texts[i] = string(text)
		}
		require.Empty(t, cmp.Diff(texts[0], texts[1]))
	}
}

func TestSeedsDiffer(t *testing.T) {
	a, _ := Check(context.Background(), config(t, fault{cycle: -1}))
	c := config(t, fault{cycle: -1})
	c.Seed++
	b, _ := Check(context.Background(), c)
	require.NotEqual(t, a.Messages, b.Messages)
}

func TestRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"0 cycles; the least is 1":        func(c *Config) { c.Cycles = 0 },
		"did you mean clean?":             func(c *Config) { c.Traffic = "clear" },
		"never raised rst in 2000 cycles": func(c *Config) { c.Traffic = "no-reset" },
		"no simulator here":               func(c *Config) { c.Engine.Open = noEngine },
		"input 1: the design has in_0_data[8], the golden model has in_0_data[9]": func(c *Config) {
			c.Target.Golden = func(target.Values) (target.Model, error) { return &stageModel{width: 9}, nil }
		},
	} {
		c := config(t, fault{cycle: -1})
		change(&c)
		report, err := Check(context.Background(), c)
		require.ErrorContains(t, err, want)
		require.Nil(t, report)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := config(t, fault{cycle: -1})
	c.Progress = func(done, _ int) {
		if done == 256 {
			cancel()
		}
	}
	report, err := Check(ctx, c)
	require.Nil(t, report)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "stopped after 256 of 2000 cycles")
}

func TestCloseFails(t *testing.T) {
	c := config(t, fault{cycle: -1})
	open := c.Engine.Open
	c.Engine.Open = func(ctx context.Context, d *ir.Design) (sim.Engine, error) {
		e, err := open(ctx, d)
		return unclosable{e}, err
	}
	report, err := Check(context.Background(), c)
	require.Nil(t, report)
	require.EqualError(t, err, "the waves are lost")
}

type unclosable struct{ sim.Engine }

func (unclosable) Close() error { return errors.New("the waves are lost") }
