package traffic

// A Part is a section of a message.
type Part uint8

// The parts in the order in which they are sent.
const (
	HeightPart Part = iota
	RoutePart
	LengthPart
	TagPart
	DataPart
	CRCPart
	partCount
)

// size is the number of flits of a part.
func (f *Format) size(part Part, height, length int) int {
	switch part {
	case RoutePart:
		return routeFlits(height)
	case LengthPart:
		return f.LengthFlits
	case DataPart:
		return 8 * length
	case CRCPart:
		return f.CRCFlits
	}
	return 1
}

// Span gives the flits lo..hi-1 of one part of an encoded message.
func (f *Format) Span(flits []byte, part Part) (lo, hi int) {
	height := int(flits[0])
	length := 0
	for p := HeightPart; ; p++ {
		hi = lo + f.size(p, height, length)
		if p == LengthPart {
			for _, x := range flits[lo:hi] {
				length = length<<4 | int(x)
			}
		}
		if p == part {
			return lo, hi
		}
		lo = hi
	}
}

// Flip inverts one bit of a part of an encoded message, counted from the part's first flit,
// lowest bit first; a part with no flits is left alone.
func (f *Format) Flip(flits []byte, part Part, bit int) {
	lo, hi := f.Span(flits, part)
	if lo < hi {
		bit %= 4 * (hi - lo)
		flits[lo+bit/4] ^= 1 << (bit % 4)
	}
}

// Complement inverts the CRC of an encoded message.
func (f *Format) Complement(flits []byte) {
	for i := len(flits) - f.CRCFlits; i < len(flits); i++ {
		flits[i] ^= 15
	}
}

// A framer finds the messages in the flits of a link, as every receiver must.
type framer struct {
	f      *Format
	part   Part // of the flit to come
	left   int  // flits of that part to come
	height int
	length int
	sum    uint32 // over the flits before the CRC
	sent   uint32 // CRC as sent
}

func newFramer(f *Format) framer { return framer{f: f, left: 1} }

// push takes one flit and tells what it is and whether it is a message's last.
func (r *framer) push(flit byte) (part Part, last bool) {
	part = r.part
	switch part {
	case HeightPart:
		r.height, r.length, r.sum, r.sent = int(flit), 0, 0, 0
	case LengthPart:
		r.length = r.length<<4 | int(flit)
	case CRCPart:
		r.sent = r.sent<<4 | uint32(flit)
	}
	if part != CRCPart {
		r.sum = r.f.crc.next(r.sum, flit)
	}
	r.left--
	for r.left == 0 {
		r.part++
		if r.part == partCount {
			r.part, last = HeightPart, true
		}
		r.left = r.f.size(r.part, r.height, r.length)
	}
	return part, last
}

// verdict judges the message whose last flit was pushed last.
func (r *framer) verdict() Verdict { return r.f.crc.verdict(r.sum, r.sent) }

// inside tells whether a message has begun and not ended.
func (r *framer) inside() bool { return r.part != HeightPart }
