package prover_test

import (
	"testing"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

// A change is a mutant of the logic that is read, with what has to be said of it.
type change struct {
	tb.Mutant
	size    [3]int
	set     []string
	fields  string // that differ
	verdict deadlock.Verdict
}

// where is a patch of a module's output: where the condition holds it is the other value.
func where(module, output string, condition, other func(e *tb.Editor, n *ir.Node) *ir.Node) func(*ir.Design) error {
	return tb.Change(module, output, func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpMux, n.Width, condition(e, n), other(e, n), n)
	})
}

// is is a condition: an input has a value.
func is(input string, value uint64) func(e *tb.Editor, _ *ir.Node) *ir.Node {
	return func(e *tb.Editor, _ *ir.Node) *ir.Node {
		n := e.Node(input)
		return e.New(ir.OpEq, 1, n, e.Const(n.Width, value))
	}
}

func both(a, b func(e *tb.Editor, n *ir.Node) *ir.Node) func(e *tb.Editor, n *ir.Node) *ir.Node {
	return func(e *tb.Editor, n *ir.Node) *ir.Node { return e.New(ir.OpAnd, 1, a(e, n), b(e, n)) }
}

func inverse(e *tb.Editor, n *ir.Node) *ir.Node { return e.New(ir.OpNot, n.Width, n) }

func constant(value uint64) func(e *tb.Editor, n *ir.Node) *ir.Node {
	return func(e *tb.Editor, n *ir.Node) *ir.Node { return e.Const(n.Width, value) }
}

// exchanged is a value with two of its bits exchanged.
func exchanged(i, k int) func(e *tb.Editor, n *ir.Node) *ir.Node {
	return func(e *tb.Editor, n *ir.Node) *ir.Node {
		var bits []*ir.Node // the highest first
		for b := n.Width - 1; b >= 0; b-- {
			from := map[int]int{i: k, k: i}
			at := b
			if f, ok := from[b]; ok {
				at = f
			}
			bit := e.New(ir.OpSlice, 1, n)
			bit.Lo = at
			bits = append(bits, bit)
		}
		return e.New(ir.OpCat, n.Width, bits...)
	}
}

// The tori of changes.
var (
	flat = [3]int{3, 3, 1}
	tall = [3]int{3, 1, 3}
)

