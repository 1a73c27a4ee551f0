package traffic

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// set puts one character on an output, at the cycle of another.
func set(q, t int, c func(s *script) Char) func(s *script) {
	return func(s *script) { s.out[pin{q, t}] = c(s) }
}

func char(c Char) func(*script) Char { return func(*script) Char { return c } }

func drop(q int, from, to int) func(s *script) {
	return func(s *script) {
		for t := from; t <= to; t++ {
			delete(s.out, pin{q, t})
		}
	}
}

func nothing(*script) {}

// both does one after the other.
func both(list ...func(s *script)) func(s *script) {
	return func(s *script) {
		for _, f := range list {
			f(s)
		}
	}
}

// one passes "abc" from 2 to 5: it comes in 10 (lead) to 15 (GAP) and leaves in 15 to 19.
func one(s *script) { s.pass(2, 5, 10, "abc") }

func uncount(c counter, p, t int) func(s *script) {
	return func(s *script) {
		list := s.steps[pin{p, t}]
		for i, x := range list {
			if x == c {
				s.steps[pin{p, t}] = append(list[:i:i], list[i+1:]...)
				return
			}
		}
		panic("not counted")
	}
}

func count(c counter, p, t int) func(s *script) { return func(s *script) { s.count(c, p, t) } }

func TestPacketsAreJudged(t *testing.T) {
	gap := func(s *script) Char { return s.f.Gap }
	judge(t, []trial{
		{"data changed", one, set(5, 16, char('x')), "output 5: character 1 is 78, but should be 62, of packet 0 of input 2"},
		{"CRC wrong", one, set(5, 18, char(0)), "the CRC, character 3"},
		{"character lost", one, drop(5, 16, 16), "output 5: character 1 is 63"},
		{"GAP too soon", one, set(5, 17, gap), "GAP after 2 characters"},
		{"GAP missing", one, both(drop(5, 19, 19), uncount(packetsCounter, 2, 19)), "lost: packet 0 of input 2"},
		{"GAP twice", one, set(5, 20, gap), "GAP with no packet open"},
		{"wrong output", one, both(drop(5, 15, 19), func(s *script) {
			_, leaves := s.packet(2, 5, "abc", 0)
			s.leave(6, 15, leaves...)
		}), "output 6: 61 begins a packet, but none waits"},
		{"lead byte not stripped", one, set(5, 14, char(0x83)), "output 5"},
		{"before it came", one, set(5, 11, char('a')), "output 5: 61 begins a packet"},
		{"never left", one, both(drop(5, 15, 19), uncount(packetsCounter, 2, 19)), "lost: packet 0 of input 2 (lead byte 83 in cycle 10, 4 characters after it, GAP) should have left on output 5"},
		{"twice", one, func(s *script) {
			_, leaves := s.packet(2, 5, "abc", 0)
			s.leave(5, 30, leaves...)
		}, "output 5: 61 begins a packet"},
		{"out of order", both(one, func(s *script) { s.pass(2, 5, 30, "def") }), func(s *script) {
			_, first := s.packet(2, 5, "abc", 0)
			_, second := s.packet(2, 5, "def", 0)
			drop(5, 15, 40)(s)
			uncount(packetsCounter, 2, 19)(s)
			s.leave(5, 36, second...)
			s.leave(5, 50, first...)
		}, "output 5: character 0 is 64, but should be 61"},
		{"interleaved", both(one, func(s *script) { s.pass(3, 5, 16, "def") }), func(s *script) {
			s.leave(5, 17, 'd')
		}, "output 5: character 2 is 64, but should be 63"},
		{"error not carried", func(s *script) {
			comes, leaves := s.packet(2, 5, "abc", 0x21)
			s.come(2, 10, comes...)
			s.leave(5, 15, leaves...)
			s.count(packetsCounter, 2, 19)
			s.count(crcCounter, 2, 19)
		}, func(s *script) {
			_, leaves := s.packet(2, 5, "abc", 0)
			s.leave(5, 15, leaves...)
		}, "the CRC, character 3"},
		{"lone CRC", func(s *script) { s.pass(1, 1, 10, "") }, set(1, 15, char(7)), "the CRC, character 0, is 07, but should be 00"},
		{"unknown symbol", one, set(4, 30, char(0x1AA)), "is no character of a switch"},
		{"pins too wide", one, set(4, 30, char(0x200)), "is no character of a switch"},
		{"turn 0 and bubbles", func(s *script) {
			s.come(3, 10, 0xC0, s.f.Stop, 'a', s.f.Go, s.f.Idle, 0x1AA, Char(s.f.CRC([]byte{0xC0, 'a'})), s.f.Gap)
			s.leave(3, 22, 'a', Char(s.f.CRC([]byte{'a'})), s.f.Gap)
			s.count(packetsCounter, 3, 24)
		}, set(3, 22, char('b')), "character 0 is 62"},
	})
}

