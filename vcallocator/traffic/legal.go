package traffic

import "github.com/flitwright/flitwright/vcallocator/config"

// legalVCs is the set of VCs that a packet of input VC i may take.
func (p pins) legalVCs(i int, turn bool) (set uint64) {
	v := i % p.VCs
	pair := uint64(3) << (v &^ 1)
	if p.Classes == config.Dateline {
		if v&1 == 1 && !turn {
			pair &= pair - 1 // not back to bit 0
		}
		return pair
	}
	escapes := (p.VCs - 1) &^ 1
	adaptive := uint64(1)<<p.VCs - 1<<escapes
	if v >= escapes {
		return uint64(1)<<p.VCs - 1
	}
	return pair | adaptive
}

// sources counts the input VCs from which a VC is legal, with or without a turn.
func (p pins) sources(w int) (n int) {
	for i := range p.requesters {
		if (p.legalVCs(i, false)|p.legalVCs(i, true))>>w&1 == 1 {
			n++
		}
	}
	return n
}

// diagonals is N of the wavefront array that input VC i is in.
func (p pins) diagonals() int {
	if p.Classes == config.Dateline {
		return 2 * p.Inputs // the VCs of one class
	}
	return p.requesters
}
