package traffic

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/target"
)

// A liar changes pins on their way from a good router to the scoreboard, from some cycle on. It tells
// when it is done.
type liar func(x *witness) (done bool)

// A witness is the pins of a cycle as the scoreboard sees them.
type witness struct {
	Pins
	cycle   int
	in, out []uint64
	kept    []uint64 // what the liar remembers
	count   int
}

// leaving finds an output with a flit that will do.
func (x *witness) leaving(will func(o int, b bundle) bool) (int, bundle) {
	for o := range ports {
		if b := x.Pins.out(x.out, o); b.valid() && will(o, b) {
			return o, b
		}
	}
	return -1, nil
}

// idle finds an output without a flit.
func (x *witness) idle() (int, bundle) {
	for o := range ports {
		if b := x.Pins.out(x.out, o); !b.valid() {
			return o, b
		}
	}
	return -1, nil
}

func (x *witness) any(int, bundle) bool      { return true }
func (x *witness) body(_ int, b bundle) bool { return !x.head(b.flit()) && !x.tail(b.flit()) }
func (x *witness) single(_ int, b bundle) bool {
	return x.head(b.flit()) && x.tail(b.flit())
}

// inject puts a packet of one flit for this router on the adaptive VC of an input.
func (x *witness) inject(b bundle) {
	h := Header{Length: 1, Dst: [3]int{int(x.in[pinAt]), int(x.in[pinAt+1]), int(x.in[pinAt+2])}}
	clear(b)
	b[0] = h.Encode()
	x.setHead(b.flit(), true)
	x.setTail(b.flit(), true)
	b.set(true, free)
}

// flit changes one flit that leaves and will do.
func (x *witness) flit(will func(int, bundle) bool, change func(b bundle)) bool {
	_, b := x.leaving(will)
	if b == nil {
		return false
	}
	change(b)
	return true
}

// mute clears one pin of an err_ word if one is set.
func (x *witness) mute(k kindOfError) bool {
	w := &x.errors(x.out)[k]
	was := *w
	*w &= *w - 1
	return was != 0
}

// watch runs a good router under kinds of episodes, with lies from cycle 150 on.
func watch(t *testing.T, c config.Config, kinds []kind, lie liar) error {
	t.Helper()
	m := model(t, c)
	stimulus, s := newStimulus(c, kinds, 5), NewScoreboard(c)
	n := NewPins(c)
	in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
	x := &witness{Pins: n}
	lied := false
	for cycle := range 11000 {
		stimulus.Next(out, in)
		m.Step(in, out)
		x.cycle, x.in, x.out = cycle, slices.Clone(in), slices.Clone(out)
		if cycle >= 150 && !lied {
			lied = lie(x)
		}
		if err := s.Observe(x.in, x.out); err != nil {
			return err
		}
	}
	return nil
}

// drained is any traffic of some kind that ends quietly.
func drained(k kind) []kind {
	return []kind{func(e *episode, d *dice) {
		k(e, d)
		e.cycles, e.drain = 500, true
	}}
}

func wrongs(e *episode, d *dice) {
	malformed(e, d)
	e.linked = 0x2f
	e.faults = faults{class: 30, length: 30, dest: 30, turn: 60, link: 30, early: 20, late: 20, inner: 20, orphan: 20, missing: 10, overflow: 100, over: 20}
	for o := range e.give {
		for v := range e.give[o] {
			e.give[o][v].rate = 10
		}
	}
}

