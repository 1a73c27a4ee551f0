//go:build tools

package table_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Icarus Verilog reads with $readmemh what was written.
func TestReadmemh(t *testing.T) {
	tab := written(t)
	dir := t.TempDir()
	source := `module main;
    reg [11:0] route [0:11];
    integer i;
    initial begin
        $readmemh("routes.hex", route);
        for (i = 0; i < 12; i = i + 1)
            $display("%b", route[i]);
    end
endmodule
`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "routes.hex"), tab.Hex(5), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.v"), []byte(source), 0o666))
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	require.Empty(t, run("iverilog", "-Wall", "-o", "main.vvp", "main.v"))
	var want strings.Builder
	for _, e := range tab.Row(5) {
		fmt.Fprintf(&want, "%012b\n", e)
	}
	require.Equal(t, want.String(), run("vvp", "main.vvp"))
}
