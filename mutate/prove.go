package mutate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
	"github.com/flitwright/flitwright/ir/verilog/formal"
)

// What a proof may cost.
const (
	proofTime  = 10 * time.Second // of the search
	proofState = 1_000            // bits of state, of both designs together
)

// errTooLarge says that a proof was not tried.
var errTooLarge = errors.New("too much state")

// proveAlone tries to prove that a mutant is equal to the design by its module alone, then with
// all that is below it.
func (r *run) proveAlone(ctx context.Context, v *Verdict) error {
	return r.prove(ctx, v, []int{v.module}, func(i int) bool { return i == v.module })
}

// proveAround tries to prove it by the modules that the mutant's is placed in, one floor after the other
// up to the top: a fault may show in a module, but not by what those around it give it.
func (r *run) proveAround(ctx context.Context, v *Verdict) error {
	kept := map[int]bool{v.module: true}
	for tops := r.around([]int{v.module}); len(tops) > 0 && v.Outcome == Survived; tops = r.around(tops) {
		for _, i := range tops {
			kept[i] = true
		}
		if err := r.prove(ctx, v, tops, func(i int) bool { return kept[i] }); err != nil {
			return err
		}
	}
	return nil
}

// prove tries to prove that some modules, one around the mutant's on every way from the top, are equal
// in both designs: first with those modules below them for which keep holds, then with all. Steps from any state come
// before runs from reset, which take longer.
func (r *run) prove(ctx context.Context, v *Verdict, tops []int, keep func(int) bool) error {
	mutated, _, err := v.apply(r.design)
	if err != nil {
		return err
	}
	extents := []func(int) bool{keep, func(int) bool { return true }}
	if !slices.ContainsFunc(tops, func(i int) bool { return len(r.design.Modules[i].Insts) > 0 }) {
		extents = extents[:1] // there are none below
	}
	for _, equal := range []comparison{step, sameRun} {
		for _, keep := range extents {
			verdict, err := formal.Proved, error(nil)
			at := 0
			for k := 0; k < len(tops) && verdict == formal.Proved && err == nil; k++ {
				at = tops[k]
				verdict, err = compare(ctx, equal, isolate(r.design, at, keep), isolate(mutated, at, keep))
			}
			name := r.design.Modules[at].Name
			switch {
			case errors.Is(err, errTooLarge):
				v.Proof = fmt.Sprintf("no proof within %s: %s", name, err)
			case err != nil:
				return fmt.Errorf("%s: %w", v.Mutant, err)
			case verdict == formal.Proved:
				v.Outcome, v.Proof = Equivalent, "proved within "+name
				return nil
			default:
				v.Proof = fmt.Sprintf("no proof within %s: %s", name, verdict)
			}
		}
	}
	return nil
}

// around are the modules that one of these is placed in.
func (r *run) around(tops []int) []int {
	var out []int
	for i, m := range r.design.Modules {
		if slices.ContainsFunc(m.Insts, func(inst *ir.Instance) bool {
			return slices.ContainsFunc(tops, func(k int) bool { return r.design.Modules[k] == inst.Of })
		}) {
			out = append(out, i)
		}
	}
	return out
}

// A comparison makes a design that asserts that two are equal, or none if it cannot tell.
type comparison func(gold, gate *flat.Netlist) (*ir.Design, error)

// sameRun compares all that follows reset, if there is not too much state.
func sameRun(gold, gate *flat.Netlist) (*ir.Design, error) {
	if state(gold)+state(gate) > proofState {
		return nil, errTooLarge
	}
	return miter(gold, gate)
}

// compare tries to prove that two designs are equal.
func compare(ctx context.Context, equal comparison, gold, gate *ir.Design) (formal.Verdict, error) {
	a, err := flat.Flatten(gold)
	if err != nil {
		return formal.Unknown, err
	}
	b, err := flat.Flatten(gate)
	if err != nil {
		return formal.Unknown, err
	}
	m, err := equal(a, b)
	if err != nil || m == nil {
		return formal.Unknown, err
	}
	result, err := formal.Prove(ctx, m, formal.Options{Timeout: proofTime})
	if err != nil {
		return formal.Unknown, err
	}
	return result.Verdict, nil
}

// state counts the bits of registers.
func state(n *flat.Netlist) (bits int) {
	for _, r := range n.Regs {
		bits += n.Nodes[r.Node].Width
	}
	return bits
}
