package verilator

import (
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

var (
	identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	baseName   = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*\.[a-z]+$`)
)

// check refuses files, the generated ones among them, and manifests that cannot be built or
// that would write C++ or Verilog of their own through a name.
func check(files []verilog.File, m verilog.Manifest) error {
	if len(sources(files)) == 0 {
		return fmt.Errorf("no .v file among the %d files", len(files))
	}
	seen := map[string]bool{}
	for _, f := range files {
		if !baseName.MatchString(f.Name) {
			return fmt.Errorf("file %q: not a plain name with an extension", f.Name)
		}
		if seen[f.Name] {
			return fmt.Errorf("file %s: the name is taken", f.Name)
		}
		seen[f.Name] = true
	}
	if !identifier.MatchString(m.Top) {
		return fmt.Errorf("top module %q: not an identifier", m.Top)
	}
	if m.Clock != "" && !identifier.MatchString(m.Clock) {
		return fmt.Errorf("clock %q: not an identifier", m.Clock)
	}
	if m.Layout == nil {
		return fmt.Errorf("top module %s: the manifest has no layout", m.Top)
	}
	if err := checkPins(m.Layout.Inputs, m.Layout.InWords); err != nil {
		return fmt.Errorf("top module %s: input %w", m.Top, err)
	}
	if err := checkPins(m.Layout.Outputs, m.Layout.OutWords); err != nil {
		return fmt.Errorf("top module %s: output %w", m.Top, err)
	}
	return nil
}

// checkPins wants the pins to lie one after the other and to fill the words.
func checkPins(pins []sim.Pin, words int) error {
	next := 0
	for _, p := range pins {
		switch {
		case !identifier.MatchString(p.Name):
			return fmt.Errorf("%q: not an identifier", p.Name)
		case p.Width < 1:
			return fmt.Errorf("%s: width %d", p.Name, p.Width)
		case p.Word != next:
			return fmt.Errorf("%s: at word %d, not %d", p.Name, p.Word, next)
		}
		next += p.Words()
	}
	if next != words {
		return fmt.Errorf("words: %d in the layout, %d in its pins", words, next)
	}
	return nil
}

// sources names the files that are Verilog; others, such as memory contents, just lie beside
// them.
func sources(files []verilog.File) []string {
	var names []string
	for _, f := range files {
		if ext := filepath.Ext(f.Name); ext == ".v" || ext == ".sv" {
			names = append(names, f.Name)
		}
	}
	return names
}
