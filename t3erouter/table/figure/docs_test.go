package figure_test

import (
	"flag"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/table"
	"github.com/flitwright/flitwright/t3erouter/table/figure"
)

var update = flag.Bool("update", false, "rewrite balance and figure of docs/t3e-routes.md")

// The balance and the figure of docs/t3e-routes.md are those of the nominal machine.
func TestDocsShowTheTruth(t *testing.T) {
	const page, picture = "../../../docs/t3e-routes.md", "../../../docs/t3e-routes.svg"
	to, err := table.NewTorus([3]int{8, 32, 8})
	require.NoError(t, err)
	tab, err := table.Build(t.Context(), to, 1)
	require.NoError(t, err)
	svg, err := figure.SVG(tab)
	require.NoError(t, err)
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)<!-- balance -->\n\n```\n.*?```")
	require.Len(t, block.FindAll(text, -1), 1)
	want := block.ReplaceAllLiteral(text, []byte("<!-- balance -->\n\n```\n"+tab.Report()+"```"))
	if *update {
		require.NoError(t, os.WriteFile(page, want, 0o666))
		require.NoError(t, os.WriteFile(picture, svg, 0o666))
		return
	}
	require.Equal(t, string(want), string(text))
	shown, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Equal(t, string(svg), string(shown))
}
