package cm5router_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/cm5router/traffic"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/stretchr/testify/require"
)

// bareRouter is the built router in the interpreter, alone: no golden model takes part in the
// tests of this file.
type bareRouter struct {
	t      *testing.T
	engine sim.Engine
}

func newBareRouter(t *testing.T, c config.Config) bareRouter {
	design, err := cm5router.Build(c)
	require.NoError(t, err)
	engine, err := sim.NewInterp(design)
	require.NoError(t, err)
	require.NoError(t, engine.Reset(1))
	return bareRouter{t, engine}
}

func (r bareRouter) Step(in, out []uint64) { require.NoError(r.t, r.engine.Run(in, out, 1)) }

// message is legal and of five data words at most, its fields all 2.
func message(f *traffic.Format, height, length int) []byte {
	m := traffic.Message{Height: height, Route: traffic.AppendRoute(nil, 0xAAAAAAAA, height), Length: length, Tag: 5}
	for i := range 8 * length {
		m.Data = append(m.Data, byte(i)&15)
	}
	return f.AppendSealed(nil, &m)
}

// The page: at most 8 cycles from h on the input pins to h on the output pins; this router takes 6.
func TestLatency(t *testing.T) {
	for link := range 4 {
		c := config.Default(link)
		r := newBareRouter(t, c)
		f := traffic.NewFormat(c)
		send := func(height, length, level, port int, afd bool, want int) {
			u := traffic.Setup{Level: level, Parents: 15, Children: 15, AFD: afd, Seed: 1}
			trip, err := traffic.SendAlone(r, c, u, port, message(f, height, length))
			require.NoError(t, err, "link %d height %d length %d level %d port %d", link, height, length, level, port)
			require.Equal(t, want, trip.Latency, "link %d height %d length %d level %d port %d", link, height, length, level, port)
		}
		for height := 1; height <= 15; height++ {
			for _, length := range []int{0, 1, 5} {
				for port := range 8 {
					if port != 2 {
						send(height, length, height, port, false, 6) // down to child 2
					}
					send(height, length, 15, port, true, 6)
					if port < 4 && height > 1 {
						send(height, length, height-1, port, false, 6) // up
					}
				}
			}
		}
		send(0, 1, 3, 6, true, 5)
	}
}

// Every output carries a flit in every cycle but for two or three a message, all eight at once, when each input sends to an output of its own.
func TestPermutationRate(t *testing.T) {
	for link := range 4 {
		c := config.Default(link)
		r := newBareRouter(t, c)
		f := traffic.NewFormat(c)
		layout := r.engine.Layout()
		pin := func(pins []sim.Pin, name string) int {
			for _, p := range pins {
				if p.Name == name {
					return p.Word
				}
			}
			t.Fatalf("no pin %s", name)
			return 0
		}
		in, out := make([]uint64, layout.InWords), make([]uint64, layout.OutWords)
		set := func(name string, v uint64) { in[pin(layout.Inputs, name)] = v }
		set("rst", 1)
		set("cfg_level", 1)
		set("cfg_parents", 15)
		set("cfg_children", 15)
		set("cfg_seed", 7)
		var flits [8][]byte // what each port sends, over and over
		for p := range 8 {
			set(fmt.Sprintf("out_%d_token", p), 1)
			if p < 4 {
				flits[p] = message(f, 2, 5) // up: the four share the four parents
				continue
			}
			m := traffic.Message{Height: 1, Route: []byte{byte(p - 4)}, Length: 5, Data: make([]byte, 40)}
			flits[p] = f.AppendSealed(nil, &m)
		}
		for range 2 {
			r.Step(in, out)
		}
		set("rst", 0)
		rt := 2*link + 1
		tokens := make([][8]uint64, rt)
		var next [8]int
		meter := traffic.NewMeter(c)
		for cycle := range 5000 {
			for p := range 8 {
				paid := tokens[cycle%rt][p]
				in[pin(layout.Inputs, fmt.Sprintf("in_%d_valid", p))] = paid
				if paid != 0 {
					in[pin(layout.Inputs, fmt.Sprintf("in_%d_flit", p))] = uint64(flits[p][next[p]])
					next[p] = (next[p] + 1) % len(flits[p])
				}
			}
			r.Step(in, out)
			for p := range 8 {
				tokens[cycle%rt][p] = out[pin(layout.Outputs, fmt.Sprintf("in_%d_token", p))]
			}
			meter.Observe(out)
		}
		for q := range 8 {
			w := meter.Flow(q)
			require.GreaterOrEqual(t, w.Messages, 5000/52, "link %d output %d: %+v", link, q, w)
			require.LessOrEqual(t, w.Most, 3, "link %d output %d: %+v", link, q, w)
			require.GreaterOrEqual(t, w.Payload(), 15.0, "link %d output %d", link, q)
		}
	}
}

// A message that is swallowed but in all-fall-down is swallowed whole or leaves whole, once, in whatever cycle the mode changes.
func TestModeChangesInEveryCycle(t *testing.T) {
	const port = 2
	c := config.Default(0)
	f := traffic.NewFormat(c)
	for _, height := range []int{1, 3} { // at level 3 too low, and down to its own child
		for _, before := range []uint64{0, 1} {
			flits := message(f, height, 1)
			lengths := map[int]bool{}
			for change := range 12 {
				r := newBareRouter(t, c)
				layout := r.engine.Layout()
				word := map[string]int{}
				for _, p := range slices.Concat(layout.Inputs, layout.Outputs) {
					word[p.Name] = p.Word
				}
				in, out := make([]uint64, layout.InWords), make([]uint64, layout.OutWords)
				set := func(v uint64, names ...string) {
					for _, name := range names {
						in[word[name]] = v
					}
				}
				set(1, "rst", "out_0_token", "out_1_token", "out_2_token", "out_3_token")
				set(15, "cfg_parents", "cfg_children")
				set(3, "cfg_level")
				set(before, "cfg_afd")
				for range 2 {
					r.Step(in, out)
				}
				set(0, "rst")
				for range 3 {
					r.Step(in, out)
				}
				sent, pulses := 0, 0
				for cycle := range 60 {
					if cycle == change {
						set(1-before, "cfg_afd")
					}
					set(0, "in_2_valid")
					if cycle < len(flits) {
						set(1, "in_2_valid")
						set(uint64(flits[cycle]), "in_2_flit")
					}
					r.Step(in, out)
					for q := range 4 {
						sent += int(out[word[fmt.Sprintf("out_%d_valid", q)]])
					}
					pulses += int(out[word["err_protocol"]] >> port & 1)
				}
				want := 0 // pulses: it fell
				if sent != len(flits) {
					require.Zero(t, sent, "height %d, mode %d, change in %d", height, before, change)
					want = 1
				}
				require.Equal(t, want, pulses, "height %d, mode %d, change in %d", height, before, change)
				lengths[sent] = true
			}
			require.Len(t, lengths, 2, "height %d, mode %d: it is the mode of some cycle that counts", height, before)
		}
	}
}