func TestEveryFaultIsFound(t *testing.T) {
	mute := func(k kindOfError) liar { return func(x *witness) bool { return x.mute(k) } }
	invent := func(k kindOfError) liar {
		return func(x *witness) bool { x.errors(x.out)[k] ^= 8; return true }
	}
	counter := func(i, add int) liar {
		return func(x *witness) bool { x.counters(x.out)[i] += uint64(add); return false }
	}
	stops := func(i int) liar { // at what it was
		return func(x *witness) bool {
			w := &x.counters(x.out)[i]
			if x.count++; x.count == 1 {
				x.kept = []uint64{*w}
			}
			*w = min(*w, x.kept[0])
			return false
		}
	}
	for _, fault := range []struct {
		name  string
		kinds []kind
		lie   liar
		want  string // in the error
	}{
		{"a bit of the data", drained(uniform), func(x *witness) bool {
			return x.flit(x.body, func(b bundle) { b[0] ^= 4 })
		}, " left where "},
		{"a bit of the flit's user field", drained(uniform), func(x *witness) bool {
			return x.flit(x.body, func(b bundle) { b[1] ^= 32 })
		}, " left where "},
		{"a bit of the header", drained(uniform), func(x *witness) bool {
			return x.flit(func(_ int, b bundle) bool { return x.head(b.flit()) }, func(b bundle) { b[0] ^= 1 << 30 })
		}, "but the one that waits"},
		{"a flit lost", drained(uniform), func(x *witness) bool {
			return x.flit(x.body, func(b bundle) { clear(b) })
		}, "flits have left"},
		{"a packet lost", drained(sparse), func(x *witness) bool {
			return x.flit(x.single, func(b bundle) { clear(b) })
		}, "have been seen"},
		{"a flit twice", drained(sparse), func(x *witness) bool {
			if x.kept == nil {
				if _, b := x.leaving(x.body); b != nil {
					x.kept = slices.Clone(b)
				}
				return false
			}
			_, b := x.idle()
			copy(b, x.kept)
			return true
		}, "a flit of no packet"},
		{"a packet twice", drained(sparse), func(x *witness) bool {
			if x.kept == nil {
				if o, b := x.leaving(x.single); b != nil {
					x.kept, x.count = slices.Clone(b), o
				}
				return false
			}
			b := x.Pins.out(x.out, x.count)
			if b.valid() {
				return false
			}
			copy(b, x.kept)
			return true
		}, "no such packet waits"},
		{"a packet from nowhere", drained(sparse), func(x *witness) bool {
			o, b := x.idle()
			h := Header{Length: 1, User: 1 << 18}
			b[0] = h.Encode()
			x.setHead(b.flit(), true)
			x.setTail(b.flit(), true)
			b.set(true, 0)
			return o >= 0
		}, "no such packet waits"},
		{"the wrong output", drained(sparse), func(x *witness) bool {
			o, b := x.leaving(x.single)
			if b == nil {
				return false
			}
			other := x.Pins.out(x.out, (o+1)%node)
			if other.valid() {
				return false
			}
			copy(other, b)
			clear(b)
			return true
		}, "and may leave by"},
		{"the other escape VC", drained(sparse), func(x *witness) bool {
			return x.flit(func(o int, b bundle) bool { return o != node && b.vc() < free && x.single(o, b) }, func(b bundle) { b[len(b)-1] ^= 1 })
		}, "and may leave by"},
		{"the other class", drained(sparse), func(x *witness) bool {
			return x.flit(func(o int, b bundle) bool { return b.vc() < free && x.single(o, b) }, func(b bundle) { b[len(b)-1] ^= 2 })
		}, "and may leave by"},
		{"the adaptive VC without leave", drained(sparse), func(x *witness) bool {
			return x.flit(func(o int, b bundle) bool { return o != node && !Decode(b[0]).Adaptive && x.single(o, b) }, func(b bundle) { b[len(b)-1] = free })
		}, "and may leave by"},
		{"a VC that is not", drained(uniform), func(x *witness) bool {
			return x.flit(x.any, func(b bundle) { b[len(b)-1] = 5 })
		}, "which it has not"},
		{"ejection by the adaptive VC", drained(uniform), func(x *witness) bool {
			return x.flit(func(o int, _ bundle) bool { return o == node }, func(b bundle) { b[len(b)-1] = free })
		}, "which it has not"},
		{"a masked link", drained(sparse), func(x *witness) bool {
			if x.in[pinRst] == 0 && x.count == 0 {
				return false
			}
			x.count = 1 // from a reset on the link is masked, as the scoreboard sees it
			x.in[pinLinks] &^= 4
			return false
		}, ""},
		{"no tail", drained(uniform), func(x *witness) bool {
			return x.flit(func(_ int, b bundle) bool { return x.tail(b.flit()) }, func(b bundle) { x.setTail(b.flit(), false) })
		}, "has"},
		{"a tail too soon", drained(uniform), func(x *witness) bool {
			return x.flit(x.body, func(b bundle) { x.setTail(b.flit(), true) })
		}, " left where "},
		{"a head inside", drained(uniform), func(x *witness) bool {
			return x.flit(x.body, func(b bundle) { x.setHead(b.flit(), true) })
		}, "a head inside"},
		{"the repair left out", drained(unframed), func(x *witness) bool {
			return x.flit(x.body, func(b bundle) { x.setHead(b.flit(), true) })
		}, "a head inside"},
		{"interleaved", drained(full), func(x *witness) bool {
			return x.flit(func(o int, b bundle) bool { return o != node && b.vc() < free && x.body(o, b) }, func(b bundle) { b[len(b)-1] = b[len(b)-1] ^ 1 })
		}, "output"},
		{"a credit lost", drained(sparse), func(x *witness) bool {
			w := &x.out[2]
			was := *w
			*w &= *w - 1
			return was != 0
		}, "credits for"},
		{"a credit too many", drained(sparse), func(x *witness) bool {
			was := x.out[2]
			x.out[2] |= 1
			return was == 0
		}, "a credit for a flit that has not come"},
		{"a credit of another VC", drained(sparse), func(x *witness) bool {
			if x.out[2] == 0 {
				return false
			}
			x.out[2] = x.out[2]<<1&31 | x.out[2]>>4
			return true
		}, "a credit for a flit that has not come"},
		{"credits before flits leave", drained(blocked), func(x *witness) bool {
			x.out[2] = uint64(x.count)
			x.count = 0
			if b := x.Pins.in(x.in, 2); b.valid() {
				x.count = 1 << b.vc()
			}
			return false
		}, "flits have left"},
		{"credits overspent", drained(full), func(x *witness) bool { // a receiver's credits are kept from the scoreboard
			x.Pins.outCredits(x.in)[3] = 0
			return false
		}, "begins with credits for"},
		{"a masked arrival credited", drained(wrongs), func(x *witness) bool {
			x.out[4] |= 4
			return true
		}, "a credit for a flit that has not come"},
		{"a bad packet passed on", drained(sparse), func(x *witness) bool { // it is bad to the scoreboard alone
			for p := range ports {
				if b := x.Pins.in(x.in, p); b.valid() && b.vc() < free && x.head(b.flit()) {
					b[0] ^= 1 << 24
					return true
				}
			}
			return false
		}, ""},
		{"a header of a wrong length passed on", drained(sparse), func(x *witness) bool {
			for p := range ports {
				if b := x.Pins.in(x.in, p); b.valid() && x.head(b.flit()) {
					b[0] |= 15 << 26
					return true
				}
			}
			return false
		}, "no such packet waits"},
		{"a good packet dropped", drained(sparse), func(x *witness) bool {
			b := x.Pins.in(x.in, 2)
			if b.valid() {
				return false
			}
			x.inject(b)
			return true
		}, "which overtakes another"},
		{"err_vc missing", drained(wrongs), mute(errVC), "err_vc["},
		{"err_length missing", drained(wrongs), mute(errLength), "err_length["},
		{"err_dest missing", drained(wrongs), mute(errDest), "err_dest["},
		{"err_turn missing", drained(wrongs), mute(errTurn), "err_turn["},
		{"err_link missing", drained(wrongs), mute(errLink), "err_link["},
		{"err_overflow missing", drained(wrongs), mute(errOverflow), "err_overflow["},
		{"err_credit missing", drained(wrongs), mute(errCredit), "err_credit["},
		{"err_vc for nothing", drained(uniform), invent(errVC), "err_vc[3] is 1 for nothing"},
		{"err_length for nothing", drained(uniform), invent(errLength), "err_length[3] is 1 for nothing"},
		{"err_dest for nothing", drained(uniform), invent(errDest), "err_dest[3] is 1 for nothing"},
		{"err_turn for nothing", drained(uniform), invent(errTurn), "err_turn[3] is 1 for nothing"},
		{"err_link for nothing", drained(uniform), invent(errLink), "err_link[3] is 1 for nothing"},
		{"err_overflow for nothing", drained(uniform), invent(errOverflow), "err_overflow[3] is 1 for nothing"},
		{"err_credit for nothing", drained(uniform), invent(errCredit), "no credit was too many"},
		{"one error for another", drained(wrongs), func(x *witness) bool {
			e := x.errors(x.out)
			e[errDest], e[errTurn] = e[errTurn], e[errDest]
			return e[errTurn] != e[errDest]
		}, "is 1 for nothing"},
		{"an error of another port", drained(wrongs), func(x *witness) bool {
			e := x.errors(x.out)
			e[errDest] = e[errDest]<<1&127 | e[errDest]>>6
			return e[errDest] != 0
		}, "is 1 for nothing"},
		{"stat_packets_4 too high", drained(uniform), counter(free, 1), "stat_packets_4"},
		{"stat_packets_0 stops", drained(uniform), stops(0), "stat_packets_0"},
		{"stat_ejected stops", drained(uniform), stops(statEjected), "stat_ejected"},
		{"stat_dropped too high", drained(wrongs), counter(statDropped, 1), "stat_dropped"},
		{"stat_dropped stops", drained(malformed), stops(statDropped), "stat_dropped"},
		{"stat_escapes stops", drained(uniform), stops(statEscapes), "stat_escapes"},
		{"a counter falls", drained(uniform), counter(statEjected, -1), "stat_ejected"},
		{"data without valid", drained(sparse), func(x *witness) bool { _, b := x.idle(); b[0] = 1; return b != nil }, "while valid is 0"},
		{"vc without valid", drained(sparse), func(x *witness) bool { _, b := x.idle(); b[len(b)-1] = 1; return b != nil }, "while valid is 0"},
		{"a pin too wide", drained(uniform), func(x *witness) bool {
			return x.flit(x.any, func(b bundle) { b[1] |= 64 })
		}, "too wide"},
		{"an output not reset", []kind{quick}, func(x *witness) bool {
			if x.count == 0 {
				x.count = int(x.in[pinRst])
				return false
			}
			x.counters(x.out)[statEjected] = 7
			return true
		}, "after a cycle in reset"},
		{"an input is never served", []kind{func(e *episode, d *dice) {
			full(e, d)
			e.silent(3)
			e.cycles = 12000
		}}, func(x *witness) bool { // it sends, as the scoreboard sees it
			x.inject(x.Pins.in(x.in, 3))
			return true
		}, "has waited for"},
	} {
		t.Run(fault.name, func(t *testing.T) {
			err := watch(t, config.Default(10), fault.kinds, fault.lie)
			require.ErrorContains(t, err, fault.want)
			t.Log(err)
		})
	}
}

