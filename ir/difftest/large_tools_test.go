//go:build tools

package difftest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/verilog/lint"
)

// TestLargeDesignsInTools has every tool read the text of large designs without a word, and
// both simulators run it.
func TestLargeDesignsInTools(t *testing.T) {
	for _, l := range largeDesigns {
		t.Run(l.name, func(t *testing.T) {
			d := elaborated(t, l.make())
			files, _ := printed(t, d)
			for _, tool := range lint.Tools {
				start := time.Now()
				dir := t.TempDir()
				var names []string
				for _, f := range files {
					names = append(names, f.Name)
					require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o666))
				}
				if err := tool.Run(dir, d.Top.Name, names, false); err != nil {
					t.Errorf("%.600s", err)
				}
				t.Logf("%s: %.1f s", tool.Command, time.Since(start).Seconds())
			}
			for _, o := range []opener{byIcarus(false), byVerilator(false)} {
				start := time.Now()
				holds(t, l, o.open(t, d))
				t.Logf("%s: built and run in %.1f s", o.name, time.Since(start).Seconds())
			}
		})
	}
}
