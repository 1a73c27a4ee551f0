package sim

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A VCD writes signals over cycles as a value change dump (IEEE 1364-2005, 18), which waveform
// viewers read. The format is small, and the writers found for it are for other languages. A
// cycle takes two time steps: at the first the signals take their values and clk of the top
// rises, at the second clk falls.
//
//	v := sim.NewVCD(file, engine.Signals())
//	engine.OnCycle(func() { v.Cycle(engine.Peek) })
//	...
//	err := v.Flush()
type VCD struct {
	w      *bufio.Writer
	probes []Probe
	last   [][]uint64 // nil before the first cycle
	cycles int
}

// NewVCD writes the header for signals named by dotted paths, the first of which is one of the top. Errors of w come back from
// Flush.
func NewVCD(w io.Writer, probes []Probe) *VCD {
	v := &VCD{w: bufio.NewWriter(w), probes: probes, last: make([][]uint64, len(probes))}
	fmt.Fprint(v.w, "$timescale 1ns $end\n")
	order := make([]int, len(probes))
	for i := range order {
		order[i] = i
	}
	path := make([][]string, len(probes))
	for i, p := range probes {
		path[i] = strings.Split(p.Path, ".")
	}
	// Signals of one scope must stand together, before those of the scopes in it.
	slices.SortStableFunc(order, func(a, b int) int {
		return slices.Compare(scopeOf(path[a]), scopeOf(path[b]))
	})
	var open []string
	clock := false
	for _, i := range order {
		open = v.enter(open, scopeOf(path[i]))
		if !clock && slices.Equal(open, scopeOf(path[0])) {
			fmt.Fprintf(v.w, "$var wire 1 %s clk $end\n", code(0))
			clock = true
		}
		name, width := path[i][len(path[i])-1], probes[i].Width
		if width > 1 {
			name += fmt.Sprintf(" [%d:0]", width-1)
		}
		fmt.Fprintf(v.w, "$var wire %d %s %s $end\n", width, code(i+1), name)
	}
	v.enter(open, nil)
	fmt.Fprint(v.w, "$enddefinitions $end\n")
	return v
}

func scopeOf(path []string) []string { return path[:len(path)-1] }

// enter leaves and enters scopes to get from one to another, which it returns.
func (v *VCD) enter(from, to []string) []string {
	common := 0
	for common < min(len(from), len(to)) && from[common] == to[common] {
		common++
	}
	for range from[common:] {
		fmt.Fprint(v.w, "$upscope $end\n")
	}
	for _, name := range to[common:] {
		fmt.Fprintf(v.w, "$scope module %s $end\n", name)
	}
	return to
}

// Cycle writes what changed in a cycle. value gives signal i in words, the lowest first.
func (v *VCD) Cycle(value func(i int) []uint64) {
	fmt.Fprintf(v.w, "#%d\n1%s\n", 2*v.cycles, code(0))
	for i, p := range v.probes {
		now := value(i)
		if v.last[i] != nil && slices.Equal(v.last[i], now) {
			continue
		}
		v.last[i] = append(v.last[i][:0], now...)
		if p.Width == 1 {
			fmt.Fprintf(v.w, "%d%s\n", now[0], code(i+1))
		} else {
			fmt.Fprintf(v.w, "b%b %s\n", toBig(now), code(i+1))
		}
	}
	fmt.Fprintf(v.w, "#%d\n0%s\n", 2*v.cycles+1, code(0))
	v.cycles++
}

// Flush ends the dump and gives the first error of its writer.
func (v *VCD) Flush() error {
	fmt.Fprintf(v.w, "#%d\n", 2*v.cycles)
	return v.w.Flush()
}

// code is the short name of variable i: a number in the printable characters from ! to ~.
func code(i int) string {
	const first, count = '!', '~' - '!' + 1
	s := []byte{}
	for {
		s = append(s, byte(first+i%count))
		i /= count
		if i == 0 {
			return string(s)
		}
		i--
	}
}

// LayoutProbes names the pins of a layout for NewVCD, under the name of the top; PinValues
// then gives their values in a cycle.
func LayoutProbes(top string, l *Layout) []Probe {
	var list []Probe
	for _, p := range slices.Concat(l.Inputs, l.Outputs) {
		list = append(list, Probe{top + "." + p.Name, p.Width})
	}
	return list
}

// PinValues gives the values of LayoutProbes from the words of a cycle.
func PinValues(l *Layout, in, out []uint64) func(i int) []uint64 {
	return func(i int) []uint64 {
		if i < len(l.Inputs) {
			p := l.Inputs[i]
			return in[p.Word:][:p.Words()]
		}
		p := l.Outputs[i-len(l.Inputs)]
		return out[p.Word:][:p.Words()]
	}
}
