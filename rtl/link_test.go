package rtl_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// TestTokenReceiverEquations drives the receiver against the equations of the
// specification, kept as a history: which tokens were raised in which cycle, and how many
// entries the queue has.
func TestTokenReceiverEquations(t *testing.T) {
	for _, rt := range []int{1, 2, 3, 5, 7} {
		for _, places := range []int{1, 2, rt, rt + 1, rt + 2, rt + 6, 16, 17, 64} {
			t.Run(fmt.Sprintf("rt%d/d%d", rt, places), func(t *testing.T) {
				t.Parallel()
				r := seeded(t, uint64(100*rt+places))
				b := newBench(t, rtl.TokenReceiver(rt, places).Module)
				b.Reset(uint64(rt))
				b.Set("enabled", 1)
				var tokens []bool // by cycle since reset
				entries := 0
				greedy, writes, pops, enabled := true, 1, 2, true
				for cycle := range 6000 {
					if cycle%50 == 0 {
						greedy, writes, pops = r.IntN(2) == 0, 1+r.IntN(3), 1+r.IntN(4)
					}
					at := len(tokens)
					paid := at >= rt && tokens[at-rt]
					counted := entries
					for i := max(0, at-rt); i < at; i++ {
						if tokens[i] {
							counted++
						}
					}
					token := enabled && at > 0 && counted < places
					valid := paid && (greedy || r.IntN(2) == 0) || r.IntN(20) == 0
					comes := enabled && valid && paid
					wrote := comes && r.IntN(writes) == 0
					popped := entries > 0 && r.IntN(pops) == 0
					reset := r.IntN(300) == 0

					b.Set("valid", bit(valid))
					b.Set("wrote", bit(wrote))
					b.Set("popped", bit(popped))
					b.Set("rst", bit(reset))
					b.Step()
					require.NoError(t, b.Err(), "cycle %d", cycle)
					require.Equal(t, bit(token), b.Get("token"), "token in cycle %d", cycle)
					require.Equal(t, bit(comes), b.Get("comes"), "comes in cycle %d", cycle)
					require.Equal(t, bit(enabled && valid && !paid), b.Get("unpaid"), "unpaid in cycle %d", cycle)

					tokens = append(tokens, token)
					entries += int(bit(wrote)) - int(bit(popped))
					require.LessOrEqual(t, entries, places)
					if reset {
						tokens, entries = nil, 0
						enabled = r.IntN(4) > 0
						b.Set("enabled", bit(enabled))
					}
				}
			})
		}
	}
}

// TestTokenLinkRate: from roundTrip + 2 places on a link whose flits are all written, and
// popped in the next cycle, raises a token in every cycle; with fewer it cannot.
func TestTokenLinkRate(t *testing.T) {
	for _, rt := range []int{1, 3, 7} {
		for places := rt; places <= rt+3; places++ {
			b := newBench(t, rtl.TokenReceiver(rt, places).Module)
			b.Reset(1)
			b.Set("enabled", 1)
			history := make([]uint64, 200)
			withheld, wrote := 0, uint64(0)
			for cycle := range history {
				valid := uint64(0)
				if cycle >= rt {
					valid = history[cycle-rt]
				}
				b.Set("valid", valid)
				b.Set("popped", wrote) // an entry leaves in the cycle after it was written
				b.Set("wrote", valid)
				wrote = valid
				b.Step()
				history[cycle] = b.Get("token")
				if cycle > 0 && history[cycle] == 0 {
					withheld++
				}
			}
			require.NoError(t, b.Err())
			require.Equal(t, places >= rt+2, withheld == 0, "round trip %d, %d places: %d withheld", rt, places, withheld)
		}
	}
}

func TestTokenSender(t *testing.T) {
	for _, width := range []int{1, 4, 60} {
		r := seeded(t, uint64(width))
		b := newBench(t, rtl.TokenSender(width).Module)
		b.Reset(2)
		var valid, flit uint64
		for cycle := range 2000 {
			token, offered := chance(r, 2), chance(r, 2)
			data, reset := r.Uint64()>>(64-width), chance(r, 50)
			b.Set("token", token)
			b.Set("send_valid", offered)
			b.Set("send_data", data)
			b.Set("rst", reset)
			b.Step()
			require.NoError(t, b.Err())
			require.Equal(t, token, b.Get("send_ready"))
			require.Equal(t, valid, b.Get("out_valid"), "cycle %d", cycle)
			require.Equal(t, flit, b.Get("out_flit"), "cycle %d", cycle)
			valid, flit = token&offered&^reset, 0
			if valid == 1 {
				flit = data
			}
		}
	}
}

// TestTokenReceiverAsserts: a receiver that is used wrongly says so.
func TestTokenReceiverAsserts(t *testing.T) {
	b := newBench(t, rtl.TokenReceiver(1, 5).Module)
	b.Reset(1)
	b.Set("popped", 1)
	b.Steps(2)
	require.ErrorContains(t, b.Err(), "more entries popped than written")
	b.Set("popped", 0)
	b.Reset(1)
	b.Set("wrote", 1)
	b.Step()
	require.ErrorContains(t, b.Err(), "an entry is written that was not paid for")
}

func TestLinkRefuses(t *testing.T) {
	for _, c := range []struct {
		module *ir.Module
		want   string
	}{
		{rtl.TokenReceiver(0, 4).Module, "token receiver: round trip 0, 4 places; the least is 1 of each"},
		{rtl.TokenReceiver(3, 0).Module, "token receiver: round trip 3, 0 places; the least is 1 of each"},
		{rtl.TokenSender(0).Module, "token sender: flits of 0 bits; the least is 1"},
	} {
		refuses(t, c.module, "link_test.go", c.want)
	}
}
