package mutate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
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

// compareSteps tries to prove that a mutant is equal to the design in every single step, of its module or of the whole, or in
// those steps that its module can take, alone or with all that is below it, or the whole.
func (r *run) compareSteps(_ context.Context, v *Verdict) error {
	mutated, _, err := v.apply(r.design)
	if err != nil {
		return err
	}
	all := func(int) bool { return true }
	alone := extent{v.module, &r.alone, func(i int) bool { return i == v.module }}
	below := extent{v.module, &r.below, all}
	whole := extent{len(r.design.Modules) - 1, &r.below, all}
	for _, try := range []struct {
		extent
		said string
		same func(e extent, gold, gate *flat.Netlist) bool
	}{
		{alone, "equal in every step of ", inSteps},
		{alone, "equal in every run of ", r.inRuns},
		{alone, "equal in every run, but for what a reset leaves, of ", r.onceAwake},
		{below, "equal in every run, with what is below, of ", r.inRuns},
		{whole, "equal in every step of ", inSteps},
		{whole, "equal in every run, but for what a reset leaves, of ", r.onceAwake},
		{whole, "equal in every run of ", r.inRuns},
		{whole, "equal in every run for each value of a static input of ", r.inCases},
	} {
		a, b, err := netlists(r.design, mutated, try.top, try.keep)
		if err != nil {
			return err
		}
		if try.same(try.extent, a, b) {
			v.Outcome, v.Proof = Equivalent, try.said+r.design.Modules[try.top].Name
			return nil
		}
	}
	return nil
}

// An extent is a module with those below it for which keep holds.
type extent struct {
	top   int
	found *sync.Map // functions that give the states that are reached, by module and what is fixed
	keep  func(int) bool
}

// A found names states of an extent.
type found struct {
	top   int
	fixed fixedBit
}

// reached gives the states that the extent in the design can be in, which are found once.
func (r *run) reached(e extent, gold *flat.Netlist, fixed ...fixedBit) *states {
	key := found{top: e.top}
	if len(fixed) > 0 {
		key.fixed = fixed[0]
	}
	f, _ := e.found.LoadOrStore(key, sync.OnceValue(func() *states {
		f := reach(gold, fixed...)
		if e.found == &r.below {
			r.adopt(f, gold)
		}
		return f
	}))
	return f.(func() *states)()
}

// adopt takes in what holds of modules below whatever is around them.
func (r *run) adopt(f *states, gold *flat.Netlist) {
	for scope, x := range gold.Scopes[1:] {
		module := slices.IndexFunc(r.design.Modules, func(m *ir.Module) bool { return m.Name == x.Module.Name })
		e := extent{module, &r.below, func(int) bool { return true }}
		n, err := flat.Flatten(isolate(r.design, module, e.keep))
		if err != nil {
			continue // states are more than those reached
		}
		f.adopt(gold, scope+1, r.reached(e, n), n)
	}
}

func inSteps(_ extent, gold, gate *flat.Netlist) bool { return sameStep(gold, gate) }

func (r *run) inRuns(e extent, gold, gate *flat.Netlist) bool {
	return sameRuns(gold, gate, r.reached(e, gold))
}

func (r *run) onceAwake(e extent, gold, gate *flat.Netlist) bool {
	return sameOnceAwake(gold, gate, r.reached(e, gold))
}

// inCases takes the values that a bit of a static input can have one by one: with one of them a mutant may be equal in every step, with the
// other in those from the states that are left. A bit changes in a cycle of reset that follows one, when all registers with a reset hold it: that
// is among the states for either value.
func (r *run) inCases(e extent, gold, gate *flat.Netlist) bool {
	if gold.Rst == flat.None || !sameState(gold, gate) {
		return false
	}
	input := 0 // rst
	for _, p := range r.design.Modules[e.top].Ports {
		if p.Dir != ir.Input {
			continue
		}
		input++
		if !slices.Contains(r.Target.Static, p.Name) {
			continue
		}
		for at := range p.Width {
			on, off := fixedBit{input, at, true}, fixedBit{input, at, false}
			for _, x := range [][2]fixedBit{{on, off}, {off, on}} {
				if more, shows := newDivergence(gold, gate, &states{fixed: x[:1]}).step(false); more || shows {
					continue
				}
				f := *r.reached(e, gold, x[1])
				if f.orElse = true; sameRuns(gold, gate, &f) {
					return true
				}
			}
		}
	}
	return false
}

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
// in both designs: first with those modules below them for which keep holds, then with all.
func (r *run) prove(ctx context.Context, v *Verdict, tops []int, keep func(int) bool) error {
	mutated, _, err := v.apply(r.design)
	if err != nil {
		return err
	}
	for _, keep := range []func(int) bool{keep, func(int) bool { return true }} {
		verdict, err := formal.Proved, error(nil)
		at := 0
		for k := 0; k < len(tops) && verdict == formal.Proved && err == nil; k++ {
			at = tops[k]
			verdict, err = equal(ctx, r.design, mutated, at, keep)
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
		if !slices.ContainsFunc(tops, func(i int) bool { return len(r.design.Modules[i].Insts) > 0 }) {
			break // there are none below
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

// netlists are a module of two designs, with those below it for which keep holds.
func netlists(gold, gate *ir.Design, top int, keep func(int) bool) (a, b *flat.Netlist, err error) {
	if a, err = flat.Flatten(isolate(gold, top, keep)); err != nil {
		return nil, nil, err
	}
	b, err = flat.Flatten(isolate(gate, top, keep))
	return a, b, err
}

// equal has Yosys and ABC compare all that follows reset of a module in two designs, if there is not too much state.
func equal(ctx context.Context, gold, gate *ir.Design, top int, keep func(int) bool) (formal.Verdict, error) {
	a, b, err := netlists(gold, gate, top, keep)
	if err != nil {
		return formal.Unknown, err
	}
	if state(a)+state(b) > proofState {
		return formal.Unknown, errTooLarge
	}
	m, err := miter(a, b)
	if err != nil {
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
