package t3erouter_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/wasm"
	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/golden"
	"github.com/flitwright/flitwright/t3erouter/traffic"
	"github.com/flitwright/flitwright/tb"
)

// A bench is one router, golden or emitted, in the middle of a torus of 5x5x5. What leaves by an output is
// credited delay cycles later.
type bench struct {
	step    func(in, out []uint64)
	in, out []uint64
	delay   int
	now     int
	depth   [5]int
	credits [7][5]int // of the senders
	due     [7][]int  // VC+1 of the flit that left, by cycle modulo the delay
}

// Words of the pins, flits of 64 bits.
const (
	benchIn     = 5 // in_0_flit; a port takes four words
	benchCredit = benchIn + 4*7
	benchOut    = 7
)

func newBench(step func(in, out []uint64), delay int) *bench {
	c := config.Default(10)
	b := &bench{step: step, in: make([]uint64, benchCredit+7), out: make([]uint64, 7+4*7+7+8), delay: delay}
	copy(b.in, []uint64{1, 2, 2, 2, 63})
	for v := range b.depth {
		b.depth[v] = c.EscapeDepth
	}
	b.depth[4] = c.AdaptiveDepth
	for p := range b.credits {
		b.credits[p] = b.depth
		b.due[p] = make([]int, delay)
	}
	b.step(b.in, b.out)
	b.in[0] = 0
	return b
}

// cycle passes a cycle, with what send has put on the input pins.
func (b *bench) cycle() {
	for o := range b.due {
		b.in[benchCredit+o] = 0
		if v := b.due[o][b.now%b.delay]; v > 0 {
			b.in[benchCredit+o] = 1 << (v - 1)
		}
	}
	b.step(b.in, b.out)
	for p := range b.credits {
		for v := range b.depth {
			b.credits[p][v] += int(b.out[p] >> v & 1)
		}
		b.in[benchIn+4*p+2] = 0
		left := b.out[benchOut+4*p:]
		b.due[p][b.now%b.delay] = 0
		if left[2] == 1 {
			b.due[p][b.now%b.delay] = 1 + int(left[3])
		}
	}
	b.now++
}

// send puts a flit on a VC, if it has a credit.
func (b *bench) send(p, v int, data uint64, head, tail bool) bool {
	if b.credits[p][v] == 0 {
		return false
	}
	side := uint64(0)
	if head {
		side |= 1
	}
	if tail {
		side |= 2
	}
	copy(b.in[benchIn+4*p:], []uint64{data, side, 1, uint64(v)})
	b.credits[p][v]--
	return true
}

// A stream is packets with one header on one input VC, and where they go.
type stream struct {
	port, vc int
	header   traffic.Header
	route    golden.Route
}

func (s stream) String() string {
	return fmt.Sprintf("in_%d VC %d to out_%d VC %d, adaptive %v", s.port, s.vc, s.route.Port, s.route.VC, s.route.Adaptive)
}

// streams draws headers that are no error, by the output port of their escape.
func streams(t testing.TB, r *rand.Rand, count int) (by [7][]stream) {
	model, err := golden.New(benchConfig())
	require.NoError(t, err)
	in, out := make([]uint64, benchCredit+7), make([]uint64, 7+4*7+7+8)
	copy(in, []uint64{1, 2, 2, 2, 63})
	for range count {
		model.Step(in, out)
		s := stream{port: r.IntN(7), vc: r.IntN(5)}
		if s.port == 6 {
			s.vc = s.vc / 2 % 2 * 2
		}
		h := &s.header
		h.Class, h.Length, h.Adaptive = s.vc/2, 1, r.IntN(2) == 0
		if s.vc == 4 {
			h.Class = r.IntN(2)
		}
		dim := r.IntN(4) // 3: here
		for d := range 3 {
			h.Dst[d], h.Minus[d], h.Select[d] = 2, r.IntN(2) == 0, r.IntN(2) == 0
			if d == dim || dim < 3 && r.IntN(4) == 0 {
				h.Dst[d] = r.IntN(5)
			}
		}
		if model.Load(s.port, s.vc, []uint64{h.Encode(), 3}) != nil {
			continue
		}
		s.route = *model.Peek(s.port, s.vc).Entries[0].Route
		by[s.route.Port] = append(by[s.route.Port], s)
	}
	return by
}