func TestRefusalsAreJudged(t *testing.T) {
	refuse := func(c counter, chars ...Char) func(s *script) {
		return func(s *script) {
			s.come(2, 10, chars...)
			s.come(2, 10+len(chars), s.f.Gap)
			s.count(c, 2, 13)
		}
	}
	disabled := func(s *script) {
		s.enable = 0xDF
		drop(5, 0, 10)(s)
		refuse(noWireCounter, Char(RouteByte(3)), 1, 2)(s)
	}
	judge(t, []trial{
		{"stranded", refuse(strandedCounter, 0x03, 1, 2), uncount(strandedCounter, 2, 13), "stat_stranded_2 is 0 at rest, but must be 1..1"},
		{"stranded, counted twice", refuse(strandedCounter, 0x03, 1, 2), count(strandedCounter, 2, 30), "stat_stranded_2 is 2, but can be no more than 1"},
		{"stranded, counted as another", refuse(strandedCounter, 0x03), both(uncount(strandedCounter, 2, 13), count(noWireCounter, 2, 13)), "stat_no_wire_2 is 1, but can be no more than 0"},
		{"stranded, passed on", refuse(strandedCounter, 0x03, 1, 2), set(5, 16, char(1)), "output 5: 01 begins a packet"},
		{"illegal turn", refuse(illegalCounter, Char(RouteByte(6)), 1), uncount(illegalCounter, 2, 13), "stat_illegal_turn_2 is 0 at rest"},
		{"illegal turn, taken modulo", refuse(illegalCounter, Char(RouteByte(6)), 1, 2), set(0, 16, char(1)), "output 0: 01 begins a packet"},
		{"no such wire", disabled, uncount(noWireCounter, 2, 13), "stat_no_wire_2 is 0 at rest"},
		{"no such wire, passed on", disabled, set(5, 16, char(1)), "output 5: 001, but the port is disabled"},
		{"route, GAP", refuse(crcCounter, Char(RouteByte(1))), uncount(crcCounter, 2, 13), "stat_crc_2 is 0 at rest"},
		{"route, GAP, passed on", refuse(crcCounter, Char(RouteByte(1))), set(3, 16, char(0)), "output 3: 00 begins a packet"},
		{"GAP alone", func(s *script) { s.come(2, 10, s.f.Gap) }, func(s *script) { s.out[pin{2, 15}] = s.f.Gap }, "GAP with no packet open"},
		{"GAP alone, counted", func(s *script) { s.come(2, 10, s.f.Gap) }, count(crcCounter, 2, 13), "stat_crc_2 is 1, but can be no more than 0"},
		{"open and refused", func(s *script) {
			s.come(2, 10, 0x03, 1, 2)
			s.count(strandedCounter, 2, 13)
		}, uncount(strandedCounter, 2, 13), "stat_stranded_2 is 0 at rest"},
	})
}

