package traffic

// Words of one cycle of input pins: rst, cfg_enable, cfg_timeout, then in_p_char of each port.
const (
	pinRst     = 0
	pinEnable  = 1
	pinTimeout = 2
	pinInChar  = 3
)

// maxPorts is the greatest number of ports of a switch.
const maxPorts = 16

// InputWords is the number of input words a cycle of a switch with n ports.
func InputWords(n int) int { return pinInChar + n }

// OutputWords is the number of output words a cycle of a switch with n ports: out_p_char of each,
// err_overflow, then the counters, each kind for all ports.
func OutputWords(n int) int { return n + 1 + int(counters)*n }

// A counter is a kind of statistics, in the order of the pins.
type counter int

const (
	packetsCounter counter = iota
	illegalCounter
	noWireCounter
	strandedCounter
	crcCounter
	timeoutCounter
	fresCounter
	counters
)

func (c counter) String() string {
	return [...]string{"stat_packets", "stat_illegal_turn", "stat_no_wire", "stat_stranded", "stat_crc", "stat_timeout", "stat_fres"}[c]
}

// stat is the word of a counter of port p of n.
func stat(c counter, p, n int) int { return n + 1 + int(c)*n + p }
