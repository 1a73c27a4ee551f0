package traffic

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
)

// tagged is message with a tag of its own.
func tagged(f *Format, height, length, child int, tag byte) Message {
	m := message(f, height, length, child)
	m.Tag = tag
	return m
}

// day is a run with a bit of everything, at level 2, all ports enabled:
// good messages down, up and falling, bad ones of all kinds, and a flit without a token.
func day() *script {
	s := newScript(config.Default(0), Setup{Level: 2, Parents: 15, Children: 15}, 500)
	f := s.f
	in, out := s.forms(tagged(f, 2, 2, 1, 1))
	s.come("first", 4, 10, in)
	s.leave("first", 1, 30, out)
	in, out = s.forms(tagged(f, 2, 1, 1, 2))
	s.come("second", 4, 60, in)
	s.leave("second", 1, 90, out)

	m := tagged(f, 5, 1, 0, 3)
	in = f.AppendSealed(nil, &m)
	s.come("climbing", 0, 12, in)
	s.leave("climbing", 6, 20, in)

	in, out = s.forms(tagged(f, 2, 1, 3, 4))
	f.Flip(in, TagPart, 2)
	lo, _ := f.Span(out, TagPart)
	out[lo] ^= 4
	out = f.appendCRC(out[:len(out)-f.CRCFlits], ^f.Sum(out[:len(out)-f.CRCFlits])&0xffff)
	s.come("primary", 5, 15, in)
	s.flag("primary", pinPrimary, 5, 36)
	s.leave("primary", 3, 24, out)

	m = tagged(f, 7, 1, 2, 5)
	in = f.AppendSealed(nil, &m)
	f.Complement(in)
	s.come("secondary", 1, 15, in)
	s.flag("secondary", pinSecondary, 1, 36)
	s.leave("secondary", 7, 24, in)

	m = tagged(f, 1, 1, 2, 6)
	s.come("low", 6, 15, f.AppendSealed(nil, &m))
	s.flag("low", pinProtocol, 6, 40)

	in, out = s.forms(tagged(f, 2, 0, 0, 7))
	f.Complement(out)
	s.come("empty", 7, 15, in)
	s.flag("empty", pinProtocol, 7, 30)
	s.leave("empty", 0, 28, out)

	for i, child := range []int{1, 2} { // the turn of input 5 begins with 1
		m = tagged(f, 4, 1, 2, byte(8+i))
		in = f.AppendSealed(nil, &m)
		name := []string{"fallen", "fallen next"}[i]
		s.come(name, 5, 150+40*i, in)
		s.flag(name, pinProtocol, 5, 176+40*i)
		s.leave(name, child, 160+40*i, in)
	}

	s.come("stray", 2, 60, []byte{9}) // its token is taken away below
	s.flag("stray", pinProtocol, 2, 61)
	s.patch(func(t int, in, out []uint64) {
		if t == 59 {
			out[pinInToken+2] = 0
		}
	})
	return s
}

