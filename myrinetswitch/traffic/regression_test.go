package traffic

import (
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// TestRegressions runs seeds of which a right switch was once blamed.
func TestRegressions(t *testing.T) {
	for _, x := range []struct {
		ports, refresh int
		profile        string
		cycles         int
		seeds          []uint64
	}{
		{16, 16, "mixed", 18685, []uint64{37}},
		{16, 16, "timeout", 19943, []uint64{10}},
		{16, 16, "overflow", 20000, []uint64{16533622203274537255}},
		{3, 16, "mixed", 20000, []uint64{3, 14, 58, 61, 104, 115, 116, 132, 164, 177, 198, 405050}},
		{3, 16, "overflow", 20000, []uint64{4}},
		{2, 16, "mixed", 20000, []uint64{10, 50}},
		{2, 16, "timeout", 20000, []uint64{18}},
		{8, 2, "mixed", 20000, []uint64{3}},
	} {
		c := config.Default()
		c.Ports, c.Refresh = x.ports, x.refresh
		for _, seed := range x.seeds {
			t.Run(fmt.Sprintf("%d/%d/%s/%d", x.ports, x.refresh, x.profile, seed), func(t *testing.T) {
				t.Parallel()
				run(t, c, x.profile, seed, x.cycles)
			})
		}
	}
}
