package golden

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/flitwright/flitwright/t3erouter/config"
)

// A traffic drives a router at random and keeps what its neighbours know. A flit carries the
// number of its packet and its place in it.
type traffic struct {
	r       *Router
	rng     *rand.Rand
	in, out []uint64
	wild    bool // malformed packets and broken flow control too
	narrow  bool // one VC a port
	stopped bool // no new packets
	slow    int  // credits come back in one of so many cycles

	credits [ports][vcs]int    // that the sender has
	sending [ports][vcs][]flit // rest of the packet
	sent    int
	unpaid  [ports]int // the VC of a flit sent without a credit in the cycle before, or none
	unpaid2 [ports]int

	beyond  [ports][vcs]int // flits that are out and not credited
	arrives [ports][vcs]arriving
	left    map[int]bool
	faults  []string

	staged [ports]*entry // that was in the stage after the last cycle
	since  [ports]int    // cycles that it has been there
}

// An arriving packet, on one output VC.
type arriving struct {
	open          bool
	id, n, length int
}

func newTraffic(r *Router, seed uint64) *traffic {
	t := &traffic{r: r, rng: rand.New(rand.NewPCG(seed, 3)), wild: true, slow: 1 + int(seed%4), narrow: seed%5 == 0,
		in: make([]uint64, r.pins.inWords), out: make([]uint64, r.pins.outWords)}
	for dim, size := range r.size {
		t.in[pinX+dim] = uint64([]int{0, size - 1, t.rng.IntN(size)}[t.rng.IntN(3)])
	}
	t.in[pinLinks] = 63
	if t.rng.IntN(2) == 0 {
		t.in[pinLinks] = uint64(t.rng.IntN(64) | t.rng.IntN(64))
	}
	t.in[pinRst] = 1
	r.Step(t.in, t.out)
	t.restart()
	return t
}

// restart forgets all packets, as the router does in reset.
func (t *traffic) restart() {
	t.in[pinRst] = 0
	for p := range ports {
		t.credits[p] = t.r.depth
		t.unpaid[p], t.unpaid2[p] = none, none
	}
	t.sending, t.beyond, t.arrives = [ports][vcs][]flit{}, [ports][vcs]int{}, [ports][vcs]arriving{}
	t.sent, t.left = 0, map[int]bool{}
}

func (t *traffic) run(cycles int) {
	for range cycles {
		t.fill()
		t.r.Step(t.in, t.out)
		t.settle()
	}
}

// chance is 1 in n, if malformed traffic is wanted at all.
func (t *traffic) chance(n int) bool { return t.wild && t.rng.IntN(n) == 0 }

// fill sets the pins of the next cycle.
func (t *traffic) fill() {
	stride := t.r.pins.stride
	for p := range ports {
		w := t.in[pinPort+p*stride:][:stride]
		clear(w)
		t.unpaid2[p], t.unpaid[p] = t.unpaid[p], none
		v := t.rng.IntN(vcs)
		switch {
		case t.narrow && p == node:
			v = 0
		case t.narrow:
			v = adaptiveVC
		case p == node:
			v = 2 * t.rng.IntN(2)
		}
		f, ok := t.next(p, v)
		switch {
		case t.chance(200):
			w[t.r.words], w[t.r.words+1] = 1, uint64([]int{5, 6, 7, 1, 3, 4}[t.rng.IntN(6)])
			if p != node && w[t.r.words+1] < vcs {
				clear(w)
			}
		case !ok:
		default:
			if len(t.sending[p][v]) > 0 {
				t.sending[p][v] = t.sending[p][v][1:]
			}
			copy(w, f.words())
			w[t.r.words], w[t.r.words+1] = 1, uint64(v)
			if t.usable(p) {
				t.credits[p][v]--
			}
		}
		t.in[t.r.pins.inCredit+p] = 0
		for v := range vcs {
			switch {
			case t.beyond[p][v] > 0 && t.rng.IntN(t.slow) == 0:
				t.beyond[p][v]--
				t.in[t.r.pins.inCredit+p] |= 1 << v
			case t.beyond[p][v] == 0 && t.chance(300):
				t.in[t.r.pins.inCredit+p] |= 1 << v
			}
		}
	}
}

