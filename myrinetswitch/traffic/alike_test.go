package traffic

import "testing"

// alike has packets of three inputs wait for output 1, which is stopped; a time-out breaks the first
// of input 3, of which nothing has come out. Only counters can tell the rest apart: a right packet
// of one byte leaves as 00, GAP, whoever sends it.
func alike(s *script, first string) {
	s.limit = 50
	s.halt(1)
	comes, _ := s.packet(3, 1, first, 0)
	s.come(3, 10, comes...)
	s.alone(0, 1, 20)
	s.alone(5, 1, 20)
	s.count(timeoutCounter, 5, 74)
	s.leave(1, 75, s.f.Fres)
}

// alone has a packet come to input p for output q that has nothing but its CRC.
func (s *script) alone(p, q, t int) {
	comes, _ := s.packet(p, q, "", 0)
	s.come(p, t, comes...)
}

// leaves has one leave.
func (s *script) leaves(p, q, t int) {
	s.leave(q, t, 0, s.f.Gap)
	s.count(packetsCounter, p, t+1)
}

// halt has output q stopped up to cycle 95, when it is let go.
func (s *script) halt(q int) {
	for t := 9; t < 90; t += 16 {
		s.come(q, t, s.f.Stop)
	}
	s.come(q, 95, s.f.Go)
}

func unsent(p, t int) func(*script) { return uncount(packetsCounter, p, t) }

// together: the second of input 3 leaves as one of input 0 does, and is like that of input 4.
func together(s *script) {
	alike(s, "")
	s.alone(3, 2, 20)
	s.halt(2)
	s.alone(4, 2, 60)
	s.leaves(0, 1, 98)
	s.leaves(3, 2, 98)
	s.leaves(5, 1, 101)
	s.leaves(4, 2, 101)
}

// longer: the first of input 3 begins as its second does, but goes on.
func longer(s *script) {
	alike(s, "\x00abc")
	s.alone(3, 1, 30)
	s.leaves(3, 1, 98)
	s.leaves(0, 1, 101)
	s.leaves(5, 1, 104)
}

// crossed: inputs 0 and 3 have one for output 1, then one for output 2. One of the first is broken;
// which shows by who sends the last on output 2.
func crossed(last int) func(s *script) {
	return func(s *script) {
		alike(s, "")
		s.alone(0, 2, 30)
		s.alone(3, 2, 30)
		s.halt(2)
		s.leaves(0, 1, 98)
		s.leaves(3, 2, 98)
		s.leaves(5, 1, 101)
		s.leaves(last, 2, 104)
	}
}

// TestPacketsThatAreAlike has packets that only counters can tell apart.
func TestPacketsThatAreAlike(t *testing.T) {
	judge(t, []trial{
		{"one not counted", together, unsent(3, 99), "output 2 (inputs 18): a packet left, but stat_packets of no input that may have sent it"},
		{"the other not counted", together, unsent(0, 99), "a packet left, but stat_packets of no input that may have sent it"},
		{"counted at one that is not there", together, both(unsent(3, 99), count(packetsCounter, 6, 99)), "stat_packets of no input"},
		{"one counted that leaves later", together, both(unsent(3, 99), count(packetsCounter, 4, 99)), "stat_packets_3 is 0, but 1 packets have left"},
		{"a third", longer, func(s *script) { s.leaves(3, 1, 107) }, "output 1: 00 begins a packet"},
		{"a whole one of a longer one", longer, both(drop(1, 101, 105), unsent(0, 102), unsent(5, 105)), "lost: "},
		{"not counted", longer, unsent(3, 99), "a packet left, but stat_packets of no input"},
		{"counted at another", longer, both(unsent(3, 99), count(packetsCounter, 0, 99)), "stat_packets"},
		{"crossed, nobody sends the last", crossed(0), unsent(0, 105), "stat_packets_"},
		{"crossed, both send the last", crossed(3), func(s *script) { s.leaves(0, 2, 107) }, "output 2: 00 begins a packet"},
		{"crossed, nothing broken", crossed(3), func(s *script) { s.leaves(3, 1, 107) }, "output 1: 00 begins a packet"},
		{"crossed, the last missing", crossed(0), both(drop(2, 104, 105), unsent(0, 105)), "lost: "},
	})
}

// still: the first of input 3 is broken, its second leaves, its third never goes on and is broken for
// that. It is not known then that its second has left and not its first, which would have waited.
func still(s *script) {
	alike(s, "")
	s.alone(3, 1, 30)
	s.come(3, 40, Char(RouteByte(-2)), 'a')
	s.come(3, 200, s.f.Gap)
	s.leaves(3, 1, 98)
	s.leaves(5, 1, 101)
	s.count(timeoutCounter, 3, 158)
	s.leave(1, 159, s.f.Fres)
	s.leaves(0, 1, 161)
}

// unfinished: a packet that waits is ended by FRES, the next does not go on and is broken, the third
// is like it. The first was over long before.
func unfinished(s *script) {
	s.limit = 8
	lead, sum := RouteByte(1), s.f.CRC([]byte{RouteByte(1)})
	s.come(0, 10, Char(lead), 'a', s.f.Fres, Char(lead), Char(sum))
	s.count(fresCounter, 0, 14)
	s.count(timeoutCounter, 0, 24)
	s.leave(1, 25, s.f.Fres)
	s.come(0, 40, s.f.Gap)
	s.alone(0, 1, 50)
	s.leaves(0, 1, 55)
}

// TestBrokenPacketsThatAreAlike has a time-out break packets of which others could be thought.
func TestBrokenPacketsThatAreAlike(t *testing.T) {
	judge(t, []trial{
		{"standing still, not counted", still, uncount(timeoutCounter, 3, 158), "output 1: FRES without a reason"},
		{"standing still, not broken", still, both(uncount(timeoutCounter, 3, 158), drop(1, 159, 162), unsent(0, 162)), "lost: "},
		{"standing still, another broken too", still, both(drop(1, 161, 162), unsent(0, 162)), "lost: "},
		{"unfinished, forwarded too late", unfinished, uncount(timeoutCounter, 0, 24), "output 1: FRES"},
		{"unfinished, not broken", unfinished, both(uncount(timeoutCounter, 0, 24), drop(1, 25, 25)), "lost: "},
		{"unfinished, sent twice", unfinished, func(s *script) { s.leaves(0, 1, 60) }, "output 1: 00 begins a packet"},
	})
}
