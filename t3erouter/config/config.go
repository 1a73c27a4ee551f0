// Package config names the parameters of the Cray T3E router with their ranges and
// defaults. It is the only package that builder and golden model share, and it has no
// behaviour of either.
package config

import (
	"errors"
	"fmt"
)

// Config holds the parameters of one router, as docs/spec/t3e.md lists them.
type Config struct {
	X, Y, Z       int // sizes of the torus; 1: no links in that dimension
	Flit          int // data bits of a flit; 6 of sideband stand above them
	MaxFlits      int // flits of the longest packet, its header included
	AdaptiveDepth int // flits of an adaptive VC's buffer
	EscapeDepth   int // flits of any other VC's buffer
	LinkLatency   int // registers on each output
	Stages        int // pipeline stages, 1 to 3
}

// Default is the router as it stands in the specification, packets of up to maxFlits flits.
func Default(maxFlits int) Config {
	return Config{
		X: 8, Y: 32, Z: 8, Flit: 64, MaxFlits: maxFlits,
		AdaptiveDepth: max(22, maxFlits), EscapeDepth: max(12, maxFlits), LinkLatency: 1, Stages: 2,
	}
}

// A Range bounds one parameter: Min <= value <= Max.
type Range struct {
	Name     string
	Min, Max uint64
}

// Ranges gives the bounds of every parameter, in the order of the specification. Those of
// the depths follow from c.MaxFlits.
func (c Config) Ranges() []Range {
	packet := uint64(min(max(c.MaxFlits, 1), 15)) // one out of range is reported in its own row
	return []Range{
		{"x", 1, 32},
		{"y", 1, 32},
		{"z", 1, 32},
		{"flit", 64, 512},
		{"max_flits", 1, 15},
		{"adaptive_depth", packet, 64},
		{"escape_depth", packet, 64},
		{"link_latency", 1, 16},
		{"stages", 1, 3},
	}
}

// Values gives the parameters in the order of Ranges.
func (c Config) Values() []uint64 {
	return []uint64{
		uint64(c.X), uint64(c.Y), uint64(c.Z), uint64(c.Flit), uint64(c.MaxFlits),
		uint64(c.AdaptiveDepth), uint64(c.EscapeDepth), uint64(c.LinkLatency), uint64(c.Stages),
	}
}

// Validate reports every parameter outside its range, all at once.
func (c Config) Validate() error {
	var errs []error
	for i, r := range c.Ranges() {
		if v := c.Values()[i]; v < r.Min || v > r.Max {
			errs = append(errs, fmt.Errorf("%s: %d is not in %d..%d", r.Name, int64(v), r.Min, r.Max))
		}
	}
	return errors.Join(errs...)
}