func (t *traffic) usable(p int) bool {
	return p == node || t.in[pinLinks]>>p&1 == 1 && t.r.size[p/2] > 1
}

// next is the flit that VC v of port p would send.
func (t *traffic) next(p, v int) (flit, bool) {
	queue := &t.sending[p][v]
	if len(*queue) == 0 && t.chance(100) {
		f := flit{data: 1 << 40, tail: t.rng.IntN(2) == 0} // an orphan
		return f, t.pay(p, v)
	}
	if len(*queue) == 0 && !t.stopped && (t.usable(p) || t.chance(10)) {
		*queue = t.packet(v)
	}
	if len(*queue) == 0 || !t.pay(p, v) {
		return flit{}, false
	}
	return (*queue)[0], true
}

// pay tells that a flit may go, rarely without a credit for it.
func (t *traffic) pay(p, v int) bool {
	if t.credits[p][v] > 0 {
		return true
	}
	if t.chance(40) {
		t.unpaid[p] = v
		return true
	}
	return false
}

// packet makes one at random, malformed or not.
func (t *traffic) packet(v int) []flit {
	t.sent++
	size := t.r.size
	h := head{
		x: t.rng.IntN(size[0]), y: t.rng.IntN(size[1]), z: t.rng.IntN(size[2]),
		minus:    []string{"", "x", "y", "z", "xy", "xz", "yz", "xyz"}[t.rng.IntN(8)],
		sel:      []string{"", "x", "y", "z", "xy", "xz", "yz", "xyz"}[t.rng.IntN(8)],
		initial:  max(0, t.rng.IntN(8)-4),
		final:    t.rng.IntN(4) == 0,
		adaptive: t.rng.IntN(3) != 0,
		length:   1 + t.rng.IntN(t.r.config.MaxFlits),
		class:    v / 2,
		user:     t.sent,
	}
	if t.rng.IntN(4) == 0 {
		h.x, h.y, h.z = t.r.at[0], t.r.at[1], t.r.at[2]
	}
	if v == adaptiveVC {
		h.class = t.rng.IntN(2)
	}
	if t.chance(30) {
		h.class ^= 1
	}
	if t.chance(30) {
		h.y = t.rng.IntN(32)
	}
	fs := h.packet()
	if t.chance(30) {
		h.length, h.lengthZero = []int{0, 15, 14}[t.rng.IntN(3)], true
		fs[0].data = h.word() | uint64(h.length)<<26
	}
	for i := range fs {
		if i > 0 {
			fs[i].data = uint64(t.sent<<8 | i)
		}
		if t.chance(40) {
			fs[i].tail = !fs[i].tail
		}
		if i > 0 && t.chance(40) {
			fs[i].head = true
		}
	}
	if t.chance(20) {
		fs = append(fs, flit{data: 1 << 40, tail: t.rng.IntN(2) == 0})
	}
	return fs
}

// settle takes the pins of the cycle that was, and notes what must not be.
func (t *traffic) settle() {
	pins := t.r.pins
	wrong := func(what string) {
		if len(t.faults) < 5 {
			t.faults = append(t.faults, what)
		}
	}
	t.inspect(wrong)
	for p := range ports {
		for v := range vcs {
			if t.out[p]>>v&1 == 1 {
				t.credits[p][v]++
			}
		}
		if v := t.unpaid2[p]; v != none && t.out[pins.outErrors+int(errOverflow)]>>p&1 == 1 && t.usable(p) {
			t.credits[p][v]++
		}
		w := t.out[pins.outPort+p*pins.stride:]
		if w[t.r.words] == 0 {
			continue
		}
		v := int(w[t.r.words+1])
		t.beyond[p][v]++
		if t.beyond[p][v] > t.r.depth[v] && !t.wild { // a credit too many misleads the router
			wrong("more flits than the next buffer holds")
		}
		t.arrive(&t.arrives[p][v], w, wrong)
	}
	for p := range ports {
		for v, n := range t.credits[p] {
			if n > t.r.depth[v] {
				wrong("more credits than the buffer is deep")
			}
		}
	}
}

