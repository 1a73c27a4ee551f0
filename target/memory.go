package target

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir"
)

// WithMemory is the target with a wish for the memories of the designs of Build and SelfTest, as ir.Design.Prefer takes it.
// What it refuses is an error of theirs, as is a wish for block RAM without the setting that BlockRAM names.
func (t Target) WithMemory(s ir.MemStyle) *Target {
	t.Memory = s
	t.Build = t.prefer(t.Build)
	if t.SelfTest != nil {
		t.SelfTest = t.prefer(t.SelfTest)
	}
	return &t
}

func (t Target) prefer(build func(Values) (*ir.Design, error)) func(Values) (*ir.Design, error) {
	return func(v Values) (*ir.Design, error) {
		if t.Memory == ir.MemBlock && t.BlockRAM != "" && !slices.Contains(t.Flags(v), t.BlockRAM) {
			return nil, fmt.Errorf("-memory block: block RAM is read through a register, and %s reads its flit buffers in the same cycle: want lut or ff, or -set %s", t.Name, t.BlockRAM)
		}
		d, err := build(v)
		if err != nil {
			return nil, err
		}
		if err := d.Prefer(t.Memory); err != nil {
			return nil, fmt.Errorf("-memory %v: %w", t.Memory, err)
		}
		return d, nil
	}
}
