package traffic

// Words of one cycle of input pins, one a pin, in the order of the page. Those of port p follow
// at a distance of 2*p for flit and valid and of p for the token.
const (
	pinRst      = 0
	pinLevel    = 1
	pinParents  = 2
	pinChildren = 3
	pinAFD      = 4
	pinSeed     = 5
	pinInFlit   = 6
	pinInValid  = 7
	pinOutToken = 22

	InputPins = 30 // words of input a cycle
)

// Words of one cycle of output pins.
const (
	pinInToken   = 0
	pinOutFlit   = 8
	pinOutValid  = 9
	pinPrimary   = 24
	pinSecondary = 25
	pinProtocol  = 26
	pinStatIn    = 27
	pinStatOut   = 35

	OutputPins = 43 // words of output a cycle
)

const (
	ports    = 8 // 0..3 are children, 4..7 parents
	children = 4
)

// inTokens gathers in_p_token, bit p for port p.
func inTokens(out []uint64) uint8 {
	var m uint8
	for p, v := range out[pinInToken : pinInToken+ports] {
		m |= uint8(v&1) << p
	}
	return m
}

// outTokens gathers out_p_token, bit p for port p.
func outTokens(in []uint64) uint8 {
	var m uint8
	for p, v := range in[pinOutToken : pinOutToken+ports] {
		m |= uint8(v&1) << p
	}
	return m
}