func TestCountersAreJudged(t *testing.T) {
	wrong := func(s *script) {
		comes, leaves := s.packet(2, 5, "abc", 0x21)
		s.come(2, 10, comes...)
		s.leave(5, 15, leaves...)
		s.count(packetsCounter, 2, 19)
		s.count(crcCounter, 2, 19)
	}
	judge(t, []trial{
		{"packet not counted", one, uncount(packetsCounter, 2, 19), "stat_packets_2 is 0, but 1 packets have left"},
		{"packet counted twice", one, count(packetsCounter, 2, 30), "at rest"},
		{"packet counted thrice", one, both(count(packetsCounter, 2, 30), count(packetsCounter, 2, 31)), "stat_packets_2 is 3, but can be no more than 2"},
		{"packet counted at another", one, both(uncount(packetsCounter, 2, 19), count(packetsCounter, 3, 19)), "stat_packets_2 is 0, but 1"},
		{"error not counted", wrong, uncount(crcCounter, 2, 19), "stat_crc_2 is 0 at rest"},
		{"error counted without one", one, count(crcCounter, 2, 19), "stat_crc_2 is 1, but can be no more than 0"},
		{"FRES not counted", func(s *script) {
			s.come(2, 10, s.f.Fres)
			s.count(fresCounter, 2, 12)
		}, uncount(fresCounter, 2, 12), "stat_fres_2 is 0 at rest"},
		{"FRES counted without one", one, count(fresCounter, 2, 19), "stat_fres_2 is 1, but can be no more than 0"},
		{"time-out counted while off", one, count(timeoutCounter, 2, 19), "stat_timeout_2 counts, but cfg_timeout is 0"},
		{"counter falls", one, func(s *script) {
			for range 0xFFFF {
				s.count(packetsCounter, 2, 30)
			}
		}, "stat_packets_2"},
	})
}

// blocked has a worm from 0 to 1, without an end, hold what one from 2 waits for, until the time-out.
func blocked(s *script) {
	s.limit = 50
	s.come(0, 10, Char(RouteByte(1)), 'a', 'b', 'c')
	s.leave(1, 15, 'a', 'b')
	comes, leaves := s.packet(2, 1, "xyz", 0)
	s.come(2, 20, comes...)
	s.count(timeoutCounter, 2, 74)
	s.leave(1, 75, s.f.Fres)
	s.leave(1, 77, leaves...)
	s.count(packetsCounter, 2, 81)
}

// reset has a worm from 0 to 1 that FRES ends.
func reset(s *script) {
	s.come(0, 10, Char(RouteByte(1)), 'a', 'b', 'c', s.f.Fres)
	s.leave(1, 15, 'a', s.f.Fres)
	s.count(fresCounter, 0, 16)
}

func TestForwardResetsAreJudged(t *testing.T) {
	fres := func(s *script) Char { return s.f.Fres }
	judge(t, []trial{
		{"time-out without FRES", blocked, both(drop(1, 75, 75)), "output 1: character 2, 78, comes before the one after it"},
		{"time-out not counted", blocked, uncount(timeoutCounter, 2, 74), "output 1: FRES without a reason"},
		{"time-out too soon", blocked, both(uncount(timeoutCounter, 2, 74), count(timeoutCounter, 2, 60)), "no packet has waited or stood still for 50 cycles"},
		{"time-out of nobody", blocked, count(timeoutCounter, 5, 90), "stat_timeout_5 counts, but no packet"},
		{"GAP after FRES", blocked, set(1, 76, func(s *script) Char { return s.f.Gap }), "GAP with no packet open"},
		{"more of the broken worm", blocked, set(1, 76, char('c')), "output 1: character 0 is 63"},
		{"the waiter destroyed", blocked, both(drop(1, 77, 90), uncount(packetsCounter, 2, 81)), "lost: packet 0 of input 2"},
		{"no time-out", blocked, both(uncount(timeoutCounter, 2, 74), drop(1, 75, 90), uncount(packetsCounter, 2, 81)), "output 1: the time-out should have broken packet 0 of input 0"},
		{"two fire", func(s *script) {
			blocked(s)
			comes, leaves := s.packet(3, 1, "uvw", 0)
			s.come(3, 20, comes...)
			s.count(timeoutCounter, 3, 74)
			s.leave(1, 90, leaves...)
			s.count(packetsCounter, 3, 94)
		}, set(1, 84, fres), "output 1: FRES without a reason"},
		{"FRES not forwarded", reset, drop(1, 16, 16), "output 1: FRES is missing after packet 0 of input 0"},
		{"FRES without a reason", one, set(5, 17, fres), "output 5: FRES without a reason"},
		{"FRES without a packet", one, set(5, 40, fres), "output 5: FRES, but no packet can hold the output"},
		{"FRES behind a packet", func(s *script) {
			comes, leaves := s.packet(2, 5, "abc", 0)
			s.come(2, 10, comes...)
			s.come(2, 16, s.f.Fres)
			s.leave(5, 15, leaves...)
			s.count(packetsCounter, 2, 19)
			s.count(fresCounter, 2, 18)
		}, both(drop(5, 19, 19), uncount(packetsCounter, 2, 19), set(5, 19, fres)), "output 5: FRES without a reason"},
		{"head waiting", func(s *script) {
			s.come(0, 10, Char(RouteByte(1)), s.f.Fres)
			s.count(fresCounter, 0, 13)
		}, set(1, 14, fres), "output 1: FRES, but no packet can hold the output"},
		{"stopped before anything left", func(s *script) {
			s.come(1, 9, s.f.Stop)
			reset(s)
			drop(1, 15, 15)(s)
		}, both(drop(1, 16, 16), set(1, 40, fres)), "output 1: FRES, but no packet can hold the output"},
	})
}

