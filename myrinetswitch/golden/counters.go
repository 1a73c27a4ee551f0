package golden

// A counter is one of the status counters that every input has.
type counter int

const (
	packets counter = iota
	illegalTurns
	noWires
	strandeds
	crcErrors
	timeouts
	fress
	counters
)

// String is the name between "stat_" and the port.
func (c counter) String() string {
	return [...]string{"packets", "illegal_turn", "no_wire", "stranded", "crc", "timeout", "fres"}[c]
}

// count adds one at the end of the present cycle; a counter stays at FFFF.
func (in *input) count(c counter) {
	if in.counters[c] != 0xFFFF {
		in.counters[c]++
	}
}
