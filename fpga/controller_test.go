package fpga_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir/sim"
)

const period = 3 // cycles of a bit, less 1

// A rig is a controller with a self-test of the test's making, which is asked before every cycle.
type rig struct {
	*sim.Bench
	t     *testing.T
	cycle int
	ran   int  // cycles with run in the latest round that has stopped
	reset bool // restart was 1 in the cycle before it

	began      int
	beganReset bool
	test       func(r *rig)
}

func newRig(t *testing.T, test func(r *rig)) *rig {
	b := newBench(t, fpga.Controller("toy").Module)
	b.Set("run_cycles", 98)
	b.Set("wait_cycles", 48)
	b.Set("period", period)
	return &rig{Bench: b, t: t, test: test}
}

func (r *rig) step() {
	r.test(r)
	before := r.Get("run")
	restart := r.Get("restart") == 1
	r.Step()
	r.cycle++
	switch now := r.Get("run"); {
	case now > before:
		r.began, r.beganReset = r.cycle, restart
	case now < before:
		r.ran, r.reset = r.cycle-r.began, r.beganReset
	}
}

// line waits for a line and reads it.
func (r *rig) line() string {
	r.t.Helper()
	var line strings.Builder
	for !strings.HasSuffix(line.String(), "\n") {
		for waited := 0; r.Get("tx") == 1; waited++ {
			require.Less(r.t, waited, 200, "nothing after %q", line.String())
			r.step()
		}
		var bits uint64
		for i := range 10 {
			bits |= r.Get("tx") << i
			for range period {
				r.step()
				require.Equal(r.t, bits>>i&1, r.Get("tx"))
			}
			r.step()
		}
		require.Equal(r.t, uint64(1<<9), bits&(1<<9|1), "%010b", bits)
		line.WriteByte(byte(bits >> 1))
	}
	require.NoError(r.t, r.Err())
	return line.String()
}

func (r *rig) counters(sent, received, wrong uint64) {
	r.Set("sent", sent)
	r.Set("received", received)
	r.Set("wrong", wrong)
}

func (r *rig) lights() string {
	var on []string
	for _, name := range []string{"pass", "fail"} {
		if r.Get(name) == 1 {
			on = append(on, name)
		}
	}
	return strings.Join(on, " ")
}

// All digits, and rounds that pass.
func TestLines(t *testing.T) {
	n := uint64(0)
	r := newRig(t, func(r *rig) {
		if r.Get("run") == 1 {
			n++
		}
		r.counters(0x01234500+n, 0x6789ab00, 0)
	})
	require.Equal(t, "toy sent 01234564 received 6789ab00 wrong 00000000 pass\r\n", r.line())
	require.Equal(t, "pass", r.lights())
	require.Equal(t, 100, r.ran)
	require.Equal(t, "toy sent 012345c8 received 6789ab00 wrong 00000000 pass\r\n", r.line())
	require.Equal(t, 100, r.ran)
	require.False(t, r.reset)
	r.test = func(r *rig) { r.counters(uint64(r.cycle&1), 0xcdef, 0) }
	require.Regexp(t, "^toy sent 0000000[01] received 0000cdef wrong 00000000 pass\r\n", r.line())
}

// A round ends when the self-test is no longer busy, but not in the first cycles, or after its time.
func TestRoundWaits(t *testing.T) {
	var stopped, busyFor, began int
	r := newRig(t, func(r *rig) {
		r.counters(uint64(r.cycle), 0, 0)
		switch {
		case r.Get("run") == 1:
			stopped = 0
		case r.Get("tx") == 1:
			stopped++
		default:
			if began == 0 {
				began = stopped
			}
		}
		r.Set("busy", bit(stopped > 2 && stopped < busyFor))
	})
	for _, c := range []struct {
		busyFor int
		pass    bool
		began   [2]int
	}{{0, true, [2]int{9, 14}}, {30, true, [2]int{30, 35}}, {1 << 20, false, [2]int{50, 55}}} {
		busyFor, began = c.busyFor, 0
		require.Equal(t, c.pass, strings.HasSuffix(r.line(), " pass\r\n"))
		require.GreaterOrEqual(t, began, c.began[0])
		require.LessOrEqual(t, began, c.began[1])
	}
}

func bit(x bool) uint64 {
	if x {
		return 1
	}
	return 0
}

// Nothing sent, a wrong message and one lost each fail, and fail stays.
func TestFailures(t *testing.T) {
	good := func(r *rig) { r.counters(uint64(r.cycle), 0, 0) }
	for name, test := range map[string]func(r *rig){
		"nothing sent": func(r *rig) { r.counters(5, 5, 0) },
		"wrong":        func(r *rig) { r.counters(uint64(r.cycle), 0, 1<<31) },
		"lost":         func(r *rig) { good(r); r.Set("busy", 1) },
	} {
		r := newRig(t, good)
		require.Contains(t, r.line(), " pass\r\n", name)
		r.test = test
		r.line() // of the round that had begun
		require.Contains(t, r.line(), " fail\r\n", name)
		require.Equal(t, "fail", r.lights(), name)
		r.test = func(r *rig) { good(r); r.Set("busy", 0) }
		r.line()
		require.Contains(t, r.line(), " pass\r\n", name)
		require.Equal(t, "pass fail", r.lights(), name)
	}
}

// The self-test is reset before its counters run out; that nothing was sent since is then noticed too.
func TestRestart(t *testing.T) {
	const step = 1<<25 + 1
	var sent uint64
	r := newRig(t, func(r *rig) {
		switch {
		case r.Get("restart") == 1:
			sent = 0
		case r.Get("run") == 1 && r.cycle < 1000: // not in the second round
			sent += step
		}
		r.counters(sent, 0, 0)
	})
	require.Equal(t, "toy sent c8000064 received 00000000 wrong 00000000 pass\r\n", r.line())
	require.Greater(t, r.cycle, 1000)
	require.Equal(t, "toy sent 00000000 received 00000000 wrong 00000000 fail\r\n", r.line())
	require.True(t, r.reset)
	r.line()
	require.False(t, r.reset)
}
