// Package formal proves the assertions of a design, in every state that it can reach in any number of
// cycles, for all inputs.
//
//	result, err := formal.Prove(ctx, design, formal.Options{})
//	...
//	fmt.Print(result) // proved, or refuted with the cycles that lead to the failure
//
// What is to hold is written with Module.Assert: in the parts themselves what they know of their own
// state, and beside a part, in a module around it made for the proof, what its pins promise. Such a
// module counts what it needs in registers of its own; it leaves open what the world does by reading
// it from inputs.
//
// The emitted Verilog is what is proved: Yosys reads it with FORMAL defined and makes an
// and-inverter graph, ABC searches it for an invariant (property directed reachability: Bradley,
// SAT-Based Model Checking without Unrolling, VMCAI 2011; Een, Mishchenko & Brayton, FMCAD 2011).
// An assertion counts in cycles with rst 0 once there was one with rst 1; before, registers and
// memories hold anything, and rst may come again at any time. A counterexample is run in the
// interpreter of package sim, which says which assertion fails and where it stands.
package formal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
)

// Options of Prove. The zero value is good.
type Options struct {
	Timeout time.Duration // of the search; 0 is two minutes
	// Diagrams has the logic made anew out of decision diagrams before the search, which takes exclusive ors of many
	// signals for equal whatever their order. It is for assertions over inputs: next states are written out as sums of
	// products, for which such exclusive ors are too large.
	Diagrams bool
}

// A Verdict is what became of a proof.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // the search took too long, or had a bound
	Proved                 // all assertions hold for ever
	Refuted                // one fails
)

func (v Verdict) String() string { return [...]string{"unknown", "proved", "refuted"}[v] }

// A Result is a verdict with what leads to it.
type Result struct {
	Verdict        Verdict
	Properties     int             // assertions, each instance for itself, less those equal or plain
	Registers      int             // bits of state, those of the assertions' own among them
	Time           time.Duration   // of the processors, that the tools took
	Depth          int             // of Bounded: cycles, that of reset included, in which nothing fails
	Counterexample *Counterexample // if refuted
}

func (r *Result) String() string {
	text := fmt.Sprintf("%s: %d properties, %d bits of state\n", r.Verdict, r.Properties, r.Registers)
	if r.Counterexample != nil {
		text += r.Counterexample.String()
	}
	return text
}

// Prove tries to prove all assertions of a design. A design without any is an error, as is one that
// the tools do not take.
func Prove(ctx context.Context, d *ir.Design, o Options) (*Result, error) {
	return prove(ctx, d, o, func(p *proof, o Options) (*Result, error) { return p.search(ctx, o) }, nil)
}

// prove makes the graph of a design, of a top module around it if there is one, and searches it.
func prove(ctx context.Context, d *ir.Design, o Options, search func(*proof, Options) (*Result, error), around *verilog.File) (*Result, error) {
	for command, name := range map[string]string{"yosys": "yosys", "berkeley-abc": "berkeley-abc"} {
		if _, err := exec.LookPath(command); err != nil {
			return nil, fmt.Errorf("%s is not installed: apt-get install -y --no-install-recommends %s", command, name)
		}
	}
	if o.Timeout == 0 {
		o.Timeout = 2 * time.Minute
	}
	dir, err := os.MkdirTemp("", "formal")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	p := &proof{dir: dir, design: d}
	if err := p.translate(ctx, around); err != nil {
		return nil, err
	}
	return search(p, o)
}

// A proof is one that is tried, in a directory of its own.
type proof struct {
	dir    string
	design *ir.Design
	time   time.Duration // of the processors, so far
}

// graph is the file with the and-inverter graph.
const graph = "proof.aig"

// translate makes the graph of a design. Outputs are deleted, so that what is left is what the
// assertions read. -zinit gives registers that hold anything at first inputs for it; opt_dff is left
// out because it takes what such a register holds to be what suits it. What is unknown is anything.
func (p *proof) translate(ctx context.Context, around *verilog.File) error {
	files, err := verilog.Emit(p.design, verilog.Options{})
	if err != nil {
		return err
	}
	top := p.design.Top.Name
	if around != nil {
		files, top = append(files, *around), strings.TrimSuffix(around.Name, ".v")
	}
	if err := verilog.WriteFiles(p.dir, files); err != nil {
		return err
	}
	read := "read_verilog -formal"
	for _, f := range files {
		read += " " + f.Name
	}
	script := []string{
		read, "hierarchy -check -top " + top, "proc", "flatten", "memory_map", "delete -port o:*",
		"opt_expr", "opt_merge", "opt_clean", "async2sync", "select -assert-min 1 t:$assert", "dffunmap", "techmap",
		"opt_expr", "opt_merge", "opt_clean", "setundef -anyseq", "aigmap", "opt_clean", "write_aiger -zinit -symbols " + graph,
	}
	out, err := p.run(ctx, "yosys", "-q", "-p", strings.Join(script, "; "))
	switch {
	case err != nil && strings.Contains(out, "Assertion failed: selection contains 0 elements"):
		return fmt.Errorf("module %s has no assertions", p.design.Top.Name)
	case err != nil:
		return fmt.Errorf("yosys: %w\n%s", err, tail(out))
	}
	return nil
}

// run runs a tool and gives what it said.
func (p *proof) run(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	if s := cmd.ProcessState; s != nil {
		p.time += s.UserTime() + s.SystemTime()
	}
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	return string(out), err
}

// tail is the end of a long text.
func tail(text string) string { return text[max(0, len(text)-2000):] }
