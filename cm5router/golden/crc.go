package golden

// A crc computes the checksum of a message flit by flit: initial value 0, most significant
// bit first.
type crc struct {
	width int        // bits
	flits int        // CF, width/4
	mask  uint32     // the low width bits
	table [16]uint32 // what a nibble at the top of the register adds four shifts later
}

func newCRC(width int, poly uint64) crc {
	c := crc{width: width, flits: width / 4, mask: uint32(1<<width - 1)}
	top := uint32(1) << (width - 1)
	for nibble := range c.table {
		sum := uint32(nibble) << (width - 4)
		for range 4 {
			carry := sum&top != 0
			sum <<= 1
			if carry {
				sum ^= uint32(poly)
			}
		}
		c.table[nibble] = sum & c.mask
	}
	return c
}

// next is the checksum after one more flit.
func (c *crc) next(sum uint32, flit uint8) uint32 {
	return (sum<<4 ^ c.table[(sum>>(c.width-4)^uint32(flit))&15]) & c.mask
}

// flit is the i-th flit of a checksum as it is sent, most significant first.
func (c *crc) flit(sum uint32, i int) uint8 {
	return uint8(sum>>(c.width-4*(i+1))) & 15
}

// judge compares a checksum received with the one computed.
func (c *crc) judge(received, computed uint32) verdict {
	switch received {
	case computed:
		return good
	case ^computed & c.mask:
		return secondary
	}
	return primary
}
