package traffic

import (
	"errors"

	"github.com/flitwright/flitwright/cm5router/config"
)

// A Flow is what a link carried since the first flit on it.
type Flow struct {
	Messages int
	Flits    int
	Data     int // flits of payload
	Cycles   int // from the first flit to the last, both included
	Inside   int // greatest number of empty cycles inside one message
	Between  int // greatest number of empty cycles between two messages
	Most     int // greatest number of empty cycles of one message: those inside it and those before it
}

// Payload is the rate of payload in MB/s at the clock of the machine, 40 MHz, of which a full link of
// four bits carries 20.
func (w Flow) Payload() float64 {
	if w.Cycles == 0 {
		return 0
	}
	return 20 * float64(w.Data) / float64(w.Cycles)
}

// A Meter measures the flow on every output from the pins.
type Meter struct {
	frames [ports]framer
	flows  [ports]Flow
	since  [ports]int // cycles since the last flit
	inside [ports]int // empty cycles inside the message under way
	before [ports]int // empty cycles before it
}

// NewMeter makes a meter for the router that c describes.
func NewMeter(c config.Config) *Meter {
	m := new(Meter)
	f := NewFormat(c)
	for q := range m.frames {
		m.frames[q] = newFramer(f)
	}
	return m
}

// Observe takes the output pins of one cycle.
func (m *Meter) Observe(out []uint64) {
	for q := range ports {
		w := &m.flows[q]
		if out[pinOutValid+2*q]&1 == 0 {
			if w.Flits > 0 {
				m.since[q]++
			}
			continue
		}
		empty := m.since[q]
		m.since[q] = 0
		part, last := m.frames[q].push(byte(out[pinOutFlit+2*q] & 15))
		if part == HeightPart {
			m.inside[q], m.before[q] = 0, empty
			w.Between = max(w.Between, empty)
		} else {
			m.inside[q] += empty
		}
		w.Flits++
		w.Cycles += empty + 1
		if part == DataPart {
			w.Data++
		}
		if last {
			w.Messages++
			w.Inside = max(w.Inside, m.inside[q])
			w.Most = max(w.Most, m.inside[q]+m.before[q])
		}
	}
}

// Flow gives what output q carried.
func (m *Meter) Flow(q int) Flow { return m.flows[q] }

// A Stepper is a router that can be clocked: a golden model, or a design in an engine.
type Stepper interface {
	Step(in, out []uint64)
}

// A Setup is the static configuration of a router.
type Setup struct {
	Level             int
	Parents, Children uint8
	AFD               bool
	Seed              uint16
}

// pins sets the configuration pins, all else idle, every output offered a token.
func (u Setup) pins(in []uint64) {
	clear(in)
	in[pinLevel], in[pinParents], in[pinChildren], in[pinSeed] = uint64(u.Level), uint64(u.Parents), uint64(u.Children), uint64(u.Seed)
	if u.AFD {
		in[pinAFD] = 1
	}
	for q := range ports {
		in[pinOutToken+q] = 1
	}
}

// ErrStuck says that a message sent alone did not come out.
var ErrStuck = errors.New("the message did not leave")

// A Trip is what a lone message saw of a router.
type Trip struct {
	Output  int
	Latency int            // from h on the input pins to h on the output pins
	Empty   [partCount]int // empty cycles before flits of each part as it left
	Flits   []byte         // as it left
}

// SendAlone resets r and sends one message, given in flits, into port p, using every token. Nothing
// else is in the router and every output is always offered a token.
func SendAlone(r Stepper, c config.Config, u Setup, p int, flits []byte) (Trip, error) {
	var in [InputPins]uint64
	var out [OutputPins]uint64
	u.pins(in[:])
	in[pinRst] = 1
	r.Step(in[:], out[:])
	in[pinRst] = 0
	rt := 2*c.Link + 1
	tokens := make([]bool, rt) // a ring: of cycles t-rt..t-1 at the start of cycle t
	frame := newFramer(NewFormat(c))
	trip := Trip{Output: -1}
	sent, next, latest := 0, 0, 0
	limit := 4*(len(flits)+c.Depth) + 100
	for t := range limit {
		in[pinInValid+2*p], in[pinInFlit+2*p] = 0, 0
		if tokens[t%rt] && next < len(flits) {
			in[pinInValid+2*p], in[pinInFlit+2*p] = 1, uint64(flits[next])
			if next == 0 {
				sent = t
			}
			next++
		}
		r.Step(in[:], out[:])
		tokens[t%rt] = out[pinInToken+p]&1 != 0
		for q := range ports {
			if out[pinOutValid+2*q]&1 == 0 {
				continue
			}
			flit := byte(out[pinOutFlit+2*q] & 15)
			if trip.Output < 0 {
				trip.Output, trip.Latency, latest = q, t-sent, t-1
			}
			trip.Flits = append(trip.Flits, flit)
			part, last := frame.push(flit)
			trip.Empty[part] += t - 1 - latest
			latest = t
			if last {
				return trip, nil
			}
		}
	}
	return trip, ErrStuck
}
