package golden

import (
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
)

func TestFlitWithoutToken(t *testing.T) {
	for link := range 4 {
		rt := 2*link + 1
		g := newRig(t, config.Default(link))
		// The first token is raised in cycle 1: no flit is paid for up to cycle RT.
		g.send[2] = append([]uint8{9, 9}, message{height: 1, route: []uint8{1}, words: words(1)}.flits(g.c)...)
		g.force[2] = true
		g.step()
		g.run(rt - 1)
		g.force[2] = true
		g.step()
		g.run(60)
		equal(t, "flags", g.pulses, []pulse{{1, "protocol", 2}, {rt + 1, "protocol", 2}})
		equal(t, "sent", g.sentAt[2][:3], []int{0, rt, rt + 1})
		if len(g.got[1]) != 15 || g.out[outStatIn+2] != 1 || g.events()["no-token[2]"] != 2 {
			t.Errorf("link %d: %v, %v", link, g.flits(1), g.events())
		}
	}
}

// The flag of a message and that of a discarded flit of the same port fall together.
//
// Output 0 is held by 15 flits that move in R..R+14, the grant is in R+15, so the entries
// length, tag, trailer of the message without words leave in R+17..R+19; the token of
// R+19-RT was withheld.
func TestFlagsMerge(t *testing.T) {
	release := 1 << 30
	c := shallow(config.Default(1))
	g, _ := blocked(t, c, message{height: 1, route: []uint8{0}}, &release)
	g.run(20)
	release = g.cycle
	g.run(19)
	g.force[4] = true
	sent := len(g.sentAt[4])
	g.run(2)
	if g.sentAt[4][sent] != release+19 {
		t.Fatalf("sent in %d", g.sentAt[4][sent])
	}
	equal(t, "flags", g.pulses, []pulse{{release + 20, "protocol", 4}})
	if ev := g.events(); ev["flags-merge"] != 1 || ev["no-token[4]"] != 1 || ev["length[0]"] != 1 {
		t.Errorf("events %v", ev)
	}
}

func TestResetInTraffic(t *testing.T) {
	g := newRig(t, config.Default(1))
	g.settle()
	for p := range ports {
		g.send[p] = message{height: 1, route: []uint8{uint8(p+1) % 4}, words: words(5), bad: true}.flits(g.c)
		g.send[p] = append(g.send[p], g.send[p]...)
	}
	g.run(70)
	// The first reset cycle still shows what was under way, the next ones nothing.
	g.in[pinRst] = 1
	before := len(g.got[0]) + len(g.got[1])
	g.step()
	if len(g.got[0])+len(g.got[1]) == before || g.out[outToken] == 0 && g.out[outToken+7] == 0 {
		t.Error("the first reset cycle is idle already")
	}
	for range 2 {
		g.step()
		for i, v := range g.out {
			if v != 0 {
				t.Errorf("output pin %d is %d in reset", i, v)
			}
		}
	}
	g.in[pinRst] = 0
	g.forget()
	g.send[7] = message{height: 1, route: []uint8{1}, words: words(1)}.flits(g.c)
	g.run(80)
	if len(g.got[1]) != 15 || len(g.pulses) != 0 || g.out[outStatIn+7] != 1 || g.out[outStatIn+6] != 0 {
		t.Errorf("after reset: %v, flags %v", g.flits(1), g.pulses)
	}
	if g.events()["reset-traffic"] != 1 {
		t.Errorf("events %v", g.events())
	}
}

func TestDisabledPort(t *testing.T) {
	g := newRig(t, config.Default(0))
	g.in[pinChildren], g.in[pinParents] = 0b1101, 0b0111
	g.reset()
	for _, p := range []int{1, 7} {
		g.send[p] = message{height: 1, route: []uint8{0}, words: words(1)}.flits(g.c)
	}
	for range 40 {
		g.force = [ports]bool{1: true, 7: true}
		g.step()
		if g.out[outToken+1]+g.out[outToken+7] != 0 {
			t.Fatal("token of a disabled port")
		}
	}
	if len(g.pulses) > 0 || g.out[outStatIn+1]+g.out[outStatIn+7] != 0 || len(g.events()) != 0 {
		t.Errorf("flags %v, events %v", g.pulses, g.events())
	}
}

