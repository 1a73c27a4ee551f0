//go:build tools && unix

package links

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/verilator/pyvenv"
)

// The pictures are what WaveDrom makes of the diagrams.
func TestPictures(t *testing.T) {
	e, err := pyvenv.Open(t.Context())
	require.NoError(t, err)
	for name, make := range Diagrams() {
		d, err := make()
		require.NoError(t, err)
		var stderr bytes.Buffer
		cmd := e.Command(t.Context(), "yowasp-wavedrom")
		cmd.Stdin, cmd.Stderr = bytes.NewReader(d.JSON()), &stderr
		svg, err := cmd.Output()
		require.NoError(t, err, stderr.String())
		require.True(t, bytes.HasPrefix(svg, []byte("<svg ")), "%s: %.200s", name, svg)
		if *update {
			require.NoError(t, os.WriteFile(name+".svg", svg, 0o666))
		}
		want, err := os.ReadFile(name + ".svg")
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, svg), "%s.svg differs; %s", name, again)
	}
}