func benchConfig() config.Config {
	c := config.Default(10)
	c.X, c.Y, c.Z = 5, 5, 5
	return c
}

// beside sends one packet of 10 flits beside an endless stream of packets of one, and gives the cycles from its
// first flit on the pins of the input to its last on those of the output.
func (b *bench) beside(packet, others stream) (cycles int, gone bool) {
	packet.header.Length, packet.header.User = 10, 1
	flood := func() { b.send(others.port, others.vc, others.header.Encode(), true, true) }
	for range 40 + 2*b.delay {
		flood()
		b.cycle()
	}
	sent, mine, start := 0, -1, b.now
	for ; b.now < start+24*(b.delay+200); b.cycle() {
		if packet.port != others.port || sent == 10 || b.now%2 == 0 {
			flood()
		}
		if sent < 10 && b.in[benchIn+4*packet.port+2] == 0 && b.send(packet.port, packet.vc, packet.header.Encode(), sent == 0, sent == 9) {
			if sent == 0 {
				start = b.now
			}
			sent++
		}
		for o := range 7 {
			left := b.out[benchOut+4*o:]
			if left[2] == 1 && left[0] == packet.header.Encode() {
				mine++
			}
		}
		if mine == 9 {
			gone = true
			break
		}
	}
	cycles = b.now - 1 - start
	for range 100 + 20*b.delay { // drain
		b.cycle()
	}
	return cycles, gone
}

// worst tries pairs of packet and stream to one output, and holds the bound of the page: 2 C + 120 cycles.
func worst(t testing.TB, step func(in, out []uint64), seed uint64, pairs int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	by := streams(t, r, 4000)
	for _, delay := range []int{1, 4, 16, 64} {
		b := newBench(step, delay)
		slowest, at := 0, ""
		for range pairs {
			o := r.IntN(7)
			packet, others := by[o][r.IntN(len(by[o]))], by[o][r.IntN(len(by[o]))]
			if packet.port == others.port && packet.vc == others.vc {
				continue
			}
			cycles, gone := b.beside(packet, others)
			require.True(t, gone && cycles <= 2*delay+120, "seed %d, C = %d: %v beside %v: %d cycles, gone %t", seed, delay, packet, others, cycles, gone)
			if cycles > slowest {
				slowest, at = cycles, fmt.Sprintf("%v beside %v", packet, others)
			}
		}
		t.Logf("C = %d: at most %d of %d cycles: %s", delay, slowest, 2*delay+120, at)
	}
}

// TestLongPacketBesideShortOnes: a packet of 10 flits leaves beside an endless stream of packets of one.
func TestLongPacketBesideShortOnes(t *testing.T) {
	t.Run("golden", func(t *testing.T) {
		model, err := golden.New(benchConfig())
		require.NoError(t, err)
		worst(t, model.Step, 1, 200)
	})
	t.Run("emitted", func(t *testing.T) { worst(t, emittedStep(t), 1, 15) })
}

// TestLongPacketStarvesWithoutClaims takes the claims out of the emitted router.
func TestLongPacketStarvesWithoutClaims(t *testing.T) {
	b := newBench(emittedStep(t, tb.Force("t3e_claims", "gives", 0)), 4)
	by := streams(t, rand.New(rand.NewPCG(1, 1)), 4000)
	same := func(a, b stream) bool { return a.route.Port == b.route.Port && a.route.VC == b.route.VC }
	packet := by[0][slices.IndexFunc(by[0], func(s stream) bool { return len(s.route.Adaptive) == 0 })]
	others := by[0][slices.IndexFunc(by[0], func(s stream) bool {
		return len(s.route.Adaptive) == 0 && same(s, packet) && s.port != packet.port
	})]
	_, gone := b.beside(packet, others)
	require.False(t, gone, "%v beside %v", packet, others)
}

// emittedStep steps the emitted router, with patches.
func emittedStep(t testing.TB, patches ...func(*ir.Design) error) func(in, out []uint64) {
	t.Helper()
	design, err := t3erouter.Build(benchConfig())
	require.NoError(t, err)
	for _, patch := range patches {
		require.NoError(t, patch(design))
	}
	engine, err := wasm.New(design)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	require.NoError(t, engine.Reset(1))
	return func(in, out []uint64) {
		if err := engine.Run(in, out, 1); err != nil {
			t.Fatal(err)
		}
	}
}
