package target

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// Flags writes values as the command takes them, -target, a -set for each that is not
// its default, with which Parse gives the same values again, and -memory if the target has a wish for its memories.
func (t *Target) Flags(v Values) []string {
	flags := []string{"-target", t.Name}
	for _, p := range t.Params {
		if x := v[p.Name]; x != p.Range(v).Default {
			flags = append(flags, "-set", p.Name+"="+p.Format(x))
		}
	}
	if t.Memory != ir.MemAuto {
		flags = append(flags, "-memory", t.Memory.String())
	}
	return flags
}

// Profile finds a profile by name; "" is the first.
func (t *Target) Profile(name string) (Profile, error) {
	var known []string
	for _, p := range t.Traffic {
		if name == p.Name || name == "" {
			return p, nil
		}
		known = append(known, p.Name)
	}
	return Profile{}, fmt.Errorf("-traffic %s: %s has no such profile%s", name, t.Name, Nearest(name, known))
}
