package regress

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/flitwright/flitwright/target"
	"github.com/stretchr/testify/require"
)

func TestRunsAreAllPointsUnderAllSeeds(t *testing.T) {
	p := small()
	var got []string
	for r := range p.Runs() {
		require.Equal(t, p.Run(r.Number), r)
		got = append(got, r.String())
	}
	require.Equal(t, []string{
		"toy default, wasm, random, seed 1", "toy width=4, wasm, random, seed 1",
		"toy default, wasm, random, seed 2", "toy width=4, wasm, random, seed 2",
	}, got)
	require.Equal(t, "go run ./gen check -target toy -set width=4 -engine wasm -traffic random -seed 2 -cycles 100", p.Run(3).Command())
}

func TestEndlessRuns(t *testing.T) {
	p := small()
	p.Seeds = Seeds{7, math.MaxUint64}
	require.Zero(t, p.Len())
	n := 0
	for r := range p.Runs() {
		if n++; n == 1000 {
			require.EqualValues(t, 7+499, r.Seed)
			break
		}
	}
}

// Every run is in the share of one task.
func TestShares(t *testing.T) {
	p := small()
	p.Seeds.Last = 17
	var got []int
	for task := range 5 {
		for r := range p.Share(task, 5) {
			got = append(got, r.Number)
		}
	}
	slices.Sort(got)
	for i, n := range got {
		require.Equal(t, i, n)
	}
	require.Len(t, got, p.Len())
}

// Every field of a plan is in its digest.
func TestDigest(t *testing.T) {
	seen := map[string]bool{small().Digest(): true}
	for i, change := range []func(p *Plan){
		func(p *Plan) { p.Points[0].Target = "x" },
		func(p *Plan) { p.Points[1].Set[0] = "width=5" },
		func(p *Plan) { p.Points[1].Set = append(p.Points[1].Set, "high=1") },
		func(p *Plan) { p.Points[0].Engine = "x" },
		func(p *Plan) { p.Points[0].Traffic = "x" },
		func(p *Plan) { p.Points[0].Cycles++ },
		func(p *Plan) { p.Points = p.Points[:1] },
		func(p *Plan) { slices.Reverse(p.Points) },
		func(p *Plan) { p.Seeds.First++ },
		func(p *Plan) { p.Seeds.Last++ },
	} {
		p := small()
		change(p)
		require.False(t, seen[p.Digest()], "change %d", i)
		seen[p.Digest()] = true
	}
	require.Equal(t, small().Digest(), small().Digest())
}

func TestParseSeeds(t *testing.T) {
	for text, want := range map[string]Seeds{
		"1": {1, 1}, "100": {1, 100}, "5..7": {5, 7}, "7..7": {7, 7}, "0..0": {0, 0}, "9..": {9, math.MaxUint64},
	} {
		got, err := ParseSeeds(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got)
	}
	for _, text := range []string{"", "0", "x", "5..3", "..", "..5", "1..x", "-1", "1...3", "18446744073709551616"} {
		_, err := ParseSeeds(text)
		require.EqualError(t, err, text+": want N for 1..N, A..B, or A.. for no end")
	}
	_, err := ParseSeeds("1..1000001")
	require.EqualError(t, err, "1..1000001: at most 1000000 seeds, or A.. for no end")
}

// Seeds that are accepted are written as they are read.
func FuzzParseSeeds(f *testing.F) {
	for _, s := range []string{"1", "5..7", "9..", "..", "0", "1..18446744073709551615", "1..2..3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		seeds, err := ParseSeeds(text)
		if err != nil {
			return
		}
		require.LessOrEqual(t, seeds.First, seeds.Last)
		again, err := ParseSeeds(seeds.String())
		require.NoError(t, err)
		require.Equal(t, seeds, again)
	})
}

// ruled is a target whose rules few values keep.
func ruled() *target.Target {
	return &target.Target{
		Name: "ruled",
		Params: []target.Param{
			{Name: "a", Range: target.Fixed(0, 1000, 2, 4)},
			{Name: "b", Range: func(v target.Values) target.Range {
				return target.Range{Min: v["a"], Max: 4000, Multiple: 1, Default: v["a"]}
			}},
			{Name: "c", Names: []string{"x", "y", "z"}, Range: target.Fixed(0, 2, 1, 0)},
		},
		Rules: func(v target.Values) error {
			if v["b"] > v["a"]+100 {
				return errors.New("b is far from a")
			}
			return nil
		},
	}
}

// Sets that are drawn keep ranges and rules, differ, and are the same again for the seed.
func TestDrawn(t *testing.T) {
	for seed := range uint64(20) {
		ruled := ruled()
		sets, err := Drawn(ruled, 30, seed)
		require.NoError(t, err)
		again, err := Drawn(ruled, 30, seed)
		require.NoError(t, err)
		require.Equal(t, sets, again)
		seen := map[string]bool{}
		for _, v := range sets {
			require.NoError(t, ruled.Rules(v))
			flags := ruled.Flags(v)[2:]
			require.NotEmpty(t, flags, "the defaults")
			var assignments []string
			for i := 1; i < len(flags); i += 2 {
				assignments = append(assignments, flags[i])
			}
			parsed, err := ruled.Parse(assignments)
			require.NoError(t, err, "seed %d", seed)
			require.Equal(t, v, parsed)
			key := fmt.Sprint(v)
			require.False(t, seen[key])
			seen[key] = true
		}
	}
	other, err := Drawn(ruled(), 30, 1)
	require.NoError(t, err)
	first, err := Drawn(ruled(), 30, 0)
	require.NoError(t, err)
	require.NotEqual(t, first, other)
}

func TestDrawnTellsWhereThereAreTooFew(t *testing.T) {
	two := &target.Target{Name: "two", Params: []target.Param{{Name: "a", Range: target.Fixed(0, 1, 1, 0)}}}
	sets, err := Drawn(two, 3, 1)
	require.EqualError(t, err, "two: only 1 of 3 parameter sets found that keep the rules")
	require.Equal(t, []target.Values{{"a": 1}}, sets)
}

func TestExtremes(t *testing.T) {
	require.Equal(t, []target.Values{{"a": 0, "b": 0, "c": 0}}, Extremes(ruled())) // the greatest break the rules
}
