package wormhole4

import "github.com/flitwright/flitwright/ir"

const (
	ports     = 4 // inputs, and outputs
	destWidth = 2 // bits that name one of them
)

// flitWidth is the width of a flit with its two marks.
func (c Config) flitWidth() int { return c.Width + 2 }

// isHead is 1 bit: the flit's head bit.
func isHead(flit ir.Signal) ir.Signal { return flit.Msb() }

// isTail is 1 bit: the flit's tail bit.
func isTail(flit ir.Signal) ir.Signal { return flit.Bit(flit.Width() - 2) }

// destination is 2 bits: of a head flit, the output it names.
func destination(flit ir.Signal) ir.Signal { return flit.Low(destWidth) }
