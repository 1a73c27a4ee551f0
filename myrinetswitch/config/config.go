// Package config names the parameters of the Myrinet switch with their ranges and defaults.
// It is the only package that builder and golden model share, and it has no behaviour of
// either.
package config

import (
	"errors"
	"fmt"
	"math/bits"
)

// Config holds the parameters of one switch, as docs/spec/myrinet.md lists them.
type Config struct {
	Ports       int // 2..16
	Depth       int // queue of an input in characters
	Ks, Kg      int // watermarks: STOP above Ks, GO below Kg
	LinkLatency int // cycles of cable each way, for the slack proof
	Refresh     int // cycles between two STOPs while stopping
	StopExpire  int // cycles after which a STOP is forgotten
	Symbols     Symbols
	CRCPoly     uint64 // of CRC-8, without the highest term
}

// Symbols are the codes of the control symbols, bits 7:0 of a character with bit 8 set.
type Symbols struct{ Idle, Go, Gap, Stop, Fres uint64 }

// Default is the switch as it stands in the specification.
func Default() Config {
	return Config{
		Ports: 8, Depth: 108, Ks: 72, Kg: 36, LinkLatency: 8, Refresh: 16, StopExpire: 64,
		Symbols: Symbols{Idle: 0x00, Go: 0x03, Gap: 0x0C, Stop: 0x0F, Fres: 0x05}, CRCPoly: 0x07,
	}
}

// A Range bounds one parameter: Min <= value <= Max.
type Range struct {
	Name     string
	Min, Max uint64
}

// Ranges gives the bounds of every parameter, in the order of the specification.
func Ranges() []Range {
	const byteMax = 255
	return []Range{
		{"ports", 2, 16}, {"depth", 16, 1024}, {"ks", 1, 1023}, {"kg", 1, 1023}, {"link_latency", 0, 64},
		{"refresh", 2, 1023}, {"stop_expire", 8, 65535},
		{"sym_idle", 0, byteMax}, {"sym_go", 0, byteMax}, {"sym_gap", 0, byteMax}, {"sym_stop", 0, byteMax},
		{"sym_fres", 0, byteMax}, {"crc_poly", 1, byteMax},
	}
}

// Values gives the parameters in the order of Ranges.
func (c Config) Values() []uint64 {
	return []uint64{
		uint64(c.Ports), uint64(c.Depth), uint64(c.Ks), uint64(c.Kg), uint64(c.LinkLatency),
		uint64(c.Refresh), uint64(c.StopExpire),
		c.Symbols.Idle, c.Symbols.Go, c.Symbols.Gap, c.Symbols.Stop, c.Symbols.Fres, c.CRCPoly,
	}
}

// Slack is R: how many characters can still arrive after the count first exceeds Ks, the
// sender being a switch of this kind.
func (c Config) Slack() int { return 5 + 2*c.LinkLatency + 2 }

// Validate reports every parameter outside its range and every rule between parameters that
// does not hold, all at once.
func (c Config) Validate() error {
	var errs []error
	values := c.Values()
	for i, r := range Ranges() {
		if v := values[i]; v < r.Min || v > r.Max {
			errs = append(errs, fmt.Errorf("%s: %d is not in %d..%d", r.Name, int64(v), r.Min, r.Max))
		}
	}
	r := c.Slack()
	if need := c.Ks + 1 + r; c.Depth < need {
		errs = append(errs, fmt.Errorf("depth: %d is less than ks+1+R = %d+1+%d = %d: the queue could overflow", c.Depth, c.Ks, r, need))
	}
	if c.Kg < r+2 {
		errs = append(errs, fmt.Errorf("kg: %d is less than R+2 = %d+2 = %d: the link could run dry", c.Kg, r, r+2))
	}
	if c.Kg >= c.Ks {
		errs = append(errs, fmt.Errorf("kg: %d is not less than ks = %d", c.Kg, c.Ks))
	}
	if need := 2*c.Refresh + 4; c.StopExpire < need {
		errs = append(errs, fmt.Errorf("stop_expire: %d is less than 2*refresh+4 = %d: one lost STOP would let the sender go on", c.StopExpire, need))
	}
	symbols := values[7:12]
	for i, a := range symbols {
		for j, b := range symbols[:i] {
			if bits.OnesCount64(a^b) < 2 {
				errs = append(errs, fmt.Errorf("%s and %s: %02x and %02x differ in fewer than 2 bits",
					Ranges()[7+j].Name, Ranges()[7+i].Name, b, a))
			}
		}
	}
	return errors.Join(errs...)
}
