//go:build tools

package rtl_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog/formal"
	"github.com/flitwright/flitwright/tb"
)

var large = flag.Bool("large", false, "prove larger sizes too")

// A claim is what is proved of a part, in a module of each size whose assertions state it. The table of
// docs/trust.md is made of the claims.
type claim struct {
	part, says   string
	small, large []proof // large ones with -large alone
	faults       []fault
	xors         bool // what is stated is exclusive ors of many signals
}

// A proof is a module whose assertions state a claim for some sizes.
type proof struct {
	size   string
	kind   string // of a part that comes in several, or ""
	module *ir.Module
}

// A fault is a change of a module under which one of its assertions fails, though the others are not looked at;
// none if the module claims more than is true.
type fault struct {
	name   string
	module *ir.Module
	patch  func(*ir.Design) error
	says   string // part of the messages of the assertions looked at
}

func claims() []claim {
	return slices.Concat(gateClaims(), counterClaims(), arbiterClaims(), crossbarClaims(), fifoClaims(), crcClaims(), linkClaims(), vcClaims(), uartClaims())
}

// all are the proofs to do.
func (c claim) all() []proof {
	if *large {
		return slices.Concat(c.small, c.large)
	}
	return c.small
}

// decide tries to prove the assertions of a module, with faults put into its design.
func (c claim) decide(t *testing.T, m *ir.Module, patches ...func(*ir.Design) error) *formal.Result {
	t.Helper()
	d, err := ir.Elaborate(m)
	require.NoError(t, err)
	for _, patch := range patches {
		if patch != nil {
			require.NoError(t, patch(d))
		}
	}
	o := formal.Options{Diagrams: c.xors}
	if *large {
		o.Timeout = 10 * time.Minute
	}
	r, err := formal.Prove(t.Context(), d, o)
	require.NoError(t, err)
	return r
}

// TestProofs proves every claim, in every state that the parts can reach. With -large -update it writes the
// table of the page, with the processor time that each took.
func TestProofs(t *testing.T) {
	times := map[string]time.Duration{}
	for _, c := range claims() {
		for _, p := range c.all() {
			t.Run(fmt.Sprintf("%s/%s/%s", c.part, c.says, strings.TrimSpace(p.size+" "+p.kind)), func(t *testing.T) {
				r := c.decide(t, p.module)
				t.Logf("%d properties, %d bits of state, %.2f s", r.Properties, r.Registers, r.Time.Seconds())
				require.Equal(t, formal.Proved, r.Verdict, r)
				times[c.part+c.says] += r.Time
			})
		}
	}
	if *large && *update && !t.Failed() {
		writeTable(t, times)
	}
}

// TestProofsCanFail plants faults that each break what is proved: every assertion of every claim is
// broken by one of them, whatever the others say.
func TestProofsCanFail(t *testing.T) {
	for _, c := range claims() {
		for _, p := range c.small {
			for _, s := range p.module.Body {
				if a, ok := s.(*ir.Assert); ok {
					breaks := func(f fault) bool { return strings.Contains(a.Message, f.says) }
					require.True(t, slices.ContainsFunc(c.faults, breaks), "%s: nothing breaks: %s", c.part, a.Message)
				}
			}
		}
		for _, f := range c.faults {
			t.Run(fmt.Sprintf("%s/%s", c.part, f.name), func(t *testing.T) {
				r := c.decide(t, f.module, f.patch, tb.OnlyAssert(f.says))
				require.Equal(t, formal.Refuted, r.Verdict)
				require.Contains(t, r.Counterexample.String(), f.says)
			})
		}
	}
}

// implies is that b holds wherever a does.
func implies(a, b ir.Signal) ir.Signal { return a.Not().Or(b) }

// several is 1 if more than one bit is 1.
func several(x ir.Signal) ir.Signal { return x.And(x.SubC(1)).Any() }

// delayed is x of so many cycles ago, 0 before.
func delayed(m *ir.Module, name string, x ir.Signal, cycles int) ir.Signal {
	for i := range cycles {
		next := m.Reg(fmt.Sprintf("%s_%d", name, i+1), x.Width(), 0)
		next.Set(x)
		x = next
	}
	return x
}

// swap is a fault of a module: the first nodes of one kind do something else.
func swap(module string, from, to ir.Op) func(*ir.Design) error {
	return tb.Edit(module, func(e *tb.Editor) {
		for _, n := range e.Module.Nodes {
			if n.Op == from {
				n.Op = to
				return
			}
		}
		e.Node("of kind " + from.String()) // there is none: a fault of the patch
	})
}

// takes is a fault of a module: one named node in the place of another.
func takes(module, name, other string) func(*ir.Design) error {
	return instead(module, name, func(e *tb.Editor, _ *ir.Node) *ir.Node { return e.Node(other) })
}

// instead is a fault of a module: something is made of a named node and put in its place.
func instead(module, name string, f func(e *tb.Editor, n *ir.Node) *ir.Node) func(*ir.Design) error {
	return tb.Change(module, name, f)
}
