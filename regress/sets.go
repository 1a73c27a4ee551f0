package regress

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/flitwright/flitwright/target"
)

// Extremes are the sets with every parameter at its least and at its greatest value, as far as the
// rules of the target let them.
func Extremes(t *target.Target) []target.Values {
	var sets []target.Values
	for _, bound := range []func(target.Range) uint64{
		func(r target.Range) uint64 { return r.Min },
		func(r target.Range) uint64 { return r.Max },
	} {
		v := target.Values{}
		for _, p := range t.Params {
			v[p.Name] = bound(p.Range(v))
		}
		if keepsRules(t, v) {
			sets = append(sets, v)
		}
	}
	return sets
}

// tries is how often a set is drawn that the rules refuse.
const tries = 10_000

// Drawn are n sets that differ. Half of the parameters, by chance, keep their defaults; of the others
// half are at an end of their range. That keeps to rules more often than values drawn from whole
// ranges, and ends are where faults are.
func Drawn(t *target.Target, n int, seed uint64) ([]target.Values, error) {
	name := fnv.New64a()
	name.Write([]byte(t.Name))
	random := rand.New(rand.NewPCG(seed, name.Sum64()))
	var sets []target.Values
	seen := []string{fmt.Sprint(t.Flags(defaults(t)))}
	for range n * tries {
		if len(sets) == n {
			break
		}
		v := target.Values{}
		for _, p := range t.Params {
			v[p.Name] = drawValue(random, p.Range(v))
		}
		if key := fmt.Sprint(t.Flags(v)); keepsRules(t, v) && !slices.Contains(seen, key) {
			sets, seen = append(sets, v), append(seen, key)
		}
	}
	if len(sets) < n {
		return sets, fmt.Errorf("%s: only %d of %d parameter sets found that keep the rules", t.Name, len(sets), n)
	}
	return sets, nil
}

func drawValue(random *rand.Rand, r target.Range) uint64 {
	switch random.IntN(8) {
	case 0:
		return r.Min
	case 1:
		return r.Max
	case 2, 3:
		step := max(1, r.Multiple)
		return r.Min + step*random.Uint64N((r.Max-r.Min)/step+1)
	}
	return r.Default
}

func defaults(t *target.Target) target.Values {
	v, _ := t.Parse(nil)
	return v
}

func keepsRules(t *target.Target, v target.Values) bool { return t.Rules == nil || t.Rules(v) == nil }
