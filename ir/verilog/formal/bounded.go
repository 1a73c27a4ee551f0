package formal

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
)

// explored is what bmc3 says at the end: how many cycles it went through, if nothing fails in them.
var explored = regexp.MustCompile(`No output (?:asserted|failed) in (\d+) frames`)

// Bounded is the search of what is too large for Prove: it looks at all runs of up to depth cycles, the first of
// them the only one of reset (bounded model checking: Biere et al., TACAS 1999). Verdict is Refuted, with a counterexample as
// short as there is, or Unknown, and Depth says in how many cycles nothing fails: fewer than depth if the
// time was up.
func Bounded(ctx context.Context, d *ir.Design, depth int, o Options) (*Result, error) {
	return prove(ctx, d, o, func(p *proof, o Options) (*Result, error) {
		return p.explore(ctx, depth, o)
	}, fromReset(d.Top))
}

// explore has ABC go through the runs. What an assertion says of a cycle is known in
// the next: ABC goes one further.
func (p *proof) explore(ctx context.Context, depth int, o Options) (*Result, error) {
	seconds := max(1, int(o.Timeout/time.Second))
	r, out, err := p.abc(ctx, fmt.Sprintf("bmc3 -F %d -T %d", depth+1, seconds), "rst@0=1\n")
	if err != nil || r.Verdict == Refuted {
		return r, err
	}
	m := explored.FindStringSubmatch(out)
	if m == nil {
		return nil, fmt.Errorf("berkeley-abc gives no verdict:\n%s", tail(out))
	}
	frames, _ := strconv.Atoi(m[1])
	r.Depth = max(0, frames-1)
	return r, nil
}

// fromReset is a top module around another that resets it in the first cycle. Its inputs have the same names.
func fromReset(top *ir.Module) *verilog.File {
	var pins, joins strings.Builder
	for _, p := range top.Ports {
		if p.Dir == ir.Input {
			fmt.Fprintf(&pins, ", input [%d:0] %s", p.Width-1, p.Name)
			fmt.Fprintf(&joins, ", .%s(%[1]s)", p.Name)
		}
	}
	text := fmt.Sprintf("module from_reset(input clk%s);\n  reg rst = 1;\n  always @(posedge clk) rst <= 0;\n  %s top(.clk(clk), .rst(rst)%s);\nendmodule\n",
		&pins, top.Name, &joins)
	return &verilog.File{Name: "from_reset.v", Text: []byte(text)}
}