func TestGoodDay(t *testing.T) {
	b, err := day().run(t)
	if err != nil {
		t.Fatal(err)
	}
	got := b.Statistics()
	want := Statistics{
		Cycles: 500, Resets: 1, In: 9, Out: 8, Swallowed: 1, Primary: 1, Secondary: 1, Protocol: 4, Discarded: 1,
		LinksIn: [8]uint64{1, 1, 0, 0, 2, 3, 1, 1}, LinksOut: [8]uint64{1, 3, 1, 1, 0, 0, 1, 1}, DataFlits: 64,
		Quiet: got.Quiet,
	}
	if got != want || got.Quiet == 0 || b.Messages() != 9 {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// Each bad day differs from the good one in one thing, and each is found out.
func TestBadDays(t *testing.T) {
	out := func(pin int, at int, v uint64) func(*script) {
		return func(s *script) {
			s.patch(func(t int, _, out []uint64) {
				if t == at {
					out[pin] = v
				}
			})
		}
	}
	for _, bad := range []struct {
		name   string
		change func(s *script)
		want   string // in the error
	}{
		{"lost", func(s *script) { delete(s.passages, "second out") }, "lost: the message of input 4"},
		{"lost and overtaken", func(s *script) { delete(s.passages, "first out") }, "is overtaken by"},
		{"duplicated", func(s *script) { s.leave("again", 1, 120, s.passages["second out"].flits) }, "no message waits"},
		{"made up", func(s *script) {
			_, flits := s.forms(tagged(s.f, 2, 1, 0, 15))
			s.leave("nobody", 0, 120, flits)
		}, "no message waits"},
		{"a flit lost", func(s *script) {
			p := s.passages["climbing out"]
			p.flits = slices.Delete(slices.Clone(p.flits), 8, 9)
		}, "stopped inside a message"},
		{"a bit of data", func(s *script) {
			p := s.passages["first out"]
			p.flits = bytes.Clone(p.flits)
			s.f.Flip(p.flits, DataPart, 9)
		}, "neither right nor complemented"},
		{"other data, right CRC", func(s *script) {
			m := tagged(s.f, 2, 2, 1, 1)
			m.Data[5] ^= 1
			_, s.passages["first out"].flits = s.forms(m)
		}, "which it is not"},
		{"other tag", func(s *script) {
			_, s.passages["first out"].flits = s.forms(tagged(s.f, 2, 2, 1, 9))
		}, "which it is not"},
		{"not complemented", func(s *script) {
			s.f.Complement(s.passages["primary out"].flits)
		}, "must be complemented"},
		{"secondary not complemented", func(s *script) {
			p := s.passages["secondary out"]
			p.flits = bytes.Clone(p.flits)
			s.f.Complement(p.flits)
		}, "must be complemented"},
		{"empty one not complemented", func(s *script) {
			s.f.Complement(s.passages["empty out"].flits)
		}, "must be complemented"},
		{"good one complemented", func(s *script) {
			s.f.Complement(s.passages["first out"].flits)
		}, "must not be complemented"},
		{"CRC as it came", func(s *script) {
			out, in := s.passages["second out"].flits, s.passages["second"].flits
			copy(out[len(out)-4:], in[len(in)-4:])
		}, "neither right nor complemented"},
		{"height kept", func(s *script) {
			m := tagged(s.f, 2, 2, 1, 1)
			m.Route[0] &= 3
			s.passages["first out"].flits = s.f.AppendSealed(nil, &m)
		}, "which it is not"},
		{"left field kept", func(s *script) {
			m := tagged(s.f, 2, 2, 1, 1)
			m.Height--
			s.passages["first out"].flits = s.f.AppendSealed(nil, &m)
		}, "which it is not"},
		{"wrong child", func(s *script) { s.passages["first out"].port = 2 }, "must leave on output 1"},
		{"up instead of down", func(s *script) { s.passages["first out"].port = 5 }, "must leave on output 1"},
		{"down instead of up", func(s *script) { s.passages["climbing out"].port = 2 }, "must leave on output 4 or 5 or 6 or 7"},
		{"out of turn", func(s *script) { s.passages["fallen next out"].port = 3 }, "child 2 is next"},
		{"first turn", func(s *script) { s.passages["fallen out"].port = 0 }, "child 1 is next"},
		{"swallowed one leaves", func(s *script) { s.leave("low", 2, 20, s.passages["low"].flits) }, "must leave on no output"},
		{"good one swallowed", func(s *script) {
			delete(s.passages, "second out")
			s.flag("second", pinProtocol, 4, 90)
		}, "lost: the message of input 4"},
		{"reordered", func(s *script) {
			first, second := s.passages["first out"], s.passages["second out"]
			first.at, second.at = 130, 90
		}, "is overtaken by"},
		{"reordered in falling", func(s *script) {
			s.setup.Children = 2
			s.passages = map[string]*passage{"fallen": s.passages["fallen"], "fallen next": s.passages["fallen next"]}
			s.marks = map[string]*mark{"a": {pinProtocol, 5, 176}, "b": {pinProtocol, 5, 216}}
			s.leave("fallen", 1, 280, s.passages["fallen"].flits)
			s.leave("fallen next", 1, 220, s.passages["fallen next"].flits)
			s.patches = nil
		}, "overtaken"},

		{"primary missing", func(s *script) { delete(s.marks, "primary") }, "err_primary[5] has not come"},
		{"primary late", func(s *script) { s.marks["primary"].at = 100 }, "err_primary[5] has not come"},
		{"primary twice", func(s *script) { s.flag("again", pinPrimary, 5, 60) }, "err_primary[5]: no message"},
		{"primary of another", func(s *script) { s.marks["primary"].port = 4 }, "err_primary[4]: no message"},
		{"primary too soon", func(s *script) { s.marks["primary"].at = 20 }, "err_primary[5]: no message"},
		{"primary for secondary", func(s *script) { s.marks["secondary"].pin = pinPrimary }, "err_primary[1], but next is err_secondary"},
		{"secondary missing", func(s *script) { delete(s.marks, "secondary") }, "err_secondary[1] has not come"},
		{"protocol of swallowed missing", func(s *script) { delete(s.marks, "low") }, "err_protocol[6] is missing"},
		{"protocol of length missing", func(s *script) { delete(s.marks, "empty") }, "err_protocol[7] is missing"},
		{"protocol of fallen missing", func(s *script) { delete(s.marks, "fallen") }, "err_protocol[5] is missing"},
		{"protocol twice", func(s *script) { s.flag("again", pinProtocol, 6, 60) }, "err_protocol[6]: neither"},
		{"protocol for nothing", func(s *script) { s.flag("again", pinProtocol, 3, 60) }, "err_protocol[3]: neither"},
		{"protocol for a good one", func(s *script) { s.flag("again", pinProtocol, 0, 28) }, "err_protocol[0]"},
		{"stray unflagged", func(s *script) { delete(s.marks, "stray") }, "a flit came without a token"},
		{"stray taken for a flit", func(s *script) { s.patches = nil }, "err_protocol[2]: neither"},

		{"stat_in high", out(pinStatIn+4, 200, 3), "stat_in_4 is 3"},
		{"stat_in low", out(pinStatIn+4, 50, 0), "stat_in_4 is 0"},
		{"stat_in of swallowed", out(pinStatIn+6, 60, 0), "stat_in_6 is 0"},
		{"stat_out high", out(pinStatOut+1, 20, 1), "stat_out_1 is 1"},
		{"stat_out low", out(pinStatOut+6, 80, 0), "stat_out_6 is 0"},

		{"flit without valid", out(pinOutFlit, 200, 3), "out_0_flit is 3 while valid is 0"},
		{"flit too wide", out(pinOutFlit+2, 31, 16), "pins too wide"},
		{"token rule", func(s *script) {
			s.patch(func(t int, in, _ []uint64) {
				if t == 35 {
					in[pinOutToken+1] = 0
				}
			})
		}, "out_1_token was 0 in the cycle before"},
		{"valid after reset", out(pinOutValid, 1, 1), "out_0_valid is 1 after a cycle in reset"},
		{"token after reset", out(pinInToken+3, 1, 1), "in_3_token is 1 after a cycle in reset"},
		{"flag after reset", out(pinSecondary, 1, 8), "err flag of port 3 is 1 after a cycle in reset"},
		{"stat after reset", out(pinStatOut+2, 1, 1), "stat_out_2 is 1"},
		{"masks changed", func(s *script) {
			s.patch(func(t int, in, _ []uint64) {
				if t >= 300 {
					in[pinChildren] = 7
				}
			})
		}, "changed, and not in a reset cycle that follows one"},
		{"forgotten in reset", func(s *script) {
			s.patch(func(t int, in, out []uint64) {
				if t == 300 {
					in[pinRst] = 1
				}
				if t == 301 {
					for p := range ports {
						out[pinInToken+p] = 0
					}
				}
			})
		}, "stat_in_0 is 1: 0 messages"},
		{"all forgotten but the counters", func(s *script) {
			s.patch(func(t int, in, out []uint64) {
				in[pinAFD] = 0
				if t > 35 {
					clear(out[pinOutFlit:pinPrimary])
				}
			})
		}, "messages have left"},
	} {
		t.Run(bad.name, func(t *testing.T) {
			s := day()
			for name, p := range s.passages {
				s.passages[name].flits = bytes.Clone(p.flits)
			}
			bad.change(s)
			b, err := s.run(t)
			if err == nil || !strings.Contains(err.Error(), bad.want) || !strings.HasPrefix(err.Error(), "cycle ") {
				t.Fatalf("got %v, want %q; %+v", err, bad.want, b.Statistics())
			}
			if again := b.Observe(make([]uint64, InputPins), make([]uint64, OutputPins)); again != err {
				t.Errorf("then %v", again)
			}
		})
	}
}

// A disabled port is silent, whatever comes.
func TestDisabledPorts(t *testing.T) {
	quiet := func() *script {
		s := newScript(config.Default(0), Setup{Level: 2, Parents: 7, Children: 13}, 100)
		s.patch(func(t int, in, out []uint64) {
			in[pinInValid+2], in[pinInFlit+2] = 1, 5
			in[pinInValid+14], in[pinInFlit+14] = 1, 5
		})
		return s
	}
	if _, err := quiet().run(t); err != nil {
		t.Error(err)
	}
	for name, pin := range map[string]int{"in_1_token": pinInToken + 1, "out_7_valid": pinOutValid + 14, "err flag of port 0": pinPrimary} {
		s := quiet()
		s.setup.Children &^= 1
		s.patch(func(t int, _, out []uint64) {
			if t == 50 {
				out[pin] = 1
			}
		})
		if _, err := s.run(t); err == nil || !strings.Contains(err.Error(), name+" is 1 while the port is disabled") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Two messages that leave alike from two inputs may do so either way round, and what follows them
// is still judged.
func TestTwins(t *testing.T) {
	for _, first := range []int{4, 5} {
		s := newScript(config.Default(0), Setup{Level: 2, Parents: 15, Children: 15}, 400)
		in, out := s.forms(tagged(s.f, 2, 0, 1, 1))
		s.f.Complement(out)
		next, nextOut := s.forms(tagged(s.f, 2, 1, 1, 2))
		other, otherOut := s.forms(tagged(s.f, 2, 1, 1, 3))
		for _, p := range []int{4, 5} {
			s.come([]string{"a", "b"}[p-4], p, 10, in)
		}
		s.come("next", 4, 20, next)
		s.come("other", 5, 20, other)
		s.leave("one", 1, 40, out)
		s.flag("one", pinProtocol, first, 41)
		if first == 4 {
			s.leave("next", 1, 60, nextOut)
			s.leave("two", 1, 80, out)
			s.leave("other", 1, 100, otherOut)
		} else {
			s.leave("other", 1, 60, otherOut)
			s.leave("two", 1, 80, out)
			s.leave("next", 1, 100, nextOut)
		}
		s.flag("two", pinProtocol, 9-first, 81)
		b, err := s.run(t)
		if err != nil {
			t.Errorf("input %d first: %v", first, err)
		}
		if st := b.Statistics(); st.Twins != 1 || st.Out != 4 || st.Quiet == 0 {
			t.Errorf("%+v", st)
		}
		delete(s.marks, "two")
		if _, err := s.run(t); err == nil || !strings.Contains(err.Error(), "err_protocol") {
			t.Errorf("a flag is missing: %v", err)
		}
	}
}

// A message that was in the router when cfg_afd changed may go either way; the others may not.
func TestChangeOfMode(t *testing.T) {
	for _, try := range []struct {
		name  string
		at    int // cfg_afd is 1 from this cycle on
		falls bool
		want  string
	}{
		{"off, down", 1000, false, ""},
		{"off, falls", 1000, true, "which it is not"},
		{"on, falls", 5, true, ""},
		{"on, down", 5, false, "which it is not"},
		{"changing, down", 16, false, ""},
		{"changing, falls", 16, true, ""},
		{"too late, falls", 100, true, "which it is not"},
	} {
		s := newScript(config.Default(0), Setup{Level: 2, Parents: 15, Children: 15}, 300)
		in, out := s.forms(tagged(s.f, 2, 1, 1, 1))
		if try.falls {
			out = in
		}
		s.come("m", 5, 10, in)
		s.leave("m", 1, 30, out)
		s.patch(func(t int, in, _ []uint64) {
			if t >= try.at {
				in[pinAFD] = 1
			}
		})
		_, err := s.run(t)
		if (err == nil) != (try.want == "") || err != nil && !strings.Contains(err.Error(), try.want) {
			t.Errorf("%s: %v", try.name, err)
		}
	}
}

// An unfinished message may hold its output, and what waits for that one, but nothing else.
func TestUnfinishedMessageHoldsOneOutput(t *testing.T) {
	cut := func() *script {
		s := newScript(config.Default(0), Setup{Level: 2, Parents: 15, Children: 15}, 300)
		in, out := s.forms(tagged(s.f, 2, 1, 1, 1))
		s.come("cut", 4, 10, in[:8])
		s.leave("cut", 1, 20, out[:8])
		wait, _ := s.forms(tagged(s.f, 2, 1, 1, 2))
		s.come("waiting", 5, 12, wait)
		in, out = s.forms(tagged(s.f, 2, 1, 2, 3))
		s.come("other", 6, 12, in)
		s.leave("other", 2, 24, out)
		m := tagged(s.f, 4, 1, 2, 4)
		in = s.f.AppendSealed(nil, &m)
		s.come("cut up", 0, 12, in[:8])
		s.leave("cut up", 5, 20, in[:8])
		return s
	}
	if _, err := cut().run(t); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(s *script){
		"stuck: the message of input 6":       func(s *script) { delete(s.passages, "other out") },
		"stuck: the message of input 5":       func(s *script) { delete(s.passages, "cut out") },
		"that no input is still sending":      func(s *script) { s.passages["cut out"].flits[4] ^= 1 },
		"3 outputs stopped inside messages":   func(s *script) { s.leave("double", 6, 20, s.passages["cut up out"].flits) },
		"stopped inside a message, h=1 route": func(s *script) { s.passages["cut out"].port = 3 },
	} {
		s := cut()
		change(s)
		if _, err := s.run(t); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