func TestResetIsJudged(t *testing.T) {
	again := func(s *script) {
		s.come(2, 10, 0x83, 'a', 'b', 'c')
		s.leave(5, 15, 'a')
		s.resets[16], s.resets[17] = true, true
		s.leave(5, 16, 'b')
		s.boot(18)
		s.pass(1, 1, 30, "x")
	}
	judge(t, []trial{
		{"no FRES after reset", nothing, drop(3, 3, 3), "output 3: GO, FRES have not come in the 4 cycles after reset"},
		{"FRES first", nothing, set(3, 2, func(s *script) Char { return s.f.Fres }), "output 3: 105 is symbol 1 after reset, which must be 103"},
		{"not idle in reset", again, set(5, 17, char('c')), "output 5: 063 after a cycle in reset"},
		{"something survives", again, set(5, 25, char('c')), "output 5: 63 begins a packet"},
		{"counter survives", again, count(fresCounter, 2, 17), "after a cycle in reset"},
		{"no FRES after the second", again, drop(5, 20, 20), "output 5: GO, FRES have not come"},
		{"mask changes in traffic", nothing, func(s *script) { s.enable = 1 << 40 }, "disabled"},
	})
}

// quiet is the pins of a cycle in which nothing moves.
func quiet(f *Format, enable uint64) (in, out []uint64) {
	in, out = make([]uint64, InputWords(8)), make([]uint64, OutputWords(8))
	in[pinEnable] = enable
	for p := range 8 {
		in[pinInChar+p], out[p] = uint64(f.Idle), uint64(f.Idle)
	}
	return in, out
}

func TestChangesOfEnableAreJudged(t *testing.T) {
	s := newScript()
	s.come(2, 490, 0x83, 'x')
	b, err := s.run()
	require.NoError(t, err)
	in, out := quiet(s.f, 0xF0)
	require.ErrorContains(t, b.Observe(in, out), "cfg_enable changed")
	require.ErrorContains(t, b.Observe(in, out), "cycle 500", "the first error stays")

	boots := func(symbols ...Char) error {
		s := newScript()
		one(s)
		b, err := s.run()
		require.NoError(t, err)
		in, out := quiet(s.f, 0xFB) // without port 2, whose counter stays
		out[9+2] = 1
		for range 5 {
			require.NoError(t, b.Observe(in, out))
		}
		in[pinEnable] = 0xFF
		for i := range 8 {
			out[2] = uint64(s.f.Idle)
			if i > 0 && i <= len(symbols) {
				out[2] = uint64(symbols[i-1])
			}
			if err := b.Observe(in, out); err != nil {
				return err
			}
		}
		return nil
	}
	require.NoError(t, boots(s.f.Go, s.f.Fres))
	require.ErrorContains(t, boots(), "output 2: GO, FRES have not come")
	require.ErrorContains(t, boots(s.f.Fres), "output 2: 105 is symbol 1 after reset")
}

