package cm5router

import "github.com/flitwright/flitwright/cm5router/config"

// An entry is what the input FIFO, the crossbar and the output buffer hold, 5 bits: bit 4
// marks a trailer, bits 3:0 are a flit or, in a trailer, the verdict bits below.
const (
	entryWidth = 5
	trailerBit = 4

	primaryBit   = 0 // CRC wrong and not the complement
	secondaryBit = 1 // CRC complemented
	lengthBit    = 2 // length 0 or above words
	badBit       = 3 // any of the three: the CRC sent on is complemented
)

// The ports: children first.
const (
	children = 4
	ports    = 8
)

// sizes are the numbers that follow from the parameters.
type sizes struct {
	roundTrip   int // cycles from a token to the flit it pays for
	room        int // entries of the input FIFO
	lengthFlits int
	crcFlits    int
	buffer      int // entries of the output buffer: a whole message, its CRC as one trailer
}

func sizesOf(c config.Config) sizes {
	s := sizes{roundTrip: 2*c.Link + 1, lengthFlits: 1, crcFlits: c.CRCWidth / 4}
	if c.Words > 15 {
		s.lengthFlits = 2
	}
	s.room = c.Depth + 1 + max(0, s.crcFlits-4)
	s.buffer = 1 + 8 + s.lengthFlits + 1 + 8*c.Words + 1
	return s
}
