package golden

import "github.com/flitwright/flitwright/vcallocator/config"

// legal tells whether a packet on VC v may take VC w, entering a new dimension or not.
func (a *Allocator) legal(v, w int, turn bool) bool {
	if a.config.Classes == config.Dateline {
		if v/2 != w/2 {
			return false
		}
		return v%2 == 0 || w%2 == 1 || turn
	}
	if a.adaptive(v) || a.adaptive(w) {
		return true
	}
	return v/2 == w/2
}

// adaptive tells whether a VC of an escape allocator is adaptive.
func (a *Allocator) adaptive(v int) bool {
	return v == a.vcs-1 || a.vcs%2 == 0 && v == a.vcs-2
}

// everLegal is legal with or without a turn.
func (a *Allocator) everLegal(v, w int) bool {
	return a.legal(v, w, false) || a.legal(v, w, true)
}

// successors of input VC i, and predecessors of output VC w, ascending.
func (a *Allocator) successors(i int) (list []int) {
	for w := range a.vcs {
		if a.everLegal(i%a.vcs, w) {
			list = append(list, w)
		}
	}
	return list
}

func (a *Allocator) predecessors(w int) (list []int) {
	for i := range a.inputVCs {
		if a.everLegal(i%a.vcs, w) {
			list = append(list, i)
		}
	}
	return list
}