// changes break the route unit and the choice.
var changes = []change{
	{tb.Mutant{Name: "the dateline of x is at one node only", Patch: where("t3e_route", "vc_bit",
		both(both(is("own_0", 2), is("hop", 1)), func(e *tb.Editor, n *ir.Node) *ir.Node {
			return e.New(ir.OpReduceOr, 1, e.Node("own_1"))
		}), constant(0))}, flat, nil, "VC", deadlock.Deadlock},
	{tb.Mutant{Name: "x and y are swapped at one edge", Patch: where("t3e_route", "hop", is("own_0", 2), exchanged(0, 2))},
		flat, nil, "hop, refusal", deadlock.Deadlock},
	{tb.Mutant{Name: "the wrong port at the wrap", Patch: where("t3e_route", "hop", is("own_0", 2), exchanged(0, 1))},
		flat, nil, "hop, refusal", deadlock.Deadlock},
	{tb.Mutant{Name: "the VC is off by one", Patch: tb.Change("t3e_route", "vc_bit", inverse)}, flat, nil, "VC, refusal", deadlock.Deadlock},
	{tb.Mutant{Name: "the VC is always 0", Patch: tb.Force("t3e_route", "vc_bit", 0)}, flat, nil, "VC", deadlock.Deadlock},
	{tb.Mutant{Name: "-x goes before +z", Patch: tb.Change("t3e_route", "hop", exchanged(1, 4))}, tall, nil, "hop, refusal", deadlock.Deadlock},
	{tb.Mutant{Name: "there is no final hop", Patch: tb.Force("t3e_route", "last_hop", 0)}, tall, nil, "refusal", deadlock.Deadlock},
	{tb.Mutant{Name: "a final hop is not counted", Patch: tb.Force("t3e_route", "target_wraps", 0)}, tall, nil, "VC", deadlock.Deadlock},
	{tb.Mutant{Name: "the first hop is none", Patch: tb.Force("t3e_route", "first_hop", 0)}, flat, nil, "ejection, adaptive set, hop, VC", deadlock.FreeByEscape},
	{tb.Mutant{Name: "a packet ejects before its last z hop", Patch: tb.Change("t3e_route", "at_destination", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.Node("at_x")
	})}, tall, nil, "ejection", "astray"},
	{tb.Mutant{Name: "z is never taken by choice", Patch: tb.Change("t3e_route", "adaptive", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpAnd, 3, n, e.Const(3, 3))
	})}, tall, nil, "adaptive set", deadlock.FreeByEscape},
	{tb.Mutant{Name: "y is taken by choice without need", Patch: tb.Change("t3e_route", "adaptive", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpOr, 3, n, e.New(ir.OpCat, 3, e.Const(1, 0), e.Node("may"), e.Const(1, 0)))
	})}, flat, nil, "adaptive set", deadlock.FreeByEscape},
	{tb.Mutant{Name: "a legal turn is refused", Patch: tb.Change("t3e_route", "err_turn", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpOr, 1, n, both(is("hop", 8), is("moves", 1))(e, n))
	})}, flat, nil, "refusal", deadlock.Deadlock},
	{tb.Mutant{Name: "the adaptive set has dead links", Patch: tb.Edit("t3e_route", func(e *tb.Editor) {
		usable := e.Node("usable")
		for _, n := range e.Module.Nodes {
			for i := range n.Args {
				if n.Args[i] == usable && n.Op == ir.OpAnd {
					n.Args[i] = e.Const(6, 63)
				}
			}
		}
	})}, flat, []string{"dead=0,0,0,+x"}, "refusal", deadlock.Deadlock},
	{tb.Mutant{Name: "the escape is never asked for", Patch: tb.Force("t3e_choice", "takes_escape", 0)}, flat, nil, "request, refusal, hop", deadlock.Deadlock},
	{tb.Mutant{Name: "the escape is asked for without room", Patch: tb.Force("t3e_choice", "escape_room", 1)}, flat, nil, "request", deadlock.FreeByEscape},
	{tb.Mutant{Name: "the escape is asked for while another packet has it", Patch: tb.Force("t3e_choice", "escape_open", 1)}, flat, nil, "request", deadlock.FreeByEscape},
	{tb.Mutant{Name: "claims do not count", Patch: tb.Force("t3e_choice", "claims", 0)}, flat, nil, "request", deadlock.FreeByEscape},
	{tb.Mutant{Name: "the choice asks for the other VC of the pair", Patch: tb.Change("t3e_choice", "head_vc_bit", inverse)}, flat, nil, "request, VC, refusal", deadlock.Deadlock},
	{tb.Mutant{Name: "the choice asks for the other class", Patch: tb.Change("t3e_choice", "head_kind", inverse)}, flat, nil, "request, VC", deadlock.FreeByEscape},
	{tb.Mutant{Name: "the choice asks for the opposite of an adaptive direction", Patch: tb.Change("t3e_choice", "head_minus", inverse)}, flat, nil, "request, adaptive set", deadlock.FreeByEscape},
	{tb.Mutant{Name: "of equal VCs each goes before the other", Patch: tb.Change("t3e_ranking", "beats", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpOr, 12, n, e.Const(12, 0xf0f))
	})}, flat, nil, "request", deadlock.FreeByEscape},
}

// Each changed router is told apart from the rules, by what differs, and has its own verdict.
func TestT3EMutants(t *testing.T) {
	t.Parallel()
	for i, m := range changes {
		if testing.Short() && i >= 4 {
			break
		}
		t.Run(m.Name, func(t *testing.T) {
			c := t3eConfig(m.size[0], m.size[1], m.size[2])
			d := t3eRouter(t, c, config.Variant{})
			require.NoError(t, m.Patch(d))
			set := m.set
			if m.size == flat {
				set = append(set, "signs=minimal") // these show without detours
			}
			o := t3eOutcome(t, d, c, set...)
			require.Equal(t, m.fields, o.fields(), "%v", o.differences)
			require.Equal(t, m.verdict, o.verdict)
		})
	}
}
