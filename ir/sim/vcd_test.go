package sim_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// nested is a top with two counters in it, of 4 and 70 bits.
func nested() *ir.Module {
	small, wide := counter(4), counter(70)
	type ports struct{ Enable, Sum ir.Signal }
	return ir.Build("top", ports{ir.In(1), ir.Out(70)}, func(m *ir.Module, io ports) {
		a, b := ir.Inst(m, "little", small), ir.Inst(m, "big", wide)
		a.Enable.Set(io.Enable)
		b.Enable.Set(io.Enable.Not())
		io.Sum.Set(a.Count.ZExt(70).Add(b.Count).Named("total"))
	}).Module
}

// dump runs nested and gives its VCD and the values of all signals by path and cycle.
func dump(t *testing.T, cycles int) (text []byte, values map[string][]string) {
	e := interp(t, nested())
	values = map[string][]string{}
	probes := e.Signals()
	var buf bytes.Buffer
	v := sim.NewVCD(&buf, probes)
	e.OnCycle(func() {
		v.Cycle(e.Peek)
		for i, p := range probes {
			value := new(big.Int)
			for k, w := range e.Peek(i) {
				value.Or(value, new(big.Int).Lsh(new(big.Int).SetUint64(w), uint(64*k)))
			}
			values[p.Path] = append(values[p.Path], value.Text(2))
		}
	})
	b := sim.NewBench(e)
	b.Reset(1)
	r := rand.New(rand.NewPCG(1, 2))
	for range cycles - 1 {
		b.Set("enable", r.Uint64N(2))
		b.Step()
	}
	require.NoError(t, b.Err())
	require.NoError(t, v.Flush())
	return buf.Bytes(), values
}

// TestVCD reads a dump back and finds in it the values that were peeked.
func TestVCD(t *testing.T) {
	const cycles = 20
	text, values := dump(t, cycles)
	require.Contains(t, values, "top.little.value")
	require.Contains(t, values, "top.big.count")

	var scope []string
	paths := map[string]string{} // by code
	now := map[string]string{}
	got := map[string][]string{}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	time := -1
	for _, line := range lines {
		f := strings.Fields(line)
		switch {
		case f[0] == "$scope":
			scope = append(scope, f[2])
		case f[0] == "$upscope":
			scope = scope[:len(scope)-1]
		case f[0] == "$var":
			paths[f[3]] = strings.Join(append(slices.Clone(scope), f[4]), ".")
		case f[0][0] == '#':
			if time >= 0 && time%2 == 0 {
				for _, p := range paths {
					got[p] = append(got[p], now[p])
				}
			}
			require.Equal(t, fmt.Sprintf("#%d", time+1), f[0])
			time++
		case f[0][0] == 'b':
			now[paths[f[1]]] = f[0][1:]
		case f[0][0] == '0' || f[0][0] == '1':
			now[paths[f[0][1:]]] = f[0][:1]
		}
	}
	require.Empty(t, scope)
	require.Equal(t, 2*cycles, time)
	for _, v := range got["top.clk"] {
		require.Equal(t, "1", v)
	}
	delete(got, "top.clk")
	require.Equal(t, values, got)
}

func TestVCDOfPins(t *testing.T) {
	e := interp(t, counter(4).Module)
	var buf bytes.Buffer
	v := sim.NewVCD(&buf, sim.LayoutProbes("counter", e.Layout()))
	in, out := []uint64{1, 0, 0, 1}, make([]uint64, 2)
	require.NoError(t, e.Run(in, out, 2))
	for i := range 2 {
		v.Cycle(sim.PinValues(e.Layout(), in[2*i:2*i+2], out[i:i+1]))
	}
	require.NoError(t, v.Flush())
	require.Contains(t, buf.String(), "$var wire 4 $ count [3:0] $end\n")
	require.Contains(t, buf.String(), "#2\n1!\n0\"\n1#\nb0 $\n#3\n")
}
