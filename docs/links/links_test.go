package links

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the diagrams")

// again is the line that makes the diagrams anew when the timing of a router has changed.
const again = "if it is meant to, run go test -tags tools ./docs/links -update, and read what docs/links.md says of it"

// The diagrams are what the emitted designs do.
func TestDiagrams(t *testing.T) {
	for name, make := range Diagrams() {
		d, err := make()
		require.NoError(t, err)
		if *update {
			require.NoError(t, os.WriteFile(name+".json", d.JSON(), 0o666))
		}
		want, err := os.ReadFile(name + ".json")
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(string(want), string(d.JSON())), "%s changed; %s", name, again)
	}
}

// The page shows each of them.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../links.md")
	require.NoError(t, err)
	for name := range Diagrams() {
		require.Contains(t, string(page), "](links/"+name+".svg)")
	}
}
