package table

// An Entry is what the table says for one source and destination: bits 25:15 of the header, in bits
// 10:0, so that the word is ORed into a header with no shift but one; the class bit, bit 9, is 0.
//
//	bits     field     meaning
//	2:0      sign      bit 0 x, 1 y, 2 z; 1: minus
//	4:3      initial   0 none, 1 +x, 2 +y, 3 +z
//	5        final     1: arrive by a last -z hop
//	8:6      select    bit 6 x, 7 y, 8 z
//	9        class     0
//	10       adaptive  1: may use the adaptive VC
//	11       no route  1: dead links are in every way, do not send; the other fields are of no use
type Entry uint16

// EntryBits is the width of an entry.
const EntryBits = 12

const (
	initialBit        = 3
	finalEntry  Entry = 1 << 5
	selectBit         = 6
	adaptive    Entry = 1 << 10
	noRoute     Entry = 1 << 11
	threeBits   Entry = 7
	initialMask Entry = 3
)

// Sign is the sign field.
func (e Entry) Sign() int { return int(e & threeBits) }

// Minus tells whether packets go in falling coordinates of a dimension.
func (e Entry) Minus(dim int) bool { return e>>dim&1 == 1 }

// Initial is the initial field.
func (e Entry) Initial() int { return int(e >> initialBit & initialMask) }

// Final tells whether packets arrive by a last -z hop.
func (e Entry) Final() bool { return e&finalEntry != 0 }

// Select is the select field.
func (e Entry) Select() int { return int(e >> selectBit & threeBits) }

// Adaptive tells whether packets may use the adaptive VC.
func (e Entry) Adaptive() bool { return e&adaptive != 0 }

// Routed tells whether packets can arrive.
func (e Entry) Routed() bool { return e&noRoute == 0 }

// HeaderBits are bits 25:15 of a header, in place. Class is to be added.
func (e Entry) HeaderBits() uint64 { return uint64(e&^noRoute) << 15 }
