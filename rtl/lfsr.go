package rtl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// LFSRPorts are the ports of an LFSR: seed, state.
type LFSRPorts struct {
	Seed  ir.Signal
	State ir.Signal
}

// LFSR is a linear feedback shift register of width bits that steps in every cycle:
//
//	state <= {state[width-2:0], state[taps[0]] ^ state[taps[1]] ^ ...}
//
// In every reset cycle it takes seed instead, 1 if seed is 0; so it shows the seed in the
// first cycle after reset. The highest bit must be among the taps: then no state but 0
// leads to 0. Whether the taps give the full period of 2^width - 1 is the user's choice;
// 15, 13, 12, 10 do for 16 bits.
func LFSR(width int, taps ...int) ir.Component[LFSRPorts] {
	w := max(1, width)
	taps = slices.Clone(taps)
	slices.Sort(taps)
	slices.Reverse(taps)
	var fault string
	switch {
	case width < 1:
		fault = fmt.Sprintf("lfsr: %d bits; the least is 1", width)
	case len(taps) == 0 || taps[0] != width-1:
		fault = fmt.Sprintf("lfsr: taps %v: the highest must be bit %d, or the register can run into 0", taps, width-1)
	case taps[len(taps)-1] < 0:
		fault = fmt.Sprintf("lfsr: tap %d; the least is 0", taps[len(taps)-1])
	case len(slices.Compact(slices.Clone(taps))) != len(taps):
		fault = fmt.Sprintf("lfsr: taps %v: one is named twice", taps)
	}
	if fault != "" {
		taps = []int{w - 1}
	}
	name := fmt.Sprintf("lfsr_w%d_t%s", w, strings.Trim(strings.ReplaceAll(fmt.Sprint(taps), " ", "_"), "[]"))
	return ir.Build(name, LFSRPorts{Seed: ir.In(w), State: ir.Out(w)}, func(m *ir.Module, io LFSRPorts) {
		if fault != "" {
			m.Errorf("%s", fault)
		}
		m.SetDoc(fmt.Sprintf("Linear feedback shift register of %d bits, taps %v, loaded with the seed in reset.", w, taps))
		state := m.RegNoReset("lfsr", w)
		tapped := make([]ir.Signal, len(taps))
		for i, t := range taps {
			tapped[i] = state.Bit(t)
		}
		next := ir.Xor(tapped...)
		if w > 1 {
			next = ir.Cat(state.Low(w-1), next)
		}
		m.When(m.Reset(), func() {
			seed := io.Seed.Bit(0).Or(io.Seed.Any().Not())
			if w > 1 {
				seed = ir.Cat(io.Seed.Slice(w-1, 1), seed)
			}
			state.Set(seed)
		}).Else(func() { state.Set(next) })
		io.State.Set(state)
	})
}
