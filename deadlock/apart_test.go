package deadlock

import (
	"go/build"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The checker of certificates has nothing of the project but the graphs.
func TestVerifyStandsApart(t *testing.T) {
	p, err := build.ImportDir("verify", 0)
	require.NoError(t, err)
	var own []string
	for _, path := range p.Imports {
		if strings.Contains(path, "flitwright") {
			own = append(own, path)
		}
	}
	require.Equal(t, []string{"github.com/flitwright/flitwright/topology"}, own)
}
