package rtl_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/rtl"
)

var update = flag.Bool("update", false, "rewrite the waves in testdata")

// A script is the values of an input, one character a cycle from the first after reset: a
// hexadecimal digit. After its end the last one stays.
type script map[string]string

// waves are pictures of each part at work, for the reader; the other tests tell whether
// they are right.
var waves = []struct {
	name   string
	module *ir.Module
	cycles int
	inputs script
}{
	{"fifo: fill, stream when full, drain", rtl.FIFO(4, 3, rtl.BlockRAM).Module, 14,
		script{"enq_valid": "11111111000", "enq_data": "123455678", "deq_ready": "00001111111"}},
	{"fifo: one entry", rtl.FIFO(4, 1, rtl.LUTRAM).Module, 9,
		script{"enq_valid": "1111110", "enq_data": "1223345", "deq_ready": "0011111"}},
	{"round robin: all request; not taken; two request", rtl.RoundRobin(3).Module, 12,
		script{"req": "777777775555", "take": "11110011111"}},
	{"matrix: the input granted longest ago", rtl.Matrix(3).Module, 12,
		script{"req": "777753344777", "take": "1"}},
	{"crossbar: straight, crossed, one input to both, none", rtl.Crossbar(2, 2, 4).Module, 5,
		script{"in_0_valid": "11110", "in_0_data": "12345", "in_1_valid": "1", "in_1_data": "abcde",
			"sel_0": "12110", "sel_1": "21101"}},
	{"lfsr: four bits, the full period", rtl.LFSR(4, 3, 2).Module, 17, script{"seed": "0"}},
	{"crc: 1, 2, 3, then 1, 2 afresh", rtl.CRC{Width: 16, Poly: 0x1021}.Register(4, 0).Module, 8,
		script{"clear": "0001000", "valid": "1110110", "data": "1230120"}},
	{"token receiver: full rate, no room, a stray flit, a flit that takes no entry", rtl.TokenReceiver(1, 3).Module, 20,
		script{"enabled": "1", "valid": "00111111010000110000", "wrote": "00111111000000010000",
			"popped": "00011110000110000110"}},
	{"token sender: a token used, one lost, a flit that waits", rtl.TokenSender(4).Module, 8,
		script{"token": "11001100", "send_valid": "10111000", "send_data": "50666000"}},
	{"pauses: three users, all fast", rtl.Pauses(3).Module, 24, script{}},
	{"uart sender: 5 at two cycles a bit", rtl.UARTSender(1).Module, 24,
		script{"period": "1", "send_valid": "010", "send_data": "05"}},
}

func TestWaves(t *testing.T) {
	const file = "testdata/waves.txtar"
	got := &txtar.Archive{Comment: []byte("Pictures of the parts of package rtl at work. Made by: go test ./rtl -run Waves -update\n")}
	for _, w := range waves {
		got.Files = append(got.Files, txtar.File{Name: w.name, Data: []byte(draw(t, w.module, w.cycles, w.inputs))})
	}
	text := txtar.Format(got)
	if *update {
		require.NoError(t, os.WriteFile(file, text, 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(string(want), string(text)))
}

// draw plays a script, after one cycle of reset that the picture leaves out.
func draw(t *testing.T, m *ir.Module, cycles int, inputs script) string {
	t.Helper()
	b := newBench(t, m)
	b.Reset(0)
	layout := sim.NewLayout(m)
	var pins []string
	for _, p := range append(layout.Inputs, layout.Outputs...) {
		if p.Name != "rst" {
			pins = append(pins, p.Name)
		}
	}
	wave := sim.NewWave(layout, pins...)
	b.Watch(wave)
	for cycle := range cycles {
		for name, values := range inputs {
			digit := values[min(cycle, len(values)-1)]
			b.Set(name, uint64(strings.IndexByte("0123456789abcdef", digit)))
		}
		b.Step()
	}
	require.NoError(t, b.Err(), m.Name)
	return wave.String()
}
