// Package selftest has the two ends of the self-test of a Myrinet switch: a source for each of its
// inputs and a sink for each of its outputs, small and fast enough to stand beside it in an FPGA.
//
// A packet is a route byte, the number of its destination, that of its source, a seed, data that follow
// from the seed byte by byte, the CRC and GAP. The seed or the first byte of data whose low four bits
// are 0 is the last before the CRC. So a packet says itself where it belongs and all that it must be, its
// length included, which is 6 to 99 characters. Sources honour the STOP and GO of the switch; sinks have them sent.
package selftest

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/rtl"
)

// following is the byte of data behind another: multiplied by x, modulo x^8 + x^4 + x^3 + x^2 + 1.
func following(m *ir.Module, x ir.Signal) ir.Signal {
	return rtl.CRC{Width: 8, Poly: 0x1d}.Step(x, m.Const(1, 0))
}

// isLast says that a byte of data, or a seed, is the last before the CRC.
func isLast(x ir.Signal) ir.Signal { return x.Low(4).EqC(0) }

// crc is the check of the links.
func crc(c config.Config) rtl.CRC { return rtl.CRC{Width: 8, Poly: c.CRCPoly} }

// symbol is a control symbol as a character.
func symbol(code uint64) uint64 { return 1<<8 | code }

// address is the number of bits that it takes to write the number of a port.
func address(c config.Config) int { return ir.Bits(c.Ports - 1) }
