//go:build tools

package sim_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVCDByGTKWave has GTKWave's converter read a dump.
func TestVCDByGTKWave(t *testing.T) {
	tool, err := exec.LookPath("vcd2fst")
	require.NoError(t, err, "vcd2fst is missing: apt-get install -y --no-install-recommends gtkwave")
	text, _ := dump(t, 50)
	dir := t.TempDir()
	vcd, fst := filepath.Join(dir, "a.vcd"), filepath.Join(dir, "a.fst")
	require.NoError(t, os.WriteFile(vcd, text, 0o666))
	out, err := exec.Command(tool, vcd, fst).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.FileExists(t, fst)
	back, err := exec.Command("fst2vcd", fst).Output()
	require.NoError(t, err)
	require.Contains(t, string(back), "$scope module big $end")
}
