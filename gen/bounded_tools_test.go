//go:build tools

package main

import (
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

// A bound is what is searched for failures: a router in the small, with a monitor around it whose assertions say what the
// pins do. docs/trust.md has its table.
type bound struct {
	target, says string
	monitor      func() *ir.Module
	short, long  int // cycles, that of reset included: in make test and with -large
	faults       []boundFault
}

// A boundFault is a change of the router that makes one assertion fail within the short bound, the others
// not looked at.
type boundFault struct {
	name  string
	patch func(*ir.Design) error
	says  string // part of the message
}

func bounds() []bound { return slices.Concat(cm5Bounds(), myrinetBounds(), t3eBounds()) }

// search looks for a failure within so many cycles.
func (b bound) search(t *testing.T, cycles int, limit time.Duration, patches ...func(*ir.Design) error) *formal.Result {
	t.Helper()
	d, err := ir.Elaborate(b.monitor())
	require.NoError(t, err)
	for _, patch := range patches {
		require.NoError(t, patch(d))
	}
	r, err := formal.Bounded(t.Context(), d, cycles, formal.Options{Timeout: limit})
	require.NoError(t, err)
	return r
}

// TestBounds looks at all runs of so many cycles from reset, with -large at longer ones.
func TestBounds(t *testing.T) {
	t.Parallel()
	for _, b := range bounds() {
		t.Run(b.target+"/"+b.says, func(t *testing.T) {
			cycles, limit := b.short, 10*time.Minute
			if *largeNetlists {
				cycles, limit = b.long, time.Hour
			}
			r := b.search(t, cycles, limit)
			t.Logf("%d cycles, %d properties, %d bits of state, %.1f s", r.Depth, r.Properties, r.Registers, r.Time.Seconds())
			require.Equal(t, formal.Unknown, r.Verdict, r)
			require.Equal(t, cycles, r.Depth)
		})
	}
}

// TestBoundsAreSeen plants the faults. Every assertion of a monitor has one.
func TestBoundsAreSeen(t *testing.T) {
	t.Parallel()
	for _, b := range bounds() {
		for _, s := range b.monitor().Body {
			if a, ok := s.(*ir.Assert); ok {
				breaks := func(f boundFault) bool { return strings.Contains(a.Message, f.says) }
				require.True(t, slices.ContainsFunc(b.faults, breaks), "%s: nothing breaks: %s", b.target, a.Message)
			}
		}
		for _, f := range b.faults {
			t.Run(fmt.Sprintf("%s/%s/%s", b.target, f.says, f.name), func(t *testing.T) {
				r := b.search(t, b.short, 10*time.Minute, f.patch, tb.OnlyAssert(f.says))
				require.Equal(t, formal.Refuted, r.Verdict)
				require.Contains(t, r.Counterexample.String(), f.says)
				t.Logf("in cycle %d, %.1f s", r.Counterexample.Failure.Cycle, r.Time.Seconds())
			})
		}
	}
}

// later is x one cycle later, 0 in reset.
func later(m *ir.Module, name string, x ir.Signal) ir.Signal {
	r := m.Reg(name, x.Width(), 0)
	r.Set(x)
	return r
}

// sticky is 1 in and after a cycle in which x was 1.
func sticky(m *ir.Module, name string, x ir.Signal) ir.Signal {
	r := m.Reg(name, 1, 0)
	now := r.Or(x).Named(name + "_now")
	r.Set(now)
	return now
}

// lasts counts the cycles up to this one in which x was 1 without a break, up to most.
func lasts(m *ir.Module, name string, x ir.Signal, most int) ir.Signal {
	r := m.Reg(name, ir.Bits(most), 0)
	m.When(x.Not(), func() { r.Set(r.C(0)) }).ElseWhen(r.LtC(uint64(most)), func() { r.Set(r.AddC(1)) })
	return r
}
