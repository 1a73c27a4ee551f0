package golden

import "github.com/flitwright/flitwright/vcallocator/config"

// legal tells whether output VC w may be taken from input VC v.
func legal(c config.Config, v, w int, turn bool) bool {
	if c.Classes == config.Escape {
		adaptive := func(vc int) bool { return vc == c.VCs-1 || c.VCs%2 == 0 && vc == c.VCs-2 }
		return adaptive(w) || adaptive(v) || v/2 == w/2
	}
	if v/2 != w/2 {
		return false
	}
	return v%2 == 0 || w%2 == 1 || turn
}

// linked tells whether w is a successor of the input VCs v, and they predecessors of w.
func linked(c config.Config, v, w int) bool {
	return legal(c, v, w, false) || legal(c, v, w, true)
}

// successors lists the output VCs of an input VC v, ascending.
func successors(c config.Config, v int) []int {
	var list []int
	for w := range c.VCs {
		if linked(c, v, w) {
			list = append(list, w)
		}
	}
	return list
}

// predecessors lists the input VCs, of all input ports, of output VC w, ascending.
func predecessors(c config.Config, w int) []int {
	var list []int
	for i := range c.Inputs * c.VCs {
		if linked(c, i%c.VCs, w) {
			list = append(list, i)
		}
	}
	return list
}

// A component is a part of the class graph that no legal move leaves: in[v] and out[w] tell which
// input VCs and which output VCs are in it.
type component struct{ in, out []bool }

// components lists those of the class graph, by their least input VC.
func components(c config.Config) []component {
	var list []component
	placed := make([]bool, c.VCs)
	for first := range c.VCs {
		if placed[first] {
			continue
		}
		part := component{make([]bool, c.VCs), make([]bool, c.VCs)}
		part.in[first] = true
		for grew := true; grew; {
			grew = false
			for v := range c.VCs {
				for w := range c.VCs {
					if linked(c, v, w) && part.in[v] != part.out[w] {
						part.in[v], part.out[w] = true, true
						grew = true
					}
				}
			}
		}
		for v, in := range part.in {
			placed[v] = placed[v] || in
		}
		list = append(list, part)
	}
	return list
}
