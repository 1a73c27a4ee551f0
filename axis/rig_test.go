package axis_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
)

// A rig runs a design with sources and sinks on its streams, found by the names of their pins.
type rig struct {
	engine  sim.Engine
	in, out []uint64
	pins    map[string]sim.Pin
	random  *rand.Rand
	cycle   int
	sources map[string]*source
	sinks   map[string]*sink
}

func newRig(t testing.TB, d *ir.Design, seed uint64) *rig {
	e, err := wasm.New(d)
	require.NoError(t, err)
	t.Cleanup(func() { e.Close() })
	require.NoError(t, e.Reset(seed))
	l := e.Layout()
	r := &rig{
		engine: e, in: make([]uint64, l.InWords), out: make([]uint64, l.OutWords), pins: map[string]sim.Pin{},
		random: rand.New(rand.NewPCG(seed, 1)), sources: map[string]*source{}, sinks: map[string]*sink{},
	}
	for _, p := range l.Inputs {
		r.pins[p.Name] = p
	}
	for _, p := range l.Outputs {
		r.pins[p.Name] = p
	}
	return r
}

// set drives an input of up to 64 bits, get reads an output.
func (r *rig) set(name string, v uint64) { r.in[r.pins[name].Word] = v }
func (r *rig) get(name string) uint64    { return r.out[r.pins[name].Word] }

// has tells whether a stream has a signal.
func (r *rig) has(name string) bool { _, ok := r.pins[name]; return ok }

// A frame is what passes between tlast and tlast. Dest and user stand on every beat of a frame sent.
type frame struct {
	data       []uint64
	dest, user uint64 // received: tid and the tuser of the last beat
}

// A source sends frames; it pauses between beats in pause of 8 cycles, and holds tvalid until the beat passes.
type source struct {
	pause int
	queue []frame
	beat  int
	valid bool
	sent  int
}

// A sink takes frames, not ready in pause of 8 cycles, and holds that a beat stays until it is taken.
type sink struct {
	pause  int
	frames []frame
	now    frame
	stays  [5]uint64 // the beat that was not taken: valid, data, last, tid, user
}

func (r *rig) source(name string, pause int) *source {
	r.sources[name] = &source{pause: pause}
	return r.sources[name]
}

func (r *rig) sink(name string, pause int) *sink {
	r.sinks[name] = &sink{pause: pause}
	return r.sinks[name]
}

// reset holds rst for some cycles.
func (r *rig) reset(cycles int) error {
	r.set("rst", 1)
	for range cycles {
		if err := r.engine.Run(r.in, r.out, 1); err != nil {
			return err
		}
		r.cycle++
	}
	r.set("rst", 0)
	for _, s := range r.sources {
		s.valid, s.beat = false, 0
	}
	for _, s := range r.sinks {
		s.now, s.stays = frame{}, [5]uint64{}
	}
	return nil
}

// step runs a cycle. Its error is a rule of AXI4-Stream that does not hold, or an assertion of the design.
func (r *rig) step() error {
	for name, s := range r.sources {
		if !s.valid && len(s.queue) > 0 && r.random.IntN(8) >= s.pause {
			s.valid = true
		}
		r.set(name+"_tvalid", 0)
		r.set(name+"_tdata", r.random.Uint64()&255)
		if s.valid {
			f := s.queue[0]
			r.set(name+"_tvalid", 1)
			r.set(name+"_tdata", f.data[s.beat])
			last := uint64(0)
			if s.beat == len(f.data)-1 {
				last = 1
			}
			r.set(name+"_tlast", last)
			if r.has(name + "_tdest") {
				r.set(name+"_tdest", f.dest)
				r.set(name+"_tuser", f.user)
			}
		}
	}
	for name, s := range r.sinks {
		ready := uint64(0)
		if r.random.IntN(8) >= s.pause {
			ready = 1
		}
		r.set(name+"_tready", ready)
	}
	if err := r.engine.Run(r.in, r.out, 1); err != nil {
		return err
	}
	r.cycle++
	for name, s := range r.sources {
		if s.valid && r.get(name+"_tready") == 1 {
			s.valid = false
			if s.beat++; s.beat == len(s.queue[0].data) {
				s.beat, s.queue, s.sent = 0, s.queue[1:], s.sent+1
			}
		}
	}
	for name, s := range r.sinks {
		now := [5]uint64{r.get(name + "_tvalid"), r.get(name + "_tdata"), r.get(name + "_tlast"), 0, r.get(name + "_tuser")}
		if r.has(name + "_tid") {
			now[3] = r.get(name + "_tid")
		}
		if s.stays[0] == 1 && now != s.stays {
			return fmt.Errorf("cycle %d: %s: %v was not taken and became %v", r.cycle, name, s.stays, now)
		}
		s.stays = now
		if now[0] == 0 || r.in[r.pins[name+"_tready"].Word] == 0 {
			continue
		}
		s.stays = [5]uint64{}
		s.now.data = append(s.now.data, now[1])
		if s.now.dest, s.now.user = now[3], now[4]; now[2] == 1 {
			s.frames, s.now = append(s.frames, s.now), frame{}
		}
	}
	return nil
}

// run steps until done or for so many cycles; it tells whether it was done.
func (r *rig) run(cycles int, done func() bool) (bool, error) {
	for range cycles {
		if err := r.step(); err != nil {
			return false, err
		}
		if done() {
			return true, nil
		}
	}
	return false, nil
}
