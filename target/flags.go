package target

import "fmt"

// Flags writes values as the command takes them, -target and then a -set for each that is not
// its default: with them Parse gives the same values again.
func (t *Target) Flags(v Values) []string {
	flags := []string{"-target", t.Name}
	for _, p := range t.Params {
		if x := v[p.Name]; x != p.Range(v).Default {
			flags = append(flags, "-set", p.Name+"="+p.Format(x))
		}
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
