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
	r, out, err := p.abc(ctx, fmt.Sprintf("%s; pdr -T %d", equal, seconds), "")
	switch {
	case err != nil || r.Verdict == Refuted:
		return r, err
	case proved.MatchString(out):
		r.Verdict = Proved
	case !undecided.MatchString(out):
		return nil, fmt.Errorf("berkeley-abc gives no verdict:\n%s", tail(out))
	}
	return r, nil
}

// abc runs a search and gives what ABC says. If an assertion fails it runs the counterexample, to whose inputs it adds
// others, in the form in which ABC writes them.
func (p *proof) abc(ctx context.Context, search, others string) (*Result, string, error) {
	out, err := p.run(ctx, "berkeley-abc", "-c",
		fmt.Sprintf("read %s; print_stats; %s; print_status; write_cex -n %s", graph, search, counterexample))
	if err != nil {
		return nil, out, fmt.Errorf("berkeley-abc: %w\n%s", err, tail(out))
	}
	r := &Result{Time: p.time}
	m := statistics.FindStringSubmatch(out)
	if m == nil {
		return nil, out, fmt.Errorf("berkeley-abc gives no statistics:\n%s", tail(out))
	}
	r.Properties, _ = strconv.Atoi(m[1])
	r.Registers, _ = strconv.Atoi(m[2])
	if asserted.MatchString(out) {
		r.Verdict = Refuted
		text, err := os.ReadFile(filepath.Join(p.dir, counterexample))
		if err != nil {
			return nil, out, err
		}
		r.Counterexample, err = replay(p.design, others+string(text))
		return r, out, err
	}
	return r, out, nil
}
