package golden

// A crc is the table of a CRC-8, most significant bit first: initial value 0, no reflection,
// no final xor.
type crc [256]uint8

func newCRC(poly uint64) crc {
	var c crc
	for i := range c {
		sum := uint8(i)
		for range 8 {
			carry := sum>>7 != 0
			sum <<= 1
			if carry {
				sum ^= uint8(poly)
			}
		}
		c[i] = sum
	}
	return c
}

// next is the checksum after one more data character.
func (c *crc) next(sum uint8, data char) uint8 { return c[sum^uint8(data)] }
