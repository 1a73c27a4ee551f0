//go:build tools && unix

package axis_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator/pyvenv"
)

// cocotb runs cocotb/MODULE.py on the emitted text of a design in Icarus Verilog. Its error holds what was printed.
func cocotb(t *testing.T, d *ir.Design, module string, env ...string) error {
	t.Helper()
	e, err := pyvenv.Open(t.Context())
	require.NoError(t, err)
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, verilog.WriteFiles(dir, files))
	tests, err := filepath.Abs("cocotb")
	require.NoError(t, err)
	script := "import sys; from cocotb_tools.runner import get_runner as g; from cocotb_tools.check_results import get_results as n; r = g('icarus')\n" +
		"top, module, *files = sys.argv[1:]\n" +
		"r.build(sources=files, hdl_toplevel=top, build_args=['-g2005'], timescale=('1ns', '1ps'))\n" +
		"ran, failed = n(r.test(hdl_toplevel=top, test_module=module))\n" +
		"print('RAN', ran, 'FAILED', failed); sys.exit(failed > 0 or ran == 0)"
	args := []string{"-c", script, d.Top.Name, module}
	for _, f := range files {
		args = append(args, f.Name)
	}
	cmd := e.Command(t.Context(), "python", args...)
	cmd.Dir = dir
	cmd.Env = append(append(cmd.Env, "PYTHONPATH="+tests, "COCOTB_ANSI_OUTPUT=0"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w:\n%s", err, out)
	}
	require.Contains(t, string(out), "RAN 4 FAILED 0")
	return nil
}

// The streams of cocotbext-axi find every frame again behind the emitted endpoints and routers.
func TestCocotb(t *testing.T) {
	d, err := buildSwitchNet(smallSwitch())
	require.NoError(t, err)
	require.NoError(t, cocotb(t, d, "test_switch"))
	for routers := 1; routers <= 2; routers++ {
		d, err := buildRing(smallRing(routers))
		require.NoError(t, err)
		require.NoError(t, cocotb(t, d, "test_ring", fmt.Sprintf("ROUTERS=%d", routers)))
	}
}

// They see faults.
func TestCocotbSeesFaults(t *testing.T) {
	for module, patch := range map[string]func(*ir.Design) error{
		"test_switch": tb.Force("myrinet_axis_send", "stopped", 0),
		"test_ring":   tb.Force("t3e_axis_receive", "beat_load", 1),
	} {
		d, err := buildSwitchNet(smallSwitch())
		if module == "test_ring" {
			d, err = buildRing(smallRing(2))
		}
		require.NoError(t, err)
		require.NoError(t, patch(d))
		err = cocotb(t, d, module, "ROUTERS=2")
		require.Error(t, err, module)
		require.True(t, strings.Contains(err.Error(), "RAN 4 FAILED "), err)
	}
}
