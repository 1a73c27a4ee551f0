package target

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// sample has a parameter of every kind; that of depth depends on link.
func sample() *Target {
	return &Target{
		Name: "sample",
		Params: []Param{
			{Name: "link", Range: Fixed(0, 3, 1, 0)},
			{Name: "depth", Range: func(v Values) Range { return Range{2*v["link"] + 2, 64, 1, 2*v["link"] + 6} }},
			{Name: "lanes", Range: Fixed(2, 8, 2, 4)},
			{Name: "poly", Hex: true, Range: Fixed(1, 0xffff, 1, 0x1021)},
			{Name: "arb", Names: []string{"none", "rr", "matrix"}, Range: Fixed(1, 2, 1, 1)},
		},
		Traffic: []Profile{{Name: "mixed"}, {Name: "storm"}},
	}
}

func TestParse(t *testing.T) {
	v, err := sample().Parse([]string{"poly=8005", "link=1", "arb=matrix"})
	require.NoError(t, err)
	require.Equal(t, Values{"link": 1, "depth": 8, "lanes": 4, "poly": 0x8005, "arb": 2}, v)
}

func TestParseReportsEverything(t *testing.T) {
	_, err := sample().Parse([]string{"lnk=1", "depth=1", "lanes=3", "poly=0x10", "poly=1", "deep"})
	want := `-set lnk=1: sample has no such parameter (did you mean link?)
-set poly: set twice
-set deep: want name=value
-set depth=1: want 2..64
-set lanes=3: want 2..8 in steps of 2
-set poly=0x10: want 1..ffff, hexadecimal, no prefix`
	require.Empty(t, cmp.Diff(strings.Split(want, "\n"), strings.Split(err.Error(), "\n")))
}

func TestParseNames(t *testing.T) {
	for value, want := range map[string]string{
		"matrx": "-set arb=matrx: want rr|matrix (did you mean matrix?)",
		"none":  "-set arb=none: want rr|matrix", // beyond the range
		"1":     "-set arb=1: want rr|matrix",
		"":      "-set arb=: want rr|matrix",
	} {
		_, err := sample().Parse([]string{"arb=" + value})
		require.EqualError(t, err, want)
	}
}

func TestFlags(t *testing.T) {
	for want, set := range map[string][]string{
		"-target sample":                             {"lanes=4", "depth=6"},
		"-target sample -set link=2":                 {"depth=10", "link=2"},
		"-target sample -set link=2 -set depth=6":    {"depth=6", "link=2"},
		"-target sample -set lanes=8 -set poly=beef": {"poly=beef", "lanes=8"},
		"-target sample -set arb=matrix":             {"arb=matrix"},
	} {
		v, err := sample().Parse(set)
		require.NoError(t, err)
		require.Equal(t, want, strings.Join(sample().Flags(v), " "))
	}
}

func TestProfile(t *testing.T) {
	for name, want := range map[string]string{"": "mixed", "storm": "storm"} {
		p, err := sample().Profile(name)
		require.NoError(t, err)
		require.Equal(t, want, p.Name)
	}
	_, err := sample().Profile("strom")
	require.EqualError(t, err, "-traffic strom: sample has no such profile (did you mean storm?)")
	_, err = sample().Profile("x")
	require.EqualError(t, err, "-traffic x: sample has no such profile (there are mixed, storm)")
}

func TestClosest(t *testing.T) {
	known := []string{"engine", "target", "traffic", "seed", "high"}
	for name, want := range map[string]string{
		"traget": "target", "targt": "target", "hi": "high", "e": "engine", "sede": "seed", "trafic": "traffic",
		"version": "", "x": "", "": "", "verbose": "", "strict": "",
	} {
		require.Equal(t, want, Closest(name, known), name)
	}
}

// Whatever the line says, Parse does not panic, its values are in range, and Flags gives
// them again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "link=1 poly=ffff", "link=99 depth=8", "=1", "link==", "lanes=2 lanes=4", "poly=0x1", "depth=18446744073709551616", "arb=rr", "arb=none"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		v, err := sample().Parse(strings.Fields(line))
		for _, p := range sample().Params {
			r := p.Range(v)
			x, ok := v[p.Name]
			require.True(t, ok)
			require.True(t, r.Min <= x && x <= r.Max && x%r.Multiple == 0)
		}
		if err != nil {
			return
		}
		var set []string
		for i, flag := range sample().Flags(v)[2:] {
			if i%2 == 1 {
				set = append(set, flag)
			}
		}
		again, err := sample().Parse(set)
		require.NoError(t, err)
		require.Equal(t, v, again)
	})
}
