package traffic

// A Header is the fields of a header, as the page lists them.
type Header struct {
	Dst      [3]int // x, y, z
	Minus    [3]bool
	Initial  int // 0 none, 1 +x, 2 +y, 3 +z
	Final    bool
	Select   [3]bool
	Class    int
	Adaptive bool
	Length   int
	Src      [3]int
	User     uint64 // 19 bits
}

// Encode packs the fields.
func (h *Header) Encode() uint64 {
	w := uint64(h.Initial&3)<<18 | uint64(h.Class&1)<<24 | uint64(h.Length&15)<<26 | h.User<<45
	w |= one(h.Final)<<20 | one(h.Adaptive)<<25
	for d := range 3 {
		w |= uint64(h.Dst[d]&31)<<(5*d) | one(h.Minus[d])<<(15+d) | one(h.Select[d])<<(21+d) | uint64(h.Src[d]&31)<<(30+5*d)
	}
	return w
}

// Decode unpacks them.
func Decode(w uint64) Header {
	h := Header{
		Initial:  int(w >> 18 & 3),
		Final:    w>>20&1 != 0,
		Class:    int(w >> 24 & 1),
		Adaptive: w>>25&1 != 0,
		Length:   int(w >> 26 & 15),
		User:     w >> 45,
	}
	for d := range 3 {
		h.Dst[d] = int(w >> (5 * d) & 31)
		h.Minus[d] = w>>(15+d)&1 != 0
		h.Select[d] = w>>(21+d)&1 != 0
		h.Src[d] = int(w >> (30 + 5*d) & 31)
	}
	return h
}

func one(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
