package traffic

import (
	"errors"
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/cm5router/golden"
)

// alone sends one message of the given height and length through a golden model.
func alone(t *testing.T, c config.Config, u Setup, p, height, length, child int) (Trip, error) {
	t.Helper()
	r, err := golden.New(c)
	if err != nil {
		t.Fatal(err)
	}
	m := message(NewFormat(c), height, length, child)
	return SendAlone(r, c, u, p, NewFormat(c).AppendSealed(nil, &m))
}

// message makes one with recognisable content whose next field, if it has any, names child.
func message(f *Format, height, length, child int) Message {
	node := uint32(0x2b1e4d87)
	if height > 0 {
		shift := 2 * (height - 1)
		node = node&^(3<<shift) | uint32(child)<<shift
	}
	m := Message{Height: height, Route: AppendRoute(nil, node, height), Length: length, Tag: 9}
	for i := range 8 * length {
		m.Data = append(m.Data, byte(i*7+i/16+length)&15)
	}
	return m
}

func TestLatencyOfALoneMessage(t *testing.T) {
	for i, c := range variants() {
		for height := range 16 {
			for _, length := range []int{1, c.Words} {
				down := Setup{Level: height, Parents: 15, Children: 15}
				up := Setup{Level: max(1, height-1), Parents: 15, Children: 15}
				fall := Setup{Level: 3, Parents: 15, Children: 15, AFD: true}
				for _, try := range []struct {
					name string
					u    Setup
					port int
					can  bool
				}{
					{"down", down, 6 % (4 + c.Parents), height > 0},
					{"up", up, 2, height > 1},
					{"fall", fall, 5, true},
				} {
					if !try.can {
						continue
					}
					none := try.name == "down" && height%2 == 1 || height == 0 // no route flit crosses
					crc := max(0, c.CRCWidth/4-4)
					if none {
						crc = max(0, c.CRCWidth/4-3)
					}
					trip, err := alone(t, c, try.u, try.port, height, length, 3)
					name := fmt.Sprintf("%d, %s, h=%d, length %d", i, try.name, height, length)
					switch {
					case err != nil:
						t.Errorf("%s: %v", name, err)
					case trip.Latency != 6 && height > 0, height == 0 && trip.Latency != 5:
						t.Errorf("%s: T = %d", name, trip.Latency)
					case c.Depth < 2*c.Link+6: // fewer than the default: tokens may be withheld
					case sum(trip.Empty[:CRCPart]) > 0, trip.Empty[CRCPart] != crc:
						t.Errorf("%s: empty cycles %v", name, trip.Empty)
					}
				}
			}
		}
	}
}

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}

func TestSendAloneReportsASwallowedMessage(t *testing.T) {
	_, err := alone(t, config.Default(0), Setup{Level: 5, Parents: 15, Children: 15}, 0, 3, 1, 2)
	if !errors.Is(err, ErrStuck) {
		t.Errorf("got %v", err)
	}
}

// TestRateUnderLoad holds the golden model to the page's bounds on a busy output.
func TestRateUnderLoad(t *testing.T) {
	for _, link := range []int{0, 3} {
		c := config.Default(link)
		r, err := golden.New(c)
		if err != nil {
			t.Fatal(err)
		}
		// Every port has messages of five words for child 0 at level 1 without end.
		busy := func(e *episode, d *dice) {
			e.all()
			e.afd, e.level, e.cycles, e.drain = false, 1, 20000, false
			e.aim, e.hot, e.long, e.short = aimChild, 0, 256, 0
			e.senders(sending{use: 256, burst: 1})
			e.faults = faults{}
		}
		s := newStimulus(c, []kind{busy}, 1)
		meter := NewMeter(c)
		var in [InputPins]uint64
		var out [OutputPins]uint64
		for range 10000 {
			s.Next(out[:], in[:])
			r.Step(in[:], out[:])
			meter.Observe(out[:])
		}
		w := meter.Flow(0)
		t.Logf("link %d: %+v, %.2f MB/s", link, w, w.Payload())
		if w.Most > 5 || w.Payload() < 15 || w.Messages < 100 {
			t.Errorf("link %d: %+v, %.2f MB/s", link, w, w.Payload())
		}
	}
}

func TestMeterCountsEmptyCycles(t *testing.T) {
	c := config.Default(0)
	f := NewFormat(c)
	m := message(f, 1, 1, 2)
	flits := f.AppendSealed(nil, &m)
	meter := NewMeter(c)
	var out [OutputPins]uint64
	show := func(flit byte, valid uint64) {
		out[pinOutFlit+6], out[pinOutValid+6] = uint64(flit), valid
		meter.Observe(out[:])
	}
	for n := range 3 {
		for i, x := range flits {
			if i == 4 {
				for range n {
					show(0, 0)
				}
			}
			show(x, 1)
		}
		for range 3 {
			show(0, 0)
		}
	}
	want := Flow{Messages: 3, Flits: 3 * len(flits), Data: 24, Cycles: 3*len(flits) + 9, Inside: 2, Between: 3, Most: 5}
	if got := meter.Flow(3); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if meter.Flow(2) != (Flow{}) || (Flow{}).Payload() != 0 {
		t.Error("an idle output carries something")
	}
}
