package axis_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/axis"
	"github.com/flitwright/flitwright/ir"
)

const (
	idle, goOn, fres, gap, stop = 0x100, 0x103, 0x105, 0x10C, 0x10F
)

// crc8 is the CRC of the page, written bit by bit.
func crc8(data []uint64) (crc uint64) {
	for _, x := range data {
		crc ^= x
		for range 8 {
			if crc <<= 1; crc > 255 {
				crc ^= 0x107
			}
		}
	}
	return crc
}

// packet is a packet on the link: its bytes, CRC xor wrong, and GAP.
func packet(wrong uint64, data ...uint64) []uint64 {
	return append(slices.Clone(data), crc8(data)^wrong, gap)
}

// turn is the route byte of a turn.
func turn(from, to int) uint64 { return 0x80 | uint64(to-from)&0x3F }

// switchProperty sends random frames both ways and to the senders themselves, all streams pausing; every frame comes out once, whole and in the
// order of its source.
func switchProperty(t testing.TB, d *ir.Design, seed uint64) error {
	r := newRig(t, d, seed)
	r.set("raw_in_char", idle)
	var sources [2]*source
	var sinks [2]*sink
	for e := range 2 {
		sources[e] = r.source(fmt.Sprintf("e_%d_s_axis", e), int(seed)%7)
		sinks[e] = r.sink(fmt.Sprintf("e_%d_m_axis", e), int(seed+uint64(e)*3)%8*6/7)
	}
	want := map[[2]int][]frame{}
	total := 0
	for e := range 2 {
		for n := range 30 {
			to := r.random.IntN(2)
			data := []uint64{uint64(e<<5 | n)}
			for range r.random.IntN(45) {
				data = append(data, r.random.Uint64()&255)
			}
			want[[2]int{e, to}] = append(want[[2]int{e, to}], frame{data: data})
			sources[e].queue = append(sources[e].queue, frame{data: append([]uint64{turn(e, to)}, data...)})
			total++
		}
	}
	if err := r.reset(3); err != nil {
		return err
	}
	errors := false
	done, err := r.run(60_000, func() bool {
		errors = errors || r.get("errors") == 1
		return errors || len(sinks[0].frames)+len(sinks[1].frames) >= total
	})
	switch {
	case err != nil:
		return err
	case errors:
		return fmt.Errorf("cycle %d: a buffer overflowed", r.cycle)
	case !done:
		return fmt.Errorf("%d of %d frames came", len(sinks[0].frames)+len(sinks[1].frames), total)
	}
	for to, s := range sinks {
		for _, f := range s.frames {
			from := int(f.data[0] >> 5 & 1)
			q := want[[2]int{from, to}]
			if len(q) == 0 || !slices.Equal(q[0].data, f.data) || f.user != 0 {
				return fmt.Errorf("%d to %d: got %x, user %d; the next is %v", from, to, f.data, f.user, q[:min(1, len(q))])
			}
			want[[2]int{from, to}] = q[1:]
		}
	}
	if _, err := r.run(20, func() bool { return false }); err != nil { // the last GAP leaves
		return err
	}
	for e := range 2 {
		if got := r.get(fmt.Sprintf("e_%d_stat_sent", e)); got != 30 {
			return fmt.Errorf("stat_sent is %d", got)
		}
		if got := r.get(fmt.Sprintf("e_%d_stat_received", e)); int(got) != len(sinks[e].frames) {
			return fmt.Errorf("stat_received is %d", got)
		}
	}
	return nil
}

