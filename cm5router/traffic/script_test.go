package traffic

import (
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
)

// A script is a run of pins made by hand: which messages come and leave when, which flags pulse,
// which tokens are missing. Counters follow from the messages.
type script struct {
	c        config.Config
	f        *Format
	setup    Setup
	cycles   int
	passages map[string]*passage
	marks    map[string]*mark
	patches  []func(t int, in, out []uint64) // change the pins of cycle t at last
}

// A passage is flits on a link, one a cycle.
type passage struct {
	output bool
	port   int
	at     int
	flits  []byte
}

// A mark is a pulse on an error flag.
type mark struct{ pin, port, at int }

func newScript(c config.Config, u Setup, cycles int) *script {
	return &script{c: c, f: NewFormat(c), setup: u, cycles: cycles, passages: map[string]*passage{}, marks: map[string]*mark{}}
}

// come and leave name a message on an input or an output.
func (s *script) come(name string, port, at int, flits []byte) {
	s.passages[name] = &passage{false, port, at, flits}
}

func (s *script) leave(name string, port, at int, flits []byte) {
	s.passages[name+" out"] = &passage{true, port, at, flits}
}

func (s *script) flag(name string, pin, port, at int) { s.marks[name] = &mark{pin, port, at} }

func (s *script) patch(f func(t int, in, out []uint64)) { s.patches = append(s.patches, f) }

// pins fills in the pins of cycle t.
func (s *script) pins(t int, in, out []uint64) {
	s.setup.pins(in)
	clear(out)
	if t == 0 {
		in[pinRst] = 1
		return
	}
	enabled := s.setup.Children | s.setup.Parents<<children
	for p := range ports {
		if t > 1 && enabled>>p&1 != 0 {
			out[pinInToken+p] = 1
		}
	}
	for _, x := range s.passages {
		// Whole messages count when their last flit is seen on an output, one cycle after on an input.
		end := x.at + len(x.flits)
		whole := 0
		if _, n, err := s.f.Decode(x.flits); err == nil && n == len(x.flits) {
			whole = 1
		}
		i := t - x.at
		inside := i >= 0 && i < len(x.flits)
		switch {
		case x.output:
			if inside {
				out[pinOutFlit+2*x.port], out[pinOutValid+2*x.port] = uint64(x.flits[i]), 1
			}
			if t >= end-1 {
				out[pinStatOut+x.port] += uint64(whole)
			}
		default:
			if inside {
				in[pinInFlit+2*x.port], in[pinInValid+2*x.port] = uint64(x.flits[i]), 1
			}
			if t >= end {
				out[pinStatIn+x.port] += uint64(whole)
			}
		}
	}
	for _, m := range s.marks {
		if m.at == t {
			out[m.pin] |= 1 << m.port
		}
	}
}

// run shows the script to a scoreboard.
func (s *script) run(t *testing.T) (*Scoreboard, error) {
	t.Helper()
	b := NewScoreboard(s.c)
	var in [InputPins]uint64
	var out [OutputPins]uint64
	for c := range s.cycles {
		s.pins(c, in[:], out[:])
		for _, f := range s.patches {
			f(c, in[:], out[:])
		}
		if err := b.Observe(in[:], out[:]); err != nil {
			return b, err
		}
	}
	return b, nil
}

// forms gives the flits of a message as it comes and as it goes down.
func (s *script) forms(m Message) (comes, leaves []byte) {
	comes = s.f.AppendSealed(nil, &m)
	m.Route = append([]byte(nil), m.Route...)
	m.Down()
	return comes, s.f.AppendSealed(nil, &m)
}
