package traffic

import (
	"testing"

	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/stretchr/testify/require"
)

// A script is pins made by hand: characters that come and leave, counters that step.
type script struct {
	c      config.Config
	f      *Format
	in     map[pin]Char
	out    map[pin]Char
	steps  map[pin][]counter // counters of a port that go up from a cycle on
	lost   map[pin]bool
	resets map[int]bool
	enable uint64
	limit  uint64 // cfg_timeout
	cycles int
}

// A pin is a port in a cycle.
type pin struct{ port, cycle int }

// newScript is reset in cycle 0, then GO, FRES on every output; nothing else happens.
func newScript() *script {
	c := config.Default()
	s := &script{
		c: c, f: NewFormat(c), in: map[pin]Char{}, out: map[pin]Char{}, steps: map[pin][]counter{}, lost: map[pin]bool{},
		resets: map[int]bool{0: true}, enable: 0xFF, cycles: 500,
	}
	s.boot(1)
	return s
}

// boot has all outputs send GO and FRES after the reset that ends before cycle t.
func (s *script) boot(t int) {
	for q := range s.c.Ports {
		s.out[pin{q, t + 1}], s.out[pin{q, t + 2}] = s.f.Go, s.f.Fres
	}
}

// come and leave put characters on a port, from a cycle on; IDLE may be among them.
func (s *script) come(p, t int, chars ...Char)  { put(s.in, p, t, chars) }
func (s *script) leave(q, t int, chars ...Char) { put(s.out, q, t, chars) }

func put(where map[pin]Char, p, t int, chars []Char) {
	for i, c := range chars {
		where[pin{p, t + i}] = c
	}
}

// count has a counter of port p go up in cycle t.
func (s *script) count(c counter, p, t int) {
	s.steps[pin{p, t}] = append(s.steps[pin{p, t}], c)
}

// run shows the script to a scoreboard.
func (s *script) run() (*Scoreboard, error) {
	b := NewScoreboard(s.c)
	n := s.c.Ports
	in, out := make([]uint64, InputWords(n)), make([]uint64, OutputWords(n))
	for t := range s.cycles {
		in[pinRst], in[pinEnable], in[pinTimeout] = 0, s.enable, s.limit
		if s.resets[t] {
			in[pinRst] = 1
		}
		if s.resets[t-1] {
			clear(out)
		}
		out[n] = 0
		for p := range n {
			in[pinInChar+p], out[p] = uint64(s.f.Idle), uint64(s.f.Idle)
			if c, ok := s.in[pin{p, t}]; ok {
				in[pinInChar+p] = uint64(c)
			}
			if c, ok := s.out[pin{p, t}]; ok {
				out[p] = uint64(c)
			}
			for _, c := range s.steps[pin{p, t}] {
				out[stat(c, p, n)]++
			}
			if s.lost[pin{p, t}] {
				out[n] |= 1 << p
			}
		}
		if err := b.Observe(in, out); err != nil {
			return b, err
		}
	}
	return b, nil
}

// packet gives a packet as it comes to input p for output q, and as it leaves.
func (s *script) packet(p, q int, payload string, wrong byte) (comes, leaves []Char) {
	x := Packet{Route: []byte{RouteByte(q - p)}, Payload: []byte(payload), Error: wrong}
	comes = s.f.Append(nil, &x)
	x.Route = nil
	return comes, s.f.Append(nil, &x)
}

// pass sends a packet through, as a switch would.
func (s *script) pass(p, q, t int, payload string) {
	comes, leaves := s.packet(p, q, payload, 0)
	s.come(p, t, comes...)
	s.leave(q, t+5, leaves...)
	s.count(packetsCounter, p, t+5+len(leaves)-1)
}

// A trial is a script with and without a fault.
type trial struct {
	name  string
	right func(s *script)
	wrong func(s *script) // done after right
	says  string          // in the error
}

// judge runs trials: right passes, wrong does not.
func judge(t *testing.T, trials []trial) {
	t.Helper()
	for _, x := range trials {
		t.Run(x.name, func(t *testing.T) {
			s := newScript()
			x.right(s)
			b, err := s.run()
			require.NoError(t, err)
			require.NotZero(t, b.Statistics().Rests, "never at rest")
			s = newScript()
			x.right(s)
			x.wrong(s)
			_, err = s.run()
			require.ErrorContains(t, err, x.says)
			require.ErrorContains(t, err, "cycle ")
		})
	}
}