// endpointProperty drives the link of one endpoint and holds it to the page: what comes of damaged packets, and the bounds.
func endpointProperty(t testing.TB, d *ir.Design) error {
	c := smallSwitch()
	r := newRig(t, d, 1)
	src, snk := r.source("s_axis", 0), r.sink("m_axis", 0)
	r.set("in_char", idle)
	if err := r.reset(2); err != nil {
		return err
	}
	var sent []uint64 // what was on out_char, by cycle since the reset
	step := func(in uint64) error {
		r.set("in_char", in)
		err := r.step()
		sent = append(sent, r.get("out_char"))
		return err
	}
	all := func(chars ...uint64) error {
		for _, x := range chars {
			if err := step(x); err != nil {
				return err
			}
		}
		return nil
	}
	idles := func(n int) []uint64 { return slices.Repeat([]uint64{idle}, n) }
	if err := all(idles(4)...); err != nil {
		return err
	}
	if i := slices.Index(sent, goOn); i < 0 || i > 2 || sent[i+1] != fres {
		return fmt.Errorf("after reset: %x, not GO, FRES", sent)
	}

	// Damaged packets.
	for _, x := range []struct {
		chars []uint64
		want  []frame
	}{
		{packet(0, 1, 2, 3), []frame{{data: []uint64{1, 2, 3}}}},
		{packet(0x40, 1, 2), []frame{{data: []uint64{1, 2}, user: 1}}},
		{packet(0, 0x85, 2), []frame{{data: []uint64{0x85, 2}, user: 4}}},
		{[]uint64{7, idle, 8, goOn, 9, fres}, []frame{{data: []uint64{7, 8}, user: 2}}},
		{[]uint64{7, fres, gap, gap, fres}, nil},
		{[]uint64{7, gap}, nil},
		{append(packet(0, 5), packet(1, 6)...), []frame{{data: []uint64{5}}, {data: []uint64{6}, user: 1}}},
	} {
		snk.frames = nil
		if err := all(append(x.chars, idles(8)...)...); err != nil {
			return err
		}
		if fmt.Sprint(snk.frames) != fmt.Sprint(x.want) {
			return fmt.Errorf("%x: got %v, want %v", x.chars, snk.frames, x.want)
		}
	}
	for name, want := range map[string]uint64{"received": 6, "crc": 2, "cut": 1, "short": 2} {
		if got := r.get("stat_" + name); got != want {
			return fmt.Errorf("stat_%s is %d, not %d", name, got, want)
		}
	}

	// STOP holds data and GAP from two cycles after it on, GO or the expiry lets them go.
	src.queue = []frame{{data: slices.Repeat([]uint64{0x55}, 60)}}
	if err := all(idles(10)...); err != nil {
		return err
	}
	data := func(x uint64) bool { return x < 256 || x == gap }
	at := len(sent)
	if err := all(append([]uint64{stop}, idles(c.StopExpire+8)...)...); err != nil {
		return err
	}
	for i, x := range sent[at:] {
		if i > 2 && i < c.StopExpire && data(x) {
			return fmt.Errorf("%x left %d cycles after STOP", x, i)
		}
	}
	if !slices.ContainsFunc(sent[at+c.StopExpire:], data) {
		return fmt.Errorf("STOP does not expire")
	}
	if err := all(append([]uint64{stop, idle, goOn}, idles(80)...)...); err != nil {
		return err
	}
	if got, want := slices.DeleteFunc(slices.Clone(sent[4:]), func(x uint64) bool { return !data(x) }), packet(0, slices.Repeat([]uint64{0x55}, 60)...); !slices.Equal(got, want) {
		return fmt.Errorf("sent %x, not %x", got, want)
	}

	// A beat is on the pins two cycles after it passed.
	src.queue = []frame{{data: []uint64{0x33}}}
	at = len(sent)
	if err := all(idles(6)...); err != nil {
		return err
	}
	if sent[at+2] != 0x33 {
		return fmt.Errorf("a beat that passed in 0 left so: %x", sent[at:])
	}
	// A character is on m_axis no later than six cycles after the pins.
	snk.frames, snk.now = nil, frame{}
	if err := all(0x11, 0x12, 0x13, idle, idle, idle, idle); err != nil {
		return err
	}
	if len(snk.now.data) == 0 {
		return fmt.Errorf("the first beat of a packet is late")
	}
	if err := all(fres); err != nil {
		return err
	}

	// A full stream of a sender that stops after the page's reaction, and a host that takes nothing: STOP comes in time, nothing is lost.
	if err := all(idles(10)...); err != nil {
		return err
	}
	snk.frames, snk.now, snk.pause = nil, frame{}, 8
	long := packet(0, slices.Repeat([]uint64{0x21}, 40)...)
	stopped := 0
	left := slices.Clone(long)
	for i := 0; i < 400 && len(left) > 0; i++ {
		x := uint64(idle)
		if n := len(sent); n > 3 { // what was on the pins three cycles ago decides
			switch sent[n-2] {
			case stop:
				stopped = c.StopExpire
			case goOn:
				stopped = 0
			}
		}
		if stopped == 0 {
			x, left = left[0], left[1:]
		} else {
			stopped--
		}
		if err := step(x); err != nil {
			return err
		}
		if r.get("err_overflow") == 1 {
			return fmt.Errorf("overflow with a sender that keeps to STOP")
		}
		if i == 100 {
			snk.pause = 3
		}
	}
	if err := all(idles(60)...); err != nil {
		return err
	}
	if len(snk.frames) != 1 || !slices.Equal(snk.frames[0].data, long[:40]) || snk.frames[0].user != 0 {
		return fmt.Errorf("a frame under STOP and GO: %v", snk.frames)
	}

	// A sender that does not stop: the frame is cut, what comes later is whole.
	snk.frames, snk.pause = nil, 8
	overflows := 0
	for _, x := range append(long, append(packet(0, 9, 9, 9), idles(20)...)...) {
		if err := step(x); err != nil {
			return err
		}
		overflows += int(r.get("err_overflow"))
	}
	if overflows == 0 {
		return fmt.Errorf("no overflow")
	}
	snk.pause = 0
	if err := all(append(idles(60), append(packet(0, 4, 4), idles(20)...)...)...); err != nil {
		return err
	}
	if len(snk.frames) != 2 || snk.frames[0].user != 2 || snk.frames[1].user != 0 || len(snk.frames[1].data) != 2 {
		return fmt.Errorf("after an overflow: %v", snk.frames)
	}

	// The host takes beats again in mid-packet: what is left of it makes no other frame.
	snk.frames, snk.pause = nil, 8
	for _, x := range append(packet(0, slices.Repeat([]uint64{0x21}, 80)...), idles(40)...) {
		if err := step(x); err != nil {
			return err
		}
		if r.get("err_overflow") == 1 {
			snk.pause = 0
		}
	}
	if len(snk.frames) != 1 || snk.frames[0].user != 2 {
		return fmt.Errorf("after an overflow in mid-packet: %v", snk.frames)
	}
	return nil
}

func TestMyrinetFrames(t *testing.T) {
	d, err := buildSwitchNet(smallSwitch())
	require.NoError(t, err)
	for seed := range uint64(8) {
		require.NoError(t, switchProperty(t, d, seed), "seed %d", seed)
	}
}

func TestMyrinetEndpoint(t *testing.T) {
	d, err := axis.BuildMyrinet(smallSwitch())
	require.NoError(t, err)
	require.NoError(t, endpointProperty(t, d))
}
