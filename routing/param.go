package routing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/target"
)

// A Param is a parameter of a scheme, set with -set name=value. It is a number, one of some words, or
// a text.
type Param struct {
	target.Param
	Words []string           // the values by name, the default first; Range is not used then
	Text  func(string) error // what is wrong with a text; Range is not used then
}

// number, words and text make the three kinds.
func number(name, help string, min, max, def uint64) Param {
	return Param{Param: target.Param{Name: name, Help: help, Range: target.Fixed(min, max, 1, def)}}
}

func flag(name, help string, def uint64) Param { return number(name, help, 0, 1, def) }

func words(name, help string, words ...string) Param {
	return Param{Param: target.Param{Name: name, Help: help}, Words: words}
}

func text(name, help string, check func(string) error) Param {
	return Param{Param: target.Param{Name: name, Help: help}, Text: check}
}

// Describe writes the values that the parameter takes.
func (p Param) Describe() string {
	switch {
	case p.Words != nil:
		return strings.Join(p.Words, "|")
	case p.Text != nil:
		return "text"
	}
	return p.Param.Describe(nil)
}

// Default is the value of a parameter that is not set, as -set takes it.
func (p Param) Default() string {
	switch {
	case p.Words != nil:
		return p.Words[0]
	case p.Text != nil:
		return ""
	}
	return p.Format(p.Range(nil).Default)
}

// Values are values for all parameters of a scheme.
type Values struct {
	numbers target.Values
	texts   map[string]string // words and texts
}

func (v Values) number(name string) int   { return int(v.numbers[name]) }
func (v Values) is(name string) bool      { return v.numbers[name] != 0 }
func (v Values) text(name string) string  { return v.texts[name] }
func (v Values) says(name, w string) bool { return v.texts[name] == w }

// Parse reads assignments name=value and fills in defaults. It reports every wrong one.
func (s *Scheme) Parse(assignments []string) (Values, error) {
	numeric := target.Target{Name: s.Name}
	v := Values{texts: map[string]string{}}
	for _, p := range s.Params {
		if p.Words == nil && p.Text == nil {
			numeric.Params = append(numeric.Params, p.Param)
			continue
		}
		v.texts[p.Name] = p.Default()
	}
	var errs []error
	var rest []string
	set := map[string]bool{}
	for _, a := range assignments {
		name, value, ok := strings.Cut(a, "=")
		i := slices.IndexFunc(s.Params, func(p Param) bool { return p.Name == name })
		switch {
		case !ok:
			rest = append(rest, a)
		case i < 0:
			errs = append(errs, fmt.Errorf("-set %s: %s has no such parameter%s", a, s.Name, s.nearest(name)))
		case s.Params[i].Words == nil && s.Params[i].Text == nil:
			rest = append(rest, a)
		case set[name]:
			errs = append(errs, fmt.Errorf("-set %s: set twice", name))
		default:
			set[name] = true
			if err := s.Params[i].check(value); err != nil {
				errs = append(errs, fmt.Errorf("-set %s: %w", a, err))
				continue
			}
			v.texts[name] = value
		}
	}
	var err error
	v.numbers, err = numeric.Parse(rest)
	return v, errors.Join(append(errs, err)...)
}

func (p Param) check(value string) error {
	if p.Text != nil {
		return p.Text(value)
	}
	if !slices.Contains(p.Words, value) {
		return fmt.Errorf("want %s", strings.Join(p.Words, ", "))
	}
	return nil
}

func (s *Scheme) nearest(name string) string {
	if len(s.Params) == 0 {
		return " (there are none)"
	}
	var names []string
	for _, p := range s.Params {
		names = append(names, p.Name)
	}
	return target.Nearest(name, names)
}
