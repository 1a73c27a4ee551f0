package table_test

import (
	"slices"

	"github.com/flitwright/flitwright/t3erouter/table"
)

// A reader is a second reading of docs/spec/t3e.md, sections "Routes" and "Route of a header", in
// coordinates and without a look at the package: what its paths are held to.
type reader struct {
	size  [3]int
	works func(at [3]int, port int) bool
}

func readerOf(t *table.Torus) reader {
	return reader{size: t.Size(), works: func(c [3]int, port int) bool { return t.Works(t.Number(c), table.Direction(port)) }}
}

// A header has the fields that routes depend on.
type header struct {
	dst             [3]int
	sign, sel       int
	initial         int
	final, adaptive bool
}

func headerOf(t *table.Torus, dst table.Node, e table.Entry) header {
	bits := e.HeaderBits()
	return header{
		dst: t.Coordinates(dst), sign: int(bits >> 15 & 7), initial: int(bits >> 18 & 3), final: bits>>20&1 == 1,
		sel: int(bits >> 21 & 7), adaptive: bits>>25&1 == 1,
	}
}

func (r reader) move(c [3]int, port int) [3]int {
	step := 1 - 2*(port%2)
	c[port/2] = (c[port/2] + step + r.size[port/2]) % r.size[port/2]
	return c
}

func (r reader) target(h header) [3]int {
	to := h.dst
	if h.final {
		to[2] = (to[2] + 1) % r.size[2]
	}
	return to
}

// dueFrom lists the ports of the directions that are due, in the direction order.
func (r reader) dueFrom(c [3]int, h header) []int {
	to := r.target(h)
	var ports []int
	for _, port := range []int{0, 2, 4, 1, 3, 5} {
		if dim := port / 2; c[dim] != to[dim] && h.sign>>dim&1 == port%2 {
			ports = append(ports, port)
		}
	}
	if len(ports) == 0 && h.final && c != h.dst {
		ports = []int{5}
	}
	return ports
}

// hop gives the escape hop of a packet that came by port in, 6 if it was injected, on VC bit v;
// false if it ejects.
func (r reader) hop(c [3]int, in, v int, h header) (port, bit int, ok bool) {
	if in == 6 && h.initial > 0 {
		return 2 * (h.initial - 1), 0, true
	}
	if c == h.dst {
		return 0, 0, false
	}
	port = r.dueFrom(c, h)[0]
	dim, end := port/2, h.dst
	if port == 4 {
		end = r.target(h)
	}
	up := port%2 == 0
	switch {
	case up && c[dim] == r.size[dim]-1, !up && c[dim] == 0:
		bit = 1
	case up && end[dim] < c[dim], !up && end[dim] > c[dim]:
		bit = 0
	case in < 6 && v == 1 && port == in^1:
		bit = 1
	default:
		bit = h.sel >> dim & 1
	}
	return port, bit, true
}

// legal is the turn check of a packet that goes on in direction port.
func (r reader) legal(in, v, port int, h header) bool {
	order := []int{0, 2, 4, 1, 3, 5}
	if in == 6 || slices.Index(order, port) >= slices.Index(order, in^1) {
		return true
	}
	return v == 0 && h.initial > 0 && in^1 == 2*(h.initial-1)
}

// strands tells whether a packet injected at c may reach a router with a dead escape hop, if it may
// be adaptive.
func (r reader) strands(c [3]int, h header) bool {
	if h.initial > 0 {
		port := 2 * (h.initial - 1)
		if !r.works(c, port) {
			return true
		}
		c = r.move(c, port)
	}
	seen := map[[3]int]bool{}
	var visit func(c [3]int) bool
	visit = func(c [3]int) bool {
		if seen[c] || c == h.dst {
			return false
		}
		seen[c] = true
		ports := r.dueFrom(c, h)
		if !r.works(c, ports[0]) {
			return true
		}
		for _, port := range ports {
			if r.works(c, port) && visit(r.move(c, port)) {
				return true
			}
		}
		return false
	}
	return visit(c)
}
