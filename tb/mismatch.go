package tb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Kind tells which mechanism caught a fault.
type Kind string

// The kinds.
const (
	Lockstep   Kind = "lockstep"   // an output differs from the golden model
	Scoreboard Kind = "scoreboard" // a message is wrong, though every output so far agreed if there was a model
	Assertion  Kind = "assertion"  // a check of the design itself: an assertion, an address, an X
	Crash      Kind = "crash"      // the engine gave up
)

// A Mismatch is the first thing that was wrong in a run.
type Mismatch struct {
	Kind    Kind     `json:"kind"`
	Engine  string   `json:"engine"`
	Cycle   int      `json:"cycle"`             // for a crash the first of the batch
	Port    string   `json:"port,omitempty"`    // Lockstep: the first in the order of the ports
	Golden  string   `json:"golden,omitempty"`  // Lockstep: the value of the model
	Design  string   `json:"design,omitempty"`  // Lockstep: the value of the engine
	Others  []string `json:"others,omitempty"`  // Lockstep: further ports that differ in the cycle
	Path    string   `json:"path,omitempty"`    // Assertion: instance
	Source  string   `json:"source,omitempty"`  // Assertion: file and line of the builder, if the engine knows
	Message string   `json:"message,omitempty"` // all but Lockstep
	Wave    string   `json:"wave,omitempty"`    // the pins around it
	Replay  string   `json:"replay"`            // the command that shows it again
}

func (m *Mismatch) Error() string {
	switch m.Kind {
	case Lockstep:
		return fmt.Sprintf("cycle %d: %s: golden %s, %s %s", m.Cycle, m.Port, m.Golden, m.Engine, m.Design)
	case Assertion:
		source := ""
		if m.Source != "" {
			source = " (" + m.Source + ")"
		}
		return fmt.Sprintf("cycle %d: %s: %s%s", m.Cycle, m.Path, m.Message, source)
	case Crash:
		return fmt.Sprintf("%s failed in the cycles from %d on: %s", m.Engine, m.Cycle, m.Message)
	}
	return fmt.Sprintf("cycle %d: scoreboard: %s", m.Cycle, m.Message)
}

// difference describes the outputs that differ in cycle i of a batch.
func (r *run) difference(b *batch, i int) *Mismatch {
	want, got := cycle(b.want, i, r.layout.OutWords), cycle(b.got, i, r.layout.OutWords)
	m := &Mismatch{Kind: Lockstep}
	for _, p := range r.layout.Outputs {
		switch {
		case slices.Equal(words(p, want), words(p, got)):
		case m.Port == "":
			m.Port, m.Golden, m.Design = p.Name, format(p, want), format(p, got)
		default:
			m.Others = append(m.Others, p.Name)
		}
	}
	return m
}

// mismatch completes m, which happened in cycle i of a batch, with the pins around it and the
// line that replays it.
func (r *run) mismatch(b *batch, i int, m *Mismatch) error {
	m.Engine, m.Cycle = r.Engine.Name, b.first+i
	last := min(b.n, i+1+windowAfter)
	switch m.Kind {
	case Crash:
		last = 0 // of the batch nothing is known
	case Assertion:
		last = i + 1
	}
	r.history.trim(b.first, max(0, windowBefore-i))
	r.history.append(b, max(0, i-windowBefore), last)
	m.Wave = r.wave(m)
	m.Replay = r.replay(min(r.Cycles, m.Cycle+1+windowAfter))
	if m.Kind == Crash {
		m.Replay = r.replay(min(r.Cycles, b.first+b.n))
	}
	return m
}

// replay is the command that makes the same run, of the given number of cycles.
func (r *run) replay(cycles int) string {
	line := append([]string{"go run ./gen check"}, r.Target.Flags(r.Values)...)
	line = append(line, "-engine", r.Engine.Name, "-traffic", r.Traffic,
		"-seed", strconv.FormatUint(r.Seed, 10), "-cycles", strconv.Itoa(cycles))
	return strings.Join(line, " ")
}

// related picks the pins to show beside a port: rst and those with the same index in their names,
// in_3_valid for out_3_flit. For a port without an index, such as the flags of all ports in
// one, it is that of its lowest bit that differs.
func related(port string, bit int) func(name string) bool {
	index := pinIndex(port)
	if index == "" && bit >= 0 {
		index = strconv.Itoa(bit)
	}
	return func(name string) bool {
		return name == "rst" || name == port || index != "" && pinIndex(name) == index
	}
}

// pinIndex is the first part of a name that is a number.
func pinIndex(name string) string {
	for part := range strings.SplitSeq(name, "_") {
		if _, err := strconv.ParseUint(part, 10, 32); err == nil {
			return part
		}
	}
	return ""
}
