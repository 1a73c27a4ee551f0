package verilator

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir/sim"
)

// appendBatch adds the bench's request for a batch to b.
func appendBatch(b []byte, in []uint64, inWords, cycles int) []byte {
	b = binary.BigEndian.AppendUint64(b, uint64(cycles))
	for c := range cycles {
		for w := inWords - 1; w >= 0; w-- {
			b = binary.BigEndian.AppendUint64(b, in[c*inWords+w])
		}
	}
	return b
}

var errLine = errors.New("line of the simulator is garbled")

// parseLine reads one line of a cycle's outputs, without its "@", into out. A bit that is not
// known is 0 there; unknown tells if there are any.
func parseLine(line string, out []uint64) (unknown bool, err error) {
	words := max(1, len(out))
	switch {
	case line != "" && line[0] == 'h' && len(line) == 1+16*words:
		bytes, err := hex.DecodeString(line[1:])
		if err != nil {
			return false, errLine
		}
		for i := range out {
			out[i] = binary.BigEndian.Uint64(bytes[8*(words-1-i):])
		}
		return false, nil
	case line != "" && line[0] == 'b' && len(line) == 1+64*words:
		clear(out)
		for i, digit := range line[1:] {
			bit := 64*words - 1 - i
			switch digit {
			case '1':
				if len(out) > 0 {
					out[bit/64] |= 1 << (bit % 64)
				}
			case '0':
			case 'x', 'z':
				unknown = true
			default:
				return false, errLine
			}
		}
		return unknown, nil
	}
	return false, errLine
}

// unknownOutputs names the output pins with bits that are not known in a line that parseLine
// took, with their values.
func unknownOutputs(line string, layout *sim.Layout) string {
	var names []string
	for _, p := range layout.Outputs {
		low := len(line) - 64*p.Word
		if bits := line[low-p.Width : low]; strings.ContainsAny(bits, "xz") {
			names = append(names, fmt.Sprintf("%s = %d'b%s", p.Name, p.Width, bits))
		}
	}
	return strings.Join(names, ", ")
}