func TestTwoParents(t *testing.T) {
	c := config.Default(0)
	c.Parents = 2
	g := newRig(t, c)
	for p := range children {
		g.send[p] = message{height: 2, route: []uint8{0}, words: words(1)}.flits(c)
	}
	g.send[6] = message{height: 1, route: []uint8{0}, words: words(1)}.flits(c)
	g.force[6] = true
	g.run(100)
	if len(g.got[4])+len(g.got[5]) != 4*16 || len(g.got[6])+len(g.got[7]) != 0 || len(g.pulses) != 0 {
		t.Errorf("%d and %d flits, flags %v", len(g.got[4]), len(g.got[5]), g.pulses)
	}
	if g.events()["wait-parents"] == 0 {
		t.Error("nobody waited for a parent")
	}
}

// A granted message finishes as it began, a waiting one follows the mode of each cycle.
func TestModeChange(t *testing.T) {
	g := newRig(t, config.Default(0))
	g.settle()
	g.accept = func(q, cycle int) bool { return q != 1 }
	m := message{height: 1, route: []uint8{1}, words: words(5)}
	g.send[4] = m.flits(g.c)
	g.run(10)
	g.send[0] = m.flits(g.c)
	g.in[pinAFD] = 1 // the message of port 4 is crossing
	g.run(2)
	g.in[pinAFD] = 0
	g.run(60) // that of port 0 waits for output 1
	if len(g.got[0]) != 0 {
		t.Fatal("does not wait")
	}
	g.in[pinAFD] = 1 // and now falls to output 0
	g.run(60)
	equal(t, "fallen", g.flits(0), m.flits(g.c))
	g.accept = func(int, int) bool { return true }
	g.run(60)
	equal(t, "first", g.flits(1), message{words: words(5)}.flits(g.c))
	if ev := g.events(); ev["afd-on"] != 2 || ev["afd-off"] != 1 || ev["afd-granted"] != 2 {
		t.Errorf("events %v", ev)
	}
}

func TestEventList(t *testing.T) {
	count := func(c config.Config) (names map[string]bool) {
		r, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		names = map[string]bool{}
		for name := range r.Events() {
			if names[name] {
				t.Errorf("%s twice", name)
			}
			names[name] = true
		}
		return names
	}
	two := config.Default(0)
	two.Parents = 2
	narrow := wide(1, 4, 3)
	for _, c := range []struct {
		config         config.Config
		present, other []string
	}{
		{config.Default(0), []string{"up[3]", "down[7]", "length[5]", "length-over", "simultaneous", "stall-crc[7]"},
			[]string{"up[4]", "length[6]", "flags-merge", "fall-flagged[3]"}},
		{two, []string{"down[5]"}, []string{"down[6]", "to[7]", "simultaneous", "fall-flagged[6]"}},
		{long(15), []string{"length[15]"}, []string{"length-over"}},
		{long(18), []string{"length[18]", "length-over"}, []string{"length[19]"}},
		{narrow, []string{"flags-merge"}, []string{"stall-crc[0]"}},
	} {
		names := count(c.config)
		for _, n := range c.present {
			if !names[n] {
				t.Errorf("%+v: %s is missing", c.config, n)
			}
		}
		for _, n := range c.other {
			if names[n] {
				t.Errorf("%+v: %s is listed", c.config, n)
			}
		}
	}
}

func TestSimultaneous(t *testing.T) {
	g := newRig(t, config.Default(0))
	g.in[pinLevel] = 2
	for p := range ports {
		m := message{height: 2, route: []uint8{uint8(p%4) << 2}, words: words(5)}
		if p < children {
			m = message{height: 3, route: []uint8{0, 0}, words: words(5)}
		}
		g.send[p] = m.flits(g.c)
	}
	g.run(100)
	if g.events()["simultaneous"] < 40 {
		t.Errorf("events %v", g.events())
	}
}
