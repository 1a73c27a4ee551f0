package traffic

import (
	"fmt"

	"github.com/flitwright/flitwright/target"
)

// NewScoreboard makes a judge of packets: what comes in with a head flit leaves by the output it
// names, once, whole, unmixed and in order between an input and an output; a stray flit is
// flagged. It knows the source of a packet from its head flit, as the stimuli make it.
func NewScoreboard(v target.Values) target.Scoreboard { return &scoreboard{width: int(v["width"])} }

type scoreboard struct {
	width    int
	inside   [ports]bool            // input p is inside a packet
	to       [ports]int             // its destination
	strays   [ports]int             // not yet flagged
	sent     [ports][ports][]uint64 // flits on their way from p to q
	leaving  [ports]bool            // output q is inside a packet
	from     [ports]int             // its source
	messages uint64
}

// Observe takes the pins of one cycle.
func (s *scoreboard) Observe(in, out []uint64) error {
	if in[0] == 1 {
		*s = scoreboard{width: s.width, messages: s.messages}
		return nil
	}
	for q := range ports {
		if in[pinReady+q] == 1 && out[outPort+2*q] == 1 {
			if err := s.leave(q, out[outPort+2*q+1]); err != nil {
				return err
			}
		}
	}
	for p := range ports {
		if out[outStray]>>p&1 == 1 {
			if s.strays[p]--; s.strays[p] < 0 {
				return fmt.Errorf("err_stray[%d] without a stray flit", p)
			}
		}
		if in[pinIn+2*p] == 1 && out[outIn+p] == 1 {
			s.enter(p, in[pinIn+2*p+1])
		}
	}
	return nil
}

// enter takes a flit that comes in on p.
func (s *scoreboard) enter(p int, flit uint64) {
	if !s.inside[p] {
		if flit>>(s.width+1) == 0 {
			s.strays[p]++
			return
		}
		s.to[p] = int(flit % ports)
		s.messages++
	}
	s.inside[p] = flit>>s.width&1 == 0
	s.sent[p][s.to[p]] = append(s.sent[p][s.to[p]], flit)
}

// leave judges a flit that leaves by q.
func (s *scoreboard) leave(q int, flit uint64) error {
	if !s.leaving[q] {
		s.from[q] = int(flit >> 2 % ports)
	}
	s.leaving[q] = flit>>s.width&1 == 0
	sent := &s.sent[s.from[q]][q]
	if len(*sent) == 0 {
		return fmt.Errorf("output %d: flit %x, none is on its way from input %d", q, flit, s.from[q])
	}
	if want := (*sent)[0]; flit != want {
		return fmt.Errorf("output %d: flit %x, the next from input %d is %x", q, flit, s.from[q], want)
	}
	*sent = (*sent)[1:]
	return nil
}

// Messages counts the packets that came in.
func (s *scoreboard) Messages() uint64 { return s.messages }
