// Package config names the parameters of the VC allocators with their ranges and defaults. It
// is the only package that builder and golden model share, and it has no behaviour of either.
package config

import (
	"errors"
	"fmt"
	"strings"
)

// Classes is the class graph of an allocator.
type Classes int

// The class graphs.
const (
	Dateline Classes = iota
	Escape
)

// Arch is the order in which an allocator decides.
type Arch int

// The architectures.
const (
	SepIF Arch = iota
	SepOF
	Wavefront
)

// Arb is the kind of the arbiters of the separable architectures.
type Arb int

// The kinds of arbiter.
const (
	RR Arb = iota
	Matrix
)

// The names of the parameters' values, as -set takes them.
var (
	Arches = []string{"sep-if", "sep-of", "wavefront"}
	Arbs   = []string{"rr", "matrix"}
)

func (c Classes) String() string { return [...]string{"dateline", "escape"}[c] }
func (a Arch) String() string    { return Arches[a] }
func (a Arb) String() string     { return Arbs[a] }

// Config holds the parameters of one allocator, as docs/spec/vcalloc.md lists them.
type Config struct {
	Classes Classes // of the target
	Inputs  int     // input ports
	Outputs int     // output ports
	VCs     int     // of each port
	Arch    Arch
	Arb     Arb
}

// Default is the allocator of a class graph as it stands in the specification.
func Default(c Classes) Config {
	return Config{Classes: c, Inputs: 7, Outputs: 7, VCs: [...]int{4, 5}[c]}
}

// A Range bounds one parameter: Min <= value <= Max, a multiple of Multiple.
type Range struct {
	Name               string
	Min, Max, Multiple uint64
}

// Ranges gives the bounds of every parameter of a class graph, in the order of the specification.
func Ranges(c Classes) []Range {
	vcs := Range{"vcs", 2, 8, 2}
	if c == Escape {
		vcs = Range{"vcs", 3, 8, 1}
	}
	return []Range{
		{"inputs", 1, 8, 1}, {"outputs", 1, 8, 1}, vcs,
		{"arch", 0, uint64(len(Arches) - 1), 1}, {"arb", 0, uint64(len(Arbs) - 1), 1},
	}
}

// Values gives the parameters in the order of Ranges.
func (c Config) Values() []uint64 {
	return []uint64{uint64(c.Inputs), uint64(c.Outputs), uint64(c.VCs), uint64(c.Arch), uint64(c.Arb)}
}

// Validate reports every parameter outside its range, all at once.
func (c Config) Validate() error {
	if c.Classes != Dateline && c.Classes != Escape {
		return fmt.Errorf("classes: %d is neither dateline nor escape", int(c.Classes))
	}
	var errs []error
	values := c.Values()
	for i, r := range Ranges(c.Classes) {
		v := values[i]
		if v >= r.Min && v <= r.Max && v%r.Multiple == 0 {
			continue
		}
		want := fmt.Sprintf("%d..%d", r.Min, r.Max)
		switch {
		case r.Name == "arch":
			want = strings.Join(Arches, "|")
		case r.Name == "arb":
			want = strings.Join(Arbs, "|")
		case r.Multiple > 1:
			want += fmt.Sprintf(" in steps of %d", r.Multiple)
		}
		errs = append(errs, fmt.Errorf("%s: %d, want %s", r.Name, int64(v), want))
	}
	return errors.Join(errs...)
}

// PortBits is the width of req_i_port.
func (c Config) PortBits() int {
	bits := 1
	for 1<<bits < c.Outputs {
		bits++
	}
	return bits
}
