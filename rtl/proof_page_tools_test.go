//go:build tools

package rtl_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	page  = "../docs/trust.md"
	begin = "| part | what is proved | sizes | and larger | no longer true when | s |\n|---|---|---|---|---|---|\n"
)

// row is the line of a claim, up to the time.
func (c claim) row() string {
	sizes := func(proofs []proof) string {
		var names []string
		for _, p := range proofs {
			if !slices.Contains(names, p.size) {
				names = append(names, p.size)
			}
		}
		return strings.Join(names, "; ")
	}
	var faults []string
	for _, f := range c.faults {
		faults = append(faults, f.name)
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s |", c.part, c.says, sizes(c.small), sizes(c.large), strings.Join(faults, "; "))
}

// writeTable puts the claims and their times into the page.
func writeTable(t *testing.T, times map[string]time.Duration) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found)
	_, after, _ := strings.Cut(rest, "\n\n")
	var table strings.Builder
	for _, c := range claims() {
		fmt.Fprintf(&table, "%s %.1f |\n", c.row(), times[c.part+c.says].Seconds())
	}
	require.NoError(t, os.WriteFile(page, []byte(before+begin+table.String()+"\n"+after), 0o666))
}

// TestProofsAreOnThePage: the table has the claims, all of them and no others.
func TestProofsAreOnThePage(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(text), begin)
	require.True(t, found)
	table, _, _ := strings.Cut(rest, "\n\n")
	lines := strings.Split(table, "\n")
	all := claims()
	require.Len(t, lines, len(all), "run go test -tags tools -run 'TestProofs$' -timeout 0 ./rtl -large -update")
	for i, c := range all {
		require.True(t, strings.HasPrefix(lines[i], c.row()), "line %d is not that of: %s", i+1, c.row())
	}
}
