package target

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// WithMemory is the target with a wish for the memories of the designs of Build and SelfTest, as ir.Design.Prefer takes it.
// What it refuses is an error of theirs.
func (t Target) WithMemory(s ir.MemStyle) *Target {
	t.Memory = s
	t.Build = t.prefer(t.Build)
	if selfTest := t.prefer(t.SelfTest); t.SelfTest != nil {
		t.SelfTest = func(v Values) (*ir.Design, error) {
			if _, err := t.Build(v); err != nil { // memories of its checkers do not count
				return nil, err
			}
			return selfTest(v)
		}
	}
	return &t
}

func (t Target) prefer(build func(Values) (*ir.Design, error)) func(Values) (*ir.Design, error) {
	return func(v Values) (*ir.Design, error) {
		d, err := build(v)
		if err != nil {
			return nil, err
		}
		if err := d.Prefer(t.Memory); err != nil {
			hint := ""
			if t.Memory == ir.MemBlock && t.BlockRAM != "" {
				hint = "; with -set " + t.BlockRAM + " flit buffers can be block"
			}
			return nil, fmt.Errorf("-memory %v: %w%s", t.Memory, err, hint)
		}
		return d, nil
	}
}
