package deadlock

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/routing"
	"github.com/stretchr/testify/require"
)

// The quotient of the T3E relation tells the same as its explicit headers, whatever the sizes,
// also 1 and 2, and the settings.
func TestQuotient(t *testing.T) {
	sets := []string{
		"", "classes=1", "tie=both", "signs=any", "escape=0 tie=both", "reply_escape=0",
		"initial=+x+y", "final=-y tie=both", "final=-y signs=any initial=+x-y", "initial=+x-y initial_vc=dateline", "initial=+x-y initial_vc=1", "dateline=0",
		"final=-y escape=0",
	}
	for _, k := range [][]int{{4, 4}, {5, 3}, {2, 4}, {1, 5}, {8, 2}} {
		for _, set := range sets {
			t.Run(fmt.Sprint(k, set), func(t *testing.T) { sameFacts(t, k, set) })
		}
	}
	for _, set := range []string{"tie=both", "initial=+x+y+z final=-z"} {
		t.Run("3-D "+set, func(t *testing.T) { sameFacts(t, []int{4, 3, 2}, set) })
	}
}

func sameFacts(t *testing.T, k []int, set string) {
	relations, err := routing.New(graphOf(t, "torus", k...), "t3e", strings.Fields(set)...)
	if err != nil { // no such heading
		require.ErrorContains(t, err, "has no direction")
		return
	}
	r := relations[0]
	protocol := r.Messages != nil
	var list []*facts
	if r.Quotient == nil {
		require.Contains(t, set, "=0")
		return
	}
	for _, r := range []*routing.Relation{r, r.Quotient} {
		f, err := explore(t.Context(), newSpace(r, VCT, protocol), func(int, int) {})
		require.NoError(t, err)
		f.states = 0
		list = append(list, f)
	}
	require.Equal(t, list[0], list[1])
}

// A quotient that misses something is seen.
func TestQuotientCanFail(t *testing.T) {
	g := graphOf(t, "torus", 6, 2)
	a, err := routing.New(g, "t3e")
	require.NoError(t, err)
	b, err := routing.New(g, "t3e", "tie=both")
	require.NoError(t, err)
	p, err := explore(t.Context(), newSpace(a[0], VCT, true), func(int, int) {})
	require.NoError(t, err)
	q, err := explore(t.Context(), newSpace(b[0].Quotient, VCT, true), func(int, int) {})
	require.NoError(t, err)
	require.NotEqual(t, p.asked, q.asked)
}
