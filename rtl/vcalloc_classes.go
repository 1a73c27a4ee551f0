package rtl

import (
	"fmt"
	"slices"
	"strings"
)

// Moves says when a packet may go from one virtual channel to another: never, or in one or both
// of the cases below.
type Moves uint8

// The cases.
const (
	Inside  Moves = 1 << iota // it goes on in the dimension in which it came
	Turning                   // it enters another dimension

	Never  Moves = 0
	Always       = Inside | Turning
)

// A ClassGraph holds the classes of the virtual channels of a port and the moves between them
// that are legal. Channels of one class stand for one another. Class k has VCs[k] channels, numbered
// on from those of class k-1; Moves[k][l] is for a packet on class k that wants one of class l.
//
// It is what a sparse VC allocator is built from (Becker & Dally, SC 2009): where a move is never
// legal there is no logic.
type ClassGraph struct {
	Name  string // of the modules built from it
	VCs   []int
	Moves [][]Moves
}

// DatelineClasses is a ring's pair of channels for each of so many message classes, which no packet
// changes: class c has channels 2c, used until the dateline is crossed, and 2c+1. A packet goes from
// the first to the second when it likes, and back when it enters another dimension.
func DatelineClasses(messages int) ClassGraph {
	return newClassGraph("dateline", ones(2*messages), func(k, l int) Moves {
		switch {
		case k/2 != l/2:
			return Never
		case k > l:
			return Turning
		}
		return Always
	})
}

// EscapeClasses is a dateline pair for each of so many message classes, channels 2c and 2c+1, as
// escape, and after them adaptive channels that all share (Duato). Every packet may take an adaptive
// channel, or one of its message class's escape. On an adaptive channel its class does not show: from
// there every escape is legal.
func EscapeClasses(messages, adaptive int) ClassGraph {
	pairs := 2 * messages
	return newClassGraph("escape", append(ones(pairs), adaptive), func(k, l int) Moves {
		if k < pairs && l < pairs && k/2 != l/2 {
			return Never
		}
		return Always
	})
}

// DenseClasses lets every packet take every channel: one class. An allocator of it is the dense one.
func DenseClasses(vcs int) ClassGraph {
	return newClassGraph("dense", []int{vcs}, func(int, int) Moves { return Always })
}

func newClassGraph(name string, vcs []int, moves func(k, l int) Moves) ClassGraph {
	g := ClassGraph{Name: name, VCs: vcs}
	for k := range vcs {
		var row []Moves
		for l := range vcs {
			row = append(row, moves(k, l))
		}
		g.Moves = append(g.Moves, row)
	}
	return g
}

// ones is a class of one channel, n times.
func ones(n int) []int {
	list := make([]int, max(0, n))
	for i := range list {
		list[i] = 1
	}
	return list
}

// Channels counts the channels of a port.
func (g ClassGraph) Channels() (n int) {
	for _, vcs := range g.VCs {
		n += vcs
	}
	return n
}

// Table gives the moves from channel v to channel w as [v][w].
func (g ClassGraph) Table() [][]Moves {
	var class []int // of a channel
	for k, vcs := range g.VCs {
		for range vcs {
			class = append(class, k)
		}
	}
	var table [][]Moves
	for _, k := range class {
		var row []Moves
		for _, l := range class {
			row = append(row, g.Moves[k][l])
		}
		table = append(table, row)
	}
	return table
}

// faults says what is wrong with a graph.
func (g ClassGraph) faults() (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if g.Name == "" || strings.Trim(g.Name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		fault("class graph %q: want a name of small letters, digits and _", g.Name)
	}
	if len(g.VCs) == 0 {
		fault("class graph %s: no classes", g.Name)
	}
	for k, vcs := range g.VCs {
		if vcs < 1 {
			fault("class graph %s: class %d of %d channels; the least is 1", g.Name, k, vcs)
		}
	}
	if len(g.Moves) != len(g.VCs) {
		fault("class graph %s: moves from %d classes of %d", g.Name, len(g.Moves), len(g.VCs))
	}
	for k, row := range g.Moves {
		if len(row) != len(g.VCs) {
			fault("class graph %s: moves from class %d to %d classes of %d", g.Name, k, len(row), len(g.VCs))
		}
		if !slices.ContainsFunc(row, func(moves Moves) bool { return moves != Never }) {
			fault("class graph %s: nothing may leave class %d", g.Name, k)
		}
		for l, moves := range row {
			if moves > Always {
				fault("class graph %s: moves from class %d to %d are %d; the most is %d", g.Name, k, l, moves, Always)
			}
		}
	}
	return faults
}
