package target

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
)

// A Param is one parameter of a router, set with -set name=value.
type Param struct {
	Name, Help string
	Hex        bool // written in hexadecimal without a prefix
	// Names makes the parameter a choice: value k is written Names[k], Range is within them.
	Names []string
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
	switch {
	case p.Names != nil:
		return p.Names[v]
	case p.Hex:
		return strconv.FormatUint(v, 16)
	}
	return strconv.FormatUint(v, 10)
}

// Choices are the names that the range leaves a parameter with names, none for one without.
func (p Param) Choices(v Values) []string {
	if p.Names == nil {
		return nil
	}
	r := p.Range(v)
	return p.Names[r.Min : r.Max+1]
}

// parse reads what Format writes.
func (p Param) parse(s string) (uint64, error) {
	switch {
	case p.Names != nil:
		if k := slices.Index(p.Names, s); k >= 0 {
			return uint64(k), nil
		}
		return 0, strconv.ErrSyntax
	case p.Hex:
		return strconv.ParseUint(s, 16, 64)
	}
	return strconv.ParseUint(s, 10, 64)
}

// Describe writes the range as help and errors show it.
func (p Param) Describe(v Values) string {
	if p.Names != nil {
		return strings.Join(p.Choices(v), "|")
	}
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
		x, err := p.parse(s)
		if err != nil || x < r.Min || x > r.Max || r.Multiple > 1 && x%r.Multiple != 0 {
			wrong := fmt.Errorf("-set %s=%s: want %s", p.Name, s, p.Describe(v))
			if near := Closest(s, p.Choices(v)); near != "" {
				wrong = fmt.Errorf("%w (did you mean %s?)", wrong, near)
			}
			errs = append(errs, wrong)
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
