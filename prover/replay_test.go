package prover_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
	"github.com/flitwright/flitwright/prover"
	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/golden"
	"github.com/stretchr/testify/require"
)

// The cycles in which the packets of a witness take their places or arrive, and those in which nothing moves.
const (
	settled = 300
	still   = 10_000
)

// TestWitnesses lets the packets of a proof go into a torus of routers without a cure, golden and emitted. They take the channels that
// they hold in the witness, and stand there. With the cure they arrive.
func TestWitnesses(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name    string
		size    [3]int
		variant config.Variant
		set     []string
	}{
		{"no dateline", [3]int{4, 1, 1}, config.Variant{NoDateline: true}, []string{"dateline=0", "initial="}},
		{"no dateline in y", [3]int{1, 3, 2}, config.Variant{NoDateline: true}, []string{"dateline=0", "initial=", "signs=any"}},
		{"the adaptive VC alone", [3]int{4, 1, 1}, config.Variant{AdaptiveOnly: true}, []string{"escape=0", "initial="}},
		{"the initial hop on VC 1", [3]int{4, 1, 1}, config.Variant{InitialVC1: true}, []string{"initial_vc=1"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := t3eConfig(x.size[0], x.size[1], x.size[2])
			c.AdaptiveDepth, c.EscapeDepth = c.MaxFlits, c.MaxFlits // a packet fills a buffer
			if !slices.Contains(x.set, "signs=any") {
				x.set = append(x.set, "signs=minimal")
			}
			r, _, err := prover.T3E(t.Context(), t3eRouter(t, c, x.variant), c, append(x.set, "final=")...)
			require.NoError(t, err)
			p, err := deadlock.Prove(t.Context(), r.Logic, deadlock.Options{Flow: deadlock.VCT})
			require.NoError(t, err)
			require.Equal(t, deadlock.Deadlock, p.Verdict)
			require.NotEmpty(t, p.Witness)

			ill := t3erouter.Torus{Config: c, Variant: x.variant}
			stand := newStand(t, ill, p.Witness)
			stand.run(settled)
			places := stand.places()
			for _, k := range p.Witness {
				require.Contains(t, places, k.Holds[0])
			}
			stand.run(still)
			require.Zero(t, stand.arrived)
			require.Equal(t, places, stand.places())

			stand = newStand(t, t3erouter.Torus{Config: c}, p.Witness)
			stand.run(settled)
			require.Equal(t, len(p.Witness), stand.arrived)
			require.Empty(t, stand.places())
		})
	}
}

// A stand is a torus of golden routers, and of emitted ones that are held against them in every cycle, whose nodes send the packets of a
// witness at once.
type stand struct {
	t       *testing.T
	torus   t3erouter.Torus
	models  []*golden.Router
	step    func(in, out []uint64)
	emitted sim.Engine
	in, out []uint64
	pins    []standPins // of a node
	flits   []flits     // of a node, to be sent
	arrived int         // tails
}

// standPins are the words of a node's pins.
type standPins struct{ flit, valid, vc, credit, outFlit, outValid, outVC int }

type flits struct {
	vc   int
	data []uint64 // the word of each
}

func newStand(t *testing.T, torus t3erouter.Torus, packets []deadlock.Packet) *stand {
	t.Helper()
	s := &stand{t: t, torus: torus, flits: make([]flits, torus.Routers())}
	var err error
	s.models, err = torus.Models()
	require.NoError(t, err)
	net, err := torus.Join(s.models)
	require.NoError(t, err)
	s.step = net.Step
	d, err := torus.Build()
	require.NoError(t, err)
	engine, err := wasm.New(d)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	s.emitted = engine
	l := engine.Layout()
	words := map[string]int{}
	for _, p := range slices.Concat(l.Inputs, l.Outputs) {
		words[p.Name] = p.Word
	}
	for n := range torus.Routers() {
		in, out := fmt.Sprintf("in_%d_", n), fmt.Sprintf("out_%d_", n)
		s.pins = append(s.pins, standPins{words[in+"flit"], words[in+"valid"], words[in+"vc"], words[out+"credit"],
			words[out+"flit"], words[out+"valid"], words[out+"vc"]})
	}
	s.in, s.out = make([]uint64, l.InWords), make([]uint64, l.OutWords)
	s.in[words["rst"]] = 1
	for range 2 {
		require.NoError(t, engine.Run(s.in, s.out, 1))
		s.step(s.in, s.out)
	}
	s.in[words["rst"]] = 0
	for _, p := range packets {
		node := s.node(p.Source)
		require.True(t, strings.HasPrefix(p.Holds[0], p.Source+"+") || strings.HasPrefix(p.Holds[0], p.Source+"-"), "%v", p)
		s.flits[node] = s.packet(p)
	}
	return s
}