// Any one output pin that is wrong in any one cycle of traffic that is drained is found.
func TestEveryPinMatters(t *testing.T) {
	c := config.Default(10)
	var pins [][2]int // word and bit
	word := 0
	for _, width := range model(t, c).Outputs() {
		for bit := range width {
			pins = append(pins, [2]int{word + bit/64, bit % 64})
		}
		word += (width + 63) / 64
	}
	d := dice{}
	trials := 400
	if testing.Short() {
		trials = 40
	}
	for range trials {
		at, pin := d.between(150, 400), pins[d.below(len(pins))]
		kinds := drained([]kind{sparse, wrongs, uniform}[d.below(3)])
		err := watch(t, c, kinds, func(x *witness) bool {
			if x.cycle != at {
				return false
			}
			x.out[pin[0]] ^= 1 << pin[1]
			return true
		})
		require.Error(t, err, "word and bit %v, cycle %d", pin, at)
	}
}

// frozen is a router that stops after some cycles.
type frozen struct {
	target.Model
	cycles int
}

func (f *frozen) Step(in, out []uint64) {
	if f.cycles--; f.cycles >= 0 {
		f.Model.Step(in, out)
		return
	}
	clear(out[:len(out)-stats])
}

// blind is a router that does not see one input.
type blind struct {
	target.Model
	pins Pins
	port int
}

func (b blind) Step(in, out []uint64) {
	seen := slices.Clone(in)
	clear(b.pins.in(seen, b.port))
	b.Model.Step(seen, out)
}

func TestStandstillIsFound(t *testing.T) {
	c := config.Default(10)
	for _, k := range []kind{full, lazy, uniform, backpressure} {
		for name, m := range map[string]target.Model{
			"frozen": &frozen{Model: model(t, c), cycles: 170},
			"blind":  blind{model(t, c), NewPins(c), 4},
		} {
			forever := func(e *episode, d *dice) {
				k(e, d)
				e.cycles, e.drain = 300, true
			}
			stimulus, s := newStimulus(c, []kind{forever}, 3), NewScoreboard(c)
			n := NewPins(c)
			in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
			var err error
			for range 4000 {
				stimulus.Next(out, in)
				m.Step(in, out)
				if err = s.Observe(in, out); err != nil {
					break
				}
			}
			require.Error(t, err, name)
			t.Log(name, err)
		}
	}
}
