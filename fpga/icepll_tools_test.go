//go:build tools

package fpga_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/fpga"
)

var icepllLine = regexp.MustCompile(`(?s)DIVR: +(\d+).*DIVF: +(\d+).*DIVQ: +(\d+).*FILTER_RANGE: +(\d+)`)

// IceStorm's icepll comes to the same dividers.
func TestIcepll(t *testing.T) {
	for _, oscillator := range []float64{10, 12, 16, 25, 48, 100, 133} {
		for clock := 16.0; clock <= 275; clock += 7.25 {
			out, err := exec.Command("icepll", "-i", fmt.Sprint(oscillator), "-o", fmt.Sprint(clock)).CombinedOutput()
			require.NoError(t, err, "%s: is it installed? apt-get install -y --no-install-recommends fpga-icestorm", out)
			m := icepllLine.FindSubmatch(out)
			require.NotNil(t, m, "%s", out)
			var want []int
			for _, s := range m[1:] {
				n, err := strconv.Atoi(string(s))
				require.NoError(t, err)
				want = append(want, n)
			}
			p, err := fpga.Board{Family: fpga.Ice40, Oscillator: oscillator, Clock: clock}.PLL()
			require.NoError(t, err)
			got := []int{p.Divide - 1, p.Multiply - 1, p.Log2Output(), p.FilterRange(oscillator)}
			require.Equal(t, want, got, "%v MHz to %v MHz", oscillator, clock)
		}
	}
}
