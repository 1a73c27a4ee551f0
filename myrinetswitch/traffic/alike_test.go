package traffic

import "testing"

// alike has packets of three inputs wait for output 1, which is stopped; a time-out breaks the first
// of input 3, of which nothing has come out. Only counters can tell the rest apart: a right packet
// of one byte leaves as 00, GAP, whoever sends it.
func alike(s *script, first string) {
	s.limit = 50
	for t := 9; t < 90; t += 16 {
		s.come(1, t, s.f.Stop)
	}
	s.come(1, 95, s.f.Go)
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

func TestPacketsThatAreAlike(t *testing.T) {
	// The second of input 3 leaves as one of input 0 does, and is like that of input 4.
	together := func(s *script) {
		alike(s, "")
		s.alone(3, 2, 20)
		for t := 9; t < 90; t += 16 {
			s.come(2, t, s.f.Stop)
		}
		s.come(2, 95, s.f.Go)
		s.alone(4, 2, 60)
		s.leaves(0, 1, 98)
		s.leaves(3, 2, 98)
		s.leaves(5, 1, 101)
		s.leaves(4, 2, 101)
	}
	// The first of input 3 begins as its second does, but goes on.
	longer := func(s *script) {
		alike(s, "\x00abc")
		s.alone(3, 1, 30)
		s.leaves(3, 1, 98)
		s.leaves(0, 1, 101)
		s.leaves(5, 1, 104)
	}
	unsent := func(p, t int) func(*script) { return uncount(packetsCounter, p, t) }
	judge(t, []trial{
		{"one not counted", together, unsent(3, 99), "output 2: a packet left, but stat_packets of no input that may have sent it"},
		{"the other not counted", together, unsent(0, 99), "a packet left, but stat_packets of no input that may have sent it"},
		{"counted at one that is not there", together, both(unsent(3, 99), count(packetsCounter, 6, 99)), "stat_packets of no input"},
		{"one counted that leaves later", together, both(unsent(3, 99), count(packetsCounter, 4, 99)), "stat_packets_3 is 0, but 1 packets have left"},
		{"a third", longer, func(s *script) { s.leaves(3, 1, 107) }, "output 1: 00 begins a packet"},
		{"a whole one of a longer one", longer, both(drop(1, 101, 105), unsent(0, 102), unsent(5, 105)), "lost: "},
		{"not counted", longer, unsent(3, 99), "output 1: a packet left, but stat_packets of no input"},
		{"counted at another", longer, both(unsent(3, 99), count(packetsCounter, 0, 99)), "stat_packets"},
	})
}
