package golden

import (
	"fmt"
	"iter"
)

// The places of the pins in the words of Step: valid and data of each input, ready of each output.
const (
	pinRst   = 0
	pinIn    = 1
	pinReady = pinIn + 2*ports
)

// Inputs lists the input pins with their widths, in the order of Step.
func (s *Switch) Inputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		more := yield("rst", 1)
		for p := range ports {
			more = more && yield(fmt.Sprintf("in_%d_valid", p), 1) && yield(fmt.Sprintf("in_%d_data", p), s.width+2)
		}
		for q := range ports {
			more = more && yield(fmt.Sprintf("out_%d_ready", q), 1)
		}
	}
}

// Outputs lists the output pins with their widths, in the order of Step.
func (s *Switch) Outputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		more := true
		for p := range ports {
			more = more && yield(fmt.Sprintf("in_%d_ready", p), 1)
		}
		for q := range ports {
			more = more && yield(fmt.Sprintf("out_%d_valid", q), 1) && yield(fmt.Sprintf("out_%d_data", q), s.width+2)
		}
		_ = more && yield("err_stray", ports)
	}
}

// show fills in the outputs. All are functions of state; full is counted on the way.
func (s *Switch) show(out []uint64) {
	clear(out)
	for p, i := range s.inputs {
		if len(i.queue) < s.depth {
			out[p] = 1
		} else {
			s.seen[eventFull+p]++
		}
		if i.stray {
			out[3*ports] |= 1 << p
		}
	}
	for q, o := range s.outputs {
		if o.valid {
			out[ports+2*q], out[ports+2*q+1] = 1, o.data
		}
	}
}
