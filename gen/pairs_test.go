package main

import (
	"iter"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/target"
)

// An eventModel has the events of a script, a list of them a cycle.
type eventModel struct {
	target.Model
	names  []string
	script [][]int
	counts []uint64
}

func (m *eventModel) Step(_, _ []uint64) {
	for _, e := range m.script[0] {
		m.counts[e]++
	}
	m.script = m.script[1:]
}

func (m *eventModel) Events() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		for i, name := range m.names {
			if !yield(name, m.counts[i]) {
				return
			}
		}
	}
}

// Events that come in one cycle are a pair, over all runs; those of different cycles are not.
func TestPairs(t *testing.T) {
	var p pairs
	play := func(script ...[]int) {
		m := &eventModel{names: []string{"in[0]", "in[1]", "out[0]", "reset"}, script: script, counts: make([]uint64, 4)}
		watched, err := p.watch(func(target.Values) (target.Model, error) { return m, nil })(nil)
		require.NoError(t, err)
		for len(m.script) > 0 {
			watched.Step(nil, nil)
		}
	}
	play([]int{0, 2}, []int{1}, nil, []int{3})
	play([]int{1, 2})
	m, never, err := p.judge(nil)
	require.NoError(t, err)
	require.Equal(t, measure{Reached: 2, Total: 6}, m)
	require.Equal(t, "in[0]\n\tin[1]\n\treset\nin[1]\n\treset\nout[0]\n\treset\n", string(neverText(never)))

	apart := []waiver{
		{hole: regexp.MustCompile(`^(?:in\[\d\])$`), reason: "one comes in", apart: true},
		{hole: regexp.MustCompile(`^(?:pair .* and reset)$`), reason: "nothing else happens"},
	}
	m, never, err = p.judge(apart)
	require.NoError(t, err)
	require.Equal(t, measure{Reached: 2, Waived: 4, Total: 6}, m)
	require.Empty(t, never)

	// Groups have to agree, and what has been seen is no reason.
	apart[0].hole = regexp.MustCompile(`^(?:(?:in|out)\[(\d)\])$`)
	_, _, err = p.judge(apart)
	require.EqualError(t, err, "in[0] and out[0] came in one cycle, of which a waiver says: one comes in")
	play([]int{0, 1})
	apart[0].hole = regexp.MustCompile(`^(?:in\[(\d)\])$`)
	m, _, err = p.judge(apart)
	require.NoError(t, err)
	require.Equal(t, measure{Reached: 3, Waived: 3, Total: 6}, m)
}