// full fills the buffer of input 2 behind a stopped output: one packet holds output 5, its buffer
// passes Ks, STOP leaves and is repeated until GO.
func full(s *script) {
	s.come(5, 9, s.f.Stop)
	for t := 20; t < 200; t += 16 {
		s.come(5, t, s.f.Stop)
	}
	payload := make([]byte, 80)
	for i := range payload {
		payload[i] = byte(i)
	}
	comes, leaves := s.packet(2, 5, string(payload), 0)
	s.come(2, 10, comes...)
	for t := 89; t < 250; t += 16 {
		s.leave(2, t, s.f.Stop)
	}
	s.come(5, 200, s.f.Go)
	s.leave(5, 203, leaves...)
	s.count(packetsCounter, 2, 203+len(leaves)-1)
	drop(2, 250, 260)(s)
	s.leave(2, 252, s.f.Go)
	s.cycles = 700
}

func TestFlowControlIsJudged(t *testing.T) {
	stop := func(s *script) Char { return s.f.Stop }
	judge(t, []trial{
		{"STOP of an empty buffer", one, set(2, 30, stop), "output 2: STOP, but the buffer of input 2 has not been above Ks"},
		{"GO without STOP", one, set(2, 30, func(s *script) Char { return s.f.Go }), "output 2: GO, but no STOP was sent"},
		{"STOP too soon", full, set(2, 70, stop), "has not been above Ks = 72: it holds no more than 59"},
		{"STOP not repeated", full, drop(2, 137, 137), "output 2: STOP of cycle 121 is not repeated"},
		{"GO missing", full, both(drop(2, 252, 252), func(s *script) {
			for t := 249; t < 700; t += 16 {
				s.leave(2, t, s.f.Stop)
			}
		}), "output 2: GO is missing: the buffer of input 2 holds no more than 0"},
		{"data while stopped", full, func(s *script) { s.leave(5, 100, 0) }, "output 5: 000, but STOP holds it since cycle 9"},
		{"STOP is obeyed too late", one, func(s *script) { s.come(5, 15, s.f.Stop) }, "output 5: 05f, but STOP holds it since cycle 15"},
	})
}

// spill goes on sending into the full buffer: lead, one held, 108 queued; what follows is lost.
func spill(s *script) {
	s.come(5, 9, s.f.Stop)
	for t := 20; t < 400; t += 16 {
		s.come(5, t, s.f.Stop)
	}
	s.come(2, 10, 0x83)
	for i := range 130 {
		s.come(2, 11+i, Char(i))
	}
	s.come(2, 141, s.f.Gap)
	s.leave(2, 89, s.f.Stop)
	s.leave(2, 105, s.f.Stop)
	s.lost[pin{2, 122}] = true
	s.leave(5, 123, s.f.Fres)
	s.leave(2, 121, s.f.Stop)
	s.leave(2, 124, s.f.Go)
	s.cycles = 900
}

func TestOverflowIsJudged(t *testing.T) {
	lost := func(p, t int) func(s *script) { return func(s *script) { s.lost[pin{p, t}] = true } }
	judge(t, []trial{
		{"overflow of an empty buffer", one, lost(2, 14), "err_overflow[2], but the buffer of 108 holds no more than"},
		{"overflow by nothing", one, lost(3, 30), "err_overflow[3], but the character two cycles before, 100, is not one to be stored"},
		{"overflow twice in a packet", spill, lost(2, 125), "err_overflow[2], but the rest of the packet is being dropped"},
		{"the rest is parsed", spill, count(strandedCounter, 2, 130), "stat_stranded_2 is 1, but can be no more than 0"},
		{"overflow without STOP", spill, both(drop(2, 89, 89), drop(2, 105, 105), drop(2, 121, 121)), "output 2 has not sent STOP"},
	})
}
