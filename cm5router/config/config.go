// Package config names the parameters of the CM-5 data router with their ranges and
// defaults. It is the only package that builder and golden model share, and it has no
// behaviour of either.
package config

import (
	"errors"
	"fmt"
)

// Config holds the parameters of one router, as docs/spec/cm5.md lists them.
type Config struct {
	Words    int    // longest message in 32-bit words; two length flits from 16
	Link     int    // cycles of wire each way between two chips, outside the chip
	Parents  int    // parent ports: 2 or 4
	Depth    int    // input FIFO in flits, from 2*Link+2
	CRCWidth int    // bits of the CRC, a multiple of 4
	CRCPoly  uint64 // CRC polynomial without its highest term
}

// Default is the router as it stands in the specification, for a given link latency.
func Default(link int) Config {
	return Config{Words: 5, Link: link, Parents: 4, Depth: 2*link + 6, CRCWidth: 16, CRCPoly: 0x1021}
}

// DefaultPoly is the CRC polynomial of a router of this CRC width. None of them ever gives all ones for
// one flipped bit, which would look like a complemented CRC.
func DefaultPoly(width int) uint64 {
	switch width {
	case 4, 8:
		return 0x7
	case 12:
		return 0x80F
	}
	return 0x1021
}

// A Range bounds one parameter: Min <= value <= Max, and value a multiple of Multiple.
type Range struct {
	Name               string
	Min, Max, Multiple uint64
}

// Ranges gives the bounds of every parameter, in the order of the specification. Those of
// depth follow from c.Link and that of crc_poly from c.CRCWidth.
func (c Config) Ranges() []Range {
	width := min(max(c.CRCWidth, 4), 32) // a width out of range is reported in its own row
	return []Range{
		{"words", 1, 18, 1},
		{"link", 0, 3, 1},
		{"parents", 2, 4, 2},
		{"depth", uint64(2*min(max(c.Link, 0), 3) + 2), 64, 1},
		{"crc_width", 4, 32, 4},
		{"crc_poly", 1, 1<<width - 1, 1},
	}
}

// Values gives the parameters in the order of Ranges.
func (c Config) Values() []uint64 {
	return []uint64{uint64(c.Words), uint64(c.Link), uint64(c.Parents), uint64(c.Depth), uint64(c.CRCWidth), c.CRCPoly}
}

// Validate reports every parameter outside its range, all at once.
func (c Config) Validate() error {
	var errs []error
	for i, r := range c.Ranges() {
		v := c.Values()[i]
		if v < r.Min || v > r.Max || v%r.Multiple != 0 {
			errs = append(errs, fmt.Errorf("%s: %d is not in %d..%d in steps of %d", r.Name, int64(v), r.Min, r.Max, r.Multiple))
		}
	}
	return errors.Join(errs...)
}
