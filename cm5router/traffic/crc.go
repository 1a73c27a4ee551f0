package traffic

// A crc is the redundancy check of a link: most significant bit first, initial value 0, four
// bits a step.
type crc struct {
	shift int // from the top four bits down to bit 0
	mask  uint32
	table [16]uint32
}

func newCRC(width int, poly uint64) crc {
	c := crc{shift: width - 4, mask: uint32(1<<width - 1)}
	for i := range c.table {
		r := uint32(i) << c.shift
		for range 4 {
			top := r >> (width - 1) & 1
			r = (r<<1 ^ top*uint32(poly)) & c.mask
		}
		c.table[i] = r
	}
	return c
}

// next is the sum after one more flit.
func (c *crc) next(sum uint32, flit byte) uint32 {
	return (sum<<4 ^ c.table[(sum>>c.shift^uint32(flit))&15]) & c.mask
}

// A Verdict is what a receiver makes of a message's CRC.
type Verdict uint8

// Good is a CRC that is equal, Secondary the exact complement, Primary anything else.
const (
	Good Verdict = iota
	Secondary
	Primary
)

func (v Verdict) String() string { return [...]string{"good", "secondary", "primary"}[v] }

// verdict compares the CRC that was sent with the one it should have been.
func (c *crc) verdict(sum, sent uint32) Verdict {
	switch sent {
	case sum:
		return Good
	case ^sum & c.mask:
		return Secondary
	}
	return Primary
}
