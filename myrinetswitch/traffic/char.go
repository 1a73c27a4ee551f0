package traffic

import "github.com/flitwright/flitwright/myrinetswitch/config"

// A Char is one character of a link: data, or with bit 8 set a control symbol.
type Char uint16

// control is the bit that makes a character a control symbol.
const control Char = 0x100

// IsData tells data from control symbols.
func (c Char) IsData() bool { return c&control == 0 }

// A Format is how characters and packets look on the links of one switch.
type Format struct {
	Idle, Go, Gap, Stop, Fres Char

	sums [256]byte // of one byte
}

// NewFormat gives the format of the switch that c describes.
func NewFormat(c config.Config) *Format {
	symbol := func(code uint64) Char { return control | Char(code&255) }
	f := &Format{
		Idle: symbol(c.Symbols.Idle),
		Go:   symbol(c.Symbols.Go),
		Gap:  symbol(c.Symbols.Gap),
		Stop: symbol(c.Symbols.Stop),
		Fres: symbol(c.Symbols.Fres),
	}
	for i := range f.sums {
		sum := byte(i)
		for range 8 {
			high := sum >> 7
			sum = sum<<1 ^ high*byte(c.CRCPoly)
		}
		f.sums[i] = sum
	}
	return f
}

// next is the CRC after one more byte.
func (f *Format) next(sum, b byte) byte { return f.sums[sum^b] }

// CRC is the check of data characters as they stand on a link.
func (f *Format) CRC(data []byte) byte {
	var sum byte
	for _, b := range data {
		sum = f.next(sum, b)
	}
	return sum
}

// known tells whether c is data or one of the five symbols.
func (f *Format) known(c Char) bool {
	return c.IsData() || c == f.Idle || c == f.Go || c == f.Gap || c == f.Stop || c == f.Fres
}

// stored tells whether a switch keeps c in its buffer.
func (f *Format) stored(c Char) bool { return c.IsData() || c == f.Gap }
