package target

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
)

// A Param is one parameter of a router, set with -set name=value.
type Param struct {
	Name, Help string
	Hex        bool // written in hexadecimal without a prefix
	// Range gives bounds and default. It may depend on parameters listed before this one,
	// whose values it is given.
	Range func(Values) Range
}

// A Range is Min <= value <= Max, value a multiple of Multiple; Default is used when the
// parameter is not set.
type Range struct{ Min, Max, Multiple, Default uint64 }

// Fixed is a range that depends on nothing.
func Fixed(min, max, multiple, def uint64) func(Values) Range {
	return func(Values) Range { return Range{min, max, multiple, def} }
}

// Values holds a value for every parameter of a target.
type Values map[string]uint64

// Format writes a value as -set takes it.
func (p Param) Format(v uint64) string {
	if p.Hex {
		return strconv.FormatUint(v, 16)
	}
	return strconv.FormatUint(v, 10)
}

// Describe writes the range as help and errors show it.
func (p Param) Describe(v Values) string {
	r := p.Range(v)
	s := p.Format(r.Min) + ".." + p.Format(r.Max)
	if p.Hex {
		s += ", hexadecimal, no prefix"
	}
	if r.Multiple > 1 {
		s += fmt.Sprintf(" in steps of %d", r.Multiple)
	}
	return s
}

// Parse reads assignments name=value and fills in defaults. It reports every wrong one at
// once, each with the valid range, an unknown name with the nearest known one.
func (t *Target) Parse(assignments []string) (Values, error) {
	var errs []error
	text := map[string]string{}
	for _, a := range assignments {
		name, value, ok := strings.Cut(a, "=")
		switch _, twice := text[name]; {
		case !ok:
			errs = append(errs, fmt.Errorf("-set %s: want name=value", a))
		case twice:
			errs = append(errs, fmt.Errorf("-set %s: set twice", name))
		case !t.has(name):
			errs = append(errs, fmt.Errorf("-set %s: %s has no such parameter%s", a, t.Name, Nearest(name, t.names())))
		default:
			text[name] = value
		}
	}
	v := Values{}
	for _, p := range t.Params {
		r := p.Range(v)
		v[p.Name] = r.Default
		s, set := text[p.Name]
		if !set {
			continue
		}
		base := 10
		if p.Hex {
			base = 16
		}
		x, err := strconv.ParseUint(s, base, 64)
		if err != nil || x < r.Min || x > r.Max || r.Multiple > 1 && x%r.Multiple != 0 {
			errs = append(errs, fmt.Errorf("-set %s=%s: want %s", p.Name, s, p.Describe(v)))
			continue
		}
		v[p.Name] = x
	}
	return v, errors.Join(errs...)
}

func (t *Target) has(name string) bool {
	for _, p := range t.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

func (t *Target) names() []string {
	var names []string
	for _, p := range t.Params {
		names = append(names, p.Name)
	}
	return names
}

// Nearest is " (did you mean X?)" for the known name closest to a wrong one, or a list of all of them.
func Nearest(name string, known []string) string {
	switch best := Closest(name, known); {
	case best != "":
		return " (did you mean " + best + "?)"
	case len(known) == 1:
		return " (there is " + known[0] + ")"
	}
	return " (there are " + strings.Join(known, ", ") + ")"
}

// Closest is the known name that a wrong one was most likely meant to be, by a slip of the pen or
// because it was cut short, "" if none is near.
func Closest(name string, known []string) string {
	best, distance := "", len(name)/3+2
	for _, k := range known {
		if d := levenshtein.ComputeDistance(name, k); d < distance {
			best, distance = k, d
		}
	}
	if best != "" || name == "" {
		return best
	}
	for _, k := range known {
		if strings.HasPrefix(k, name) {
			return k
		}
	}
	return ""
}
