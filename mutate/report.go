package mutate

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
)

// An Outcome is what became of a mutant.
type Outcome uint8

// The outcomes. The last three are no faults and do not count.
const (
	Survived   Outcome = iota // it ran all traces and nothing is known of it
	Killed                    // an output differed or a check failed
	Equivalent                // it was proved to be equal to the design
	Same                      // it has the netlist of the design
	Duplicate                 // it has the netlist of a mutant before it
	Invalid                   // it has a combinational loop
)

var outcomes = [...]string{"survived", "killed", "equivalent", "same", "duplicate", "invalid"}

func (o Outcome) String() string { return outcomes[o] }

// MarshalText gives the outcome in words.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// A Verdict says what became of a mutant.
type Verdict struct {
	Mutant
	Outcome Outcome `json:"outcome"`
	Kill    *kill   `json:"kill,omitempty"`
	Proof   string  `json:"proof,omitempty"` // what was tried, if proofs were asked for

	digest [sha256.Size]byte
}

// A Report says what became of all mutants of a run.
type Report struct {
	Target     string         `json:"target"`
	Flags      []string       `json:"flags"`
	Seed       uint64         `json:"seed"`
	Possible   int            `json:"possible"` // mutants of the design, from which those of the run were drawn
	Drawn      int            `json:"drawn"`
	Mutants    int            `json:"mutants"` // of them, those that count
	Killed     int            `json:"killed"`
	Equivalent int            `json:"equivalent"`
	Survived   int            `json:"survived"`
	Skipped    map[string]int `json:"skipped"` // outcomes that do not count
	Score      float64        `json:"score"`   // killed of those not proved equivalent
	Operators  []Tally        `json:"operators"`
	Tests      []Test         `json:"tests"` // the shortest that killed some
	Seconds    float64        `json:"seconds"`
	Rate       float64        `json:"mutants_per_second"`
	Survivors  []Verdict      `json:"survivors"`
	Verdicts   []Verdict      `json:"-"` // of all drawn
}

// A Tally counts the mutants of one operator.
type Tally struct {
	Operator   string `json:"operator"`
	Killed     int    `json:"killed"`
	Equivalent int    `json:"equivalent"`
	Survived   int    `json:"survived"`
}

// A Test is a run under one traffic profile, by its length, and the mutants that it is the first to kill.
type Test struct {
	Traffic string `json:"traffic"`
	Length  int    `json:"length"` // cycles
	Killed  int    `json:"killed"`
}

// count sums the verdicts up.
func (r *Report) count(verdicts []Verdict) {
	r.Drawn, r.Verdicts, r.Survivors, r.Tests = len(verdicts), verdicts, []Verdict{}, []Test{}
	r.Skipped = map[string]int{}
	for _, o := range []Outcome{Same, Duplicate, Invalid} {
		r.Skipped[o.String()] = 0
	}
	tallies := map[string]*Tally{}
	for _, op := range Operators {
		tallies[op] = &Tally{Operator: op}
	}
	for _, v := range verdicts {
		t := tallies[v.Operator]
		switch v.Outcome {
		case Killed:
			t.Killed++
			r.test(v.Kill).Killed++
		case Equivalent:
			t.Equivalent++
		case Survived:
			t.Survived++
			r.Survivors = append(r.Survivors, v)
		default:
			r.Skipped[v.Outcome.String()]++
		}
	}
	for _, op := range Operators {
		t := *tallies[op]
		r.Operators = append(r.Operators, t)
		r.Killed, r.Equivalent, r.Survived = r.Killed+t.Killed, r.Equivalent+t.Equivalent, r.Survived+t.Survived
	}
	slices.SortFunc(r.Tests, func(a, b Test) int {
		return cmp.Or(cmp.Compare(a.Length, b.Length), cmp.Compare(b.Killed, a.Killed), cmp.Compare(a.Traffic, b.Traffic))
	})
	r.Mutants = r.Killed + r.Equivalent + r.Survived
	r.Score = 1
	if judged := r.Killed + r.Survived; judged > 0 {
		r.Score = float64(r.Killed) / float64(judged)
	}
	r.Rate = float64(r.Drawn) / max(r.Seconds, 1e-9)
}

// test finds the test that a kill comes from. Tests are in the order of their first mutant until count ends.
func (r *Report) test(k *kill) *Test {
	for i := range r.Tests {
		if t := &r.Tests[i]; t.Traffic == k.Profile && t.Length == k.Length {
			return t
		}
	}
	r.Tests = append(r.Tests, Test{Traffic: k.Profile, Length: k.Length})
	return &r.Tests[len(r.Tests)-1]
}

// String is the report for people.
func (r *Report) String() string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-16s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("drawn", "%d of %d, seed %d: %d the same as the design, %d as another, %d with a loop",
		r.Drawn, r.Possible, r.Seed, r.Skipped["same"], r.Skipped["duplicate"], r.Skipped["invalid"])
	line("mutants", "%d (%.0f a second)", r.Mutants, r.Rate)
	line("killed", "%d", r.Killed)
	line("proved equal", "%d", r.Equivalent)
	line("survived", "%d", r.Survived)
	line("score", "%.2f %% of those not proved equal", 100*r.Score)
	fmt.Fprintf(&b, "\n%-16s %8s %8s %8s\n", "operator", "killed", "equal", "survived")
	for _, t := range r.Operators {
		fmt.Fprintf(&b, "%-16s %8d %8d %8d\n", t.Operator, t.Killed, t.Equivalent, t.Survived)
	}
	fmt.Fprintf(&b, "\n%-16s %8s %8s\n", "shortest test", "cycles", "killed")
	for _, t := range r.Tests {
		fmt.Fprintf(&b, "%-16s %8d %8d\n", t.Traffic, t.Length, t.Killed)
	}
	if len(r.Survivors) > 0 {
		b.WriteString("\nsurvivors:\n")
	}
	for _, v := range r.Survivors {
		fmt.Fprintf(&b, "%s\n", v.Mutant)
		if v.Proof != "" {
			fmt.Fprintf(&b, "    %s\n", v.Proof)
		}
	}
	return b.String()
}
