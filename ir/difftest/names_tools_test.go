//go:build tools

package difftest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/verilog/lint"
)

// TestUsersNamesWinInTools has the tools read each module in which a name of the user is one
// that the printer makes up.
func TestUsersNamesWinInTools(t *testing.T) {
	for _, m := range clashes(t) {
		files, _ := printed(t, elaborated(t, m))
		require.NoError(t, lint.Lint(t.TempDir(), m.Name, files))
	}
}
