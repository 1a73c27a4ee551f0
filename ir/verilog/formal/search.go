package formal

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// counterexample is the file with the values of all inputs that make an assertion fail.
const counterexample = "proof.cex"

var (
	statistics = regexp.MustCompile(`i/o = *\d+/ *(\d+) +lat = *(\d+)`)
	proved     = regexp.MustCompile(`(?m)^Property proved\.`)
	asserted   = regexp.MustCompile(`(?m)^Output \d+ .*was asserted in frame (\d+)`)
	undecided  = regexp.MustCompile(`(?m)^Property UNDECIDED|Reached timeout|Status = -1`)
)

// search has ABC look for an invariant, among the nodes that scorr does not find equal by induction: what is stated
// beside a part is often what the part has, said otherwise.
func (p *proof) search(ctx context.Context, o Options) (*Result, error) {
	seconds := max(1, int(o.Timeout/time.Second))
	equal := "scorr"
	if o.Diagrams {
		equal = "collapse; strash; scorr"
	}
	out, err := p.run(ctx, "berkeley-abc", "-c",
		fmt.Sprintf("read %s; print_stats; %s; pdr -T %d; print_status; write_cex -n %s", graph, equal, seconds, counterexample))
	if err != nil {
		return nil, fmt.Errorf("berkeley-abc: %w\n%s", err, tail(out))
	}
	r := &Result{Time: p.time}
	m := statistics.FindStringSubmatch(out)
	if m == nil {
		return nil, fmt.Errorf("berkeley-abc gives no statistics:\n%s", tail(out))
	}
	r.Properties, _ = strconv.Atoi(m[1])
	r.Registers, _ = strconv.Atoi(m[2])
	switch {
	case proved.MatchString(out):
		r.Verdict = Proved
	case asserted.MatchString(out):
		r.Verdict = Refuted
		text, err := os.ReadFile(filepath.Join(p.dir, counterexample))
		if err != nil {
			return nil, err
		}
		r.Counterexample, err = replay(p.design, string(text))
		return r, err
	case !undecided.MatchString(out):
		return nil, fmt.Errorf("berkeley-abc gives no verdict:\n%s", tail(out))
	}
	return r, nil
}