func (t *traffic) arrive(a *arriving, w []uint64, wrong func(string)) {
	isHead, isTail := w[1]&1 == 1, w[1]&2 == 2
	if isHead == a.open {
		wrong("packets mix on an output VC")
	}
	if isHead {
		h := header(w[0])
		*a = arriving{open: true, id: h.field(45, 19), length: h.length()}
	} else if a.n++; !t.wild && w[0] != uint64(a.id<<8|a.n) {
		wrong("a flit is out of its place")
	}
	if isTail {
		a.open = false
		if !t.wild && a.n+1 != a.length {
			wrong("a packet changed its length")
		}
		if t.left[a.id] && !t.wild {
			wrong("a packet left twice")
		}
		t.left[a.id] = true
	}
}

// drain lets everything leave that is there and tells whether all is as after reset.
func (t *traffic) drain() (clean bool) {
	t.stopped, t.wild, t.slow = true, false, 1
	t.run(3000)
	for p := range ports {
		for v := range vcs {
			if len(t.sending[p][v]) > 0 && t.usable(p) || t.credits[p][v] != t.r.depth[v] || t.r.Owned(p, v) ||
				t.r.Credits(p, v) != t.r.depth[v] || len(t.r.Peek(p, v).Entries) > 0 || t.r.Peek(p, v).Active {
				return false
			}
		}
	}
	return true
}

// configs are tori of several kinds.
func configs() []config.Config {
	var cs []config.Config
	for i, sizes := range [][3]int{{5, 5, 5}, {8, 32, 8}, {1, 1, 1}, {2, 2, 2}, {1, 3, 2}, {4, 4, 4}} {
		for stages := 1; stages <= 3; stages++ {
			c := config.Default([]int{10, 10, 1, 15, 4, 10}[i])
			c.X, c.Y, c.Z = sizes[0], sizes[1], sizes[2]
			c.Stages, c.LinkLatency = stages, 1+i%3
			cs = append(cs, c)
		}
	}
	return cs
}

// TestConserves: of well-framed packets each leaves once, as it came, or its header is bad and it
// counts as dropped; then all credits are back.
func TestConserves(t *testing.T) {
	for seed, c := range configs() {
		r, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		tr := newTraffic(r, uint64(seed))
		tr.wild = false
		tr.run(1500)
		if !tr.drain() {
			t.Errorf("seed %d, %+v: something is left", seed, c)
		}
		if n := len(tr.left) + int(r.stats.dropped); n != tr.sent || tr.sent < 100 {
			t.Errorf("seed %d, %+v: %d packets sent, %d left, %d dropped", seed, c, tr.sent, len(tr.left), r.stats.dropped)
		}
		if len(tr.faults) > 0 {
			t.Errorf("seed %d, %+v: %v", seed, c, tr.faults)
		}
	}
}

// TestMalformed: whatever comes, packets do not mix on an output VC and no buffer is credited for more
// than it got. Among them all events of the page happen.
func TestMalformed(t *testing.T) {
	missing := map[string]bool{}
	r, err := New(config.Default(15))
	if err != nil {
		t.Fatal(err)
	}
	for name := range r.Events() {
		missing[name] = true
	}
	delete(missing, "reset-traffic") // these have tests of their own
	delete(missing, "all-busy")
	delete(missing, "contend[7]")
	for round := range 3 {
		for i, c := range configs() {
			seed := uint64(100 + 20*round + i)
			r, err := New(c)
			if err != nil {
				t.Fatal(err)
			}
			tr := newTraffic(r, seed)
			tr.run(1500)
			for name, n := range r.Events() {
				if n > 0 {
					delete(missing, name)
				}
			}
			if len(tr.faults) > 0 {
				t.Errorf("seed %d, %+v: %v", seed, c, tr.faults)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%s never happened", name)
	}
}