// node is the number of a node by its name, a digit a dimension.
func (s *stand) node(name string) int {
	c := s.torus.Config
	return int(name[0]-'0') + c.X*(int(name[1]-'0')+c.Y*int(name[2]-'0'))
}

// packet is the longest packet with the header of one of a witness.
func (s *stand) packet(p deadlock.Packet) flits {
	header := uint64(s.torus.Config.MaxFlits) << 26
	for i, at := range []int{0, 5, 10} {
		header |= uint64(p.Destination[i]-'0') << at
	}
	class := 0
	for _, field := range strings.Fields(p.Header) {
		name, value, _ := strings.Cut(field, "=")
		at, ok := map[string]int{"sign": 15, "initial": 18, "final": 20, "select": 21, "class": 24, "adaptive": 25}[name]
		require.True(s.t, ok, field)
		if name == "initial" {
			header |= uint64(slices.Index([]string{"none", "+x", "+y", "+z"}, value)) << at
			continue
		}
		for i, digit := range value { // of x, y, z
			header |= uint64(digit-'0') << (at + i)
		}
		if name == "class" {
			class = int(value[0] - '0')
		}
	}
	return flits{2 * class, append([]uint64{header}, make([]uint64, s.torus.Config.MaxFlits-1)...)}
}

// run takes the next flits of all nodes to their routers, a flit a cycle, and gives back a credit for each that arrives.
func (s *stand) run(cycles int) {
	out := slices.Clone(s.out)
	for range cycles {
		for n, pin := range s.pins {
			f := &s.flits[n]
			flit := s.in[pin.flit:][:2]
			flit[0], flit[1], s.in[pin.valid], s.in[pin.vc] = 0, 0, 0, 0
			if left := len(f.data); left > 0 {
				flit[0], s.in[pin.valid], s.in[pin.vc] = f.data[0], 1, uint64(f.vc)
				if left == s.torus.Config.MaxFlits {
					flit[1] |= 1 // head
				}
				if left == 1 {
					flit[1] |= 2 // tail
				}
				f.data = f.data[1:]
			}
		}
		require.NoError(s.t, s.emitted.Run(s.in, out, 1))
		s.step(s.in, s.out)
		require.True(s.t, slices.Equal(s.out, out))
		for _, pin := range s.pins {
			s.in[pin.credit] = 0
			if s.out[pin.outValid] == 1 {
				s.in[pin.credit] = 1 << s.out[pin.outVC]
				s.arrived += int(s.out[pin.outFlit+1] >> 1 & 1)
			}
		}
	}
}

// places are the channels whose buffers hold a whole packet, by the names that proofs give them.
func (s *stand) places() []string {
	var list []string
	for r, m := range s.models {
		for port := range 6 {
			for vc := range 5 {
				if len(m.Peek(port, vc).Entries) == s.torus.Config.MaxFlits {
					from := s.torus.At(s.torus.Neighbor(r, port))
					list = append(list, fmt.Sprintf("%d%d%d%s%d", from[0], from[1], from[2],
						[]string{"+x", "-x", "+y", "-y", "+z", "-z"}[port^1], vc))
				}
			}
		}
	}
	return list
}
