package regress

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Point is what a run checks, all but the seed.
type Point struct {
	Target  string   `json:"target"`
	Set     []string `json:"set"` // name=value of the parameters that are not at their defaults
	Engine  string   `json:"engine"`
	Traffic string   `json:"traffic"`
	Cycles  int      `json:"cycles"`
}

// Setting is the parameters as a word.
func (p Point) Setting() string {
	if len(p.Set) == 0 {
		return "default"
	}
	return strings.Join(p.Set, ",")
}

// A Run is a point with a seed.
type Run struct {
	Number int `json:"run"` // its place in the plan, from 0
	Point
	Seed uint64 `json:"seed"`
}

// Command is the line that makes this run alone.
func (r Run) Command() string {
	line := []string{"go run ./gen check -target", r.Target}
	for _, s := range r.Set {
		line = append(line, "-set", s)
	}
	line = append(line, "-engine", r.Engine, "-traffic", r.Traffic,
		"-seed", strconv.FormatUint(r.Seed, 10), "-cycles", strconv.Itoa(r.Cycles))
	return strings.Join(line, " ")
}

// String names the run for people.
func (r Run) String() string {
	return fmt.Sprintf("%s %s, %s, %s, seed %d", r.Target, r.Setting(), r.Engine, r.Traffic, r.Seed)
}

// A Plan is all points under the first seed, then all under the next, and so on.
type Plan struct {
	Points []Point `json:"points"`
	Seeds  Seeds   `json:"seeds"`
}

// Run is the run of a number.
func (p *Plan) Run(number int) Run {
	n := len(p.Points)
	return Run{number, p.Points[number%n], p.Seeds.First + uint64(number/n)}
}

// Runs gives the runs in their order; those of an endless plan never end.
func (p *Plan) Runs() iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for i := 0; (p.Seeds.Endless() || i < p.Len()) && yield(p.Run(i)); i++ {
		}
	}
}

// Len is the number of runs, 0 of an endless plan.
func (p *Plan) Len() int {
	if p.Seeds.Endless() {
		return 0
	}
	return len(p.Points) * int(p.Seeds.Last-p.Seeds.First+1)
}

// Share gives the runs of a task: those whose number is task modulo tasks.
func (p *Plan) Share(task, tasks int) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for r := range p.Runs() {
			if r.Number%tasks == task && !yield(r) {
				return
			}
		}
	}
}

// Digest tells plans apart.
func (p *Plan) Digest() string {
	sum := sha256.Sum256(p.text())
	return hex.EncodeToString(sum[:])
}

func (p *Plan) text() []byte {
	text, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		panic(err) // strings and numbers
	}
	return append(text, '\n')
}

// String is the size of the plan.
func (p *Plan) String() string {
	var targets, sets, engines, traffic, cycles []string
	count := func(list *[]string, s string) {
		if !slices.Contains(*list, s) {
			*list = append(*list, s)
		}
	}
	for _, q := range p.Points {
		count(&targets, q.Target)
		count(&sets, q.Target+" "+q.Setting())
		count(&engines, q.Engine)
		count(&traffic, q.Target+" "+q.Traffic)
		count(&cycles, strconv.Itoa(q.Cycles))
	}
	return fmt.Sprintf("%s of %s cycles: targets %d, parameter sets %d, profiles of traffic %d, engines %d, seeds %s",
		plural(p.Len(), "run"), strings.Join(cycles, " or "), len(targets), len(sets), len(traffic), len(engines), p.Seeds)
}

func plural(n int, what string) string {
	switch n {
	case 0:
		return "endless " + what + "s"
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Seeds are those from First to Last; they are endless if that is the greatest there is.
type Seeds struct {
	First uint64 `json:"first"`
	Last  uint64 `json:"last"`
}

// Endless tells seeds without an end.
func (s Seeds) Endless() bool { return s.Last == math.MaxUint64 }

// MostRuns bounds plans that end.
const MostRuns = 1_000_000

// ParseSeeds reads N, which is 1..N, A..B, or A.. without an end.
func ParseSeeds(text string) (Seeds, error) {
	first, last, ranged := strings.Cut(text, "..")
	if !ranged {
		first, last = "1", text
	}
	s := Seeds{Last: math.MaxUint64}
	var err error
	s.First, err = strconv.ParseUint(first, 10, 64)
	if err == nil && last != "" {
		s.Last, err = strconv.ParseUint(last, 10, 64)
	}
	if err != nil || s.First > s.Last || !ranged && last == "" {
		return Seeds{}, fmt.Errorf("%s: want N for 1..N, A..B, or A.. for no end", text)
	}
	if !s.Endless() && s.Last-s.First >= MostRuns {
		return Seeds{}, fmt.Errorf("%s: at most %d seeds, or A.. for no end", text, MostRuns)
	}
	return s, nil
}

// String is the text that ParseSeeds reads.
func (s Seeds) String() string {
	if s.Endless() {
		return fmt.Sprintf("%d..", s.First)
	}
	return fmt.Sprintf("%d..%d", s.First, s.Last)
}
