//go:build node

// The tests of tag node run modules in the JavaScript engine V8, by Node.js (Debian package
// nodejs), which is what a web page would do:
//
//	go test -tags node ./ir/sim/wasm

package wasm_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/internal/enginetest"
	"github.com/flitwright/flitwright/ir/sim/wasm"
)

func TestNode(t *testing.T) {
	r := enginetest.NewRand(t)
	t.Run("router", func(t *testing.T) {
		d := router(t)
		compareNode(t, d, r.Uint64(), func(l *sim.Layout, cycles int) []uint64 { return routerInputs(r, l, cycles) })
	})
	t.Run("memory", func(t *testing.T) {
		d, err := ir.Elaborate(enginetest.Memory(200, 100))
		require.NoError(t, err)
		compareNode(t, d, r.Uint64(), func(l *sim.Layout, cycles int) []uint64 { return randomInputs(r, l, cycles) })
	})
	for i := range 10 {
		t.Run("random_"+strconv.Itoa(i), func(t *testing.T) {
			compareNode(t, randomDesign(r), r.Uint64(), func(l *sim.Layout, cycles int) []uint64 { return randomInputs(r, l, cycles) })
		})
	}
}

// randomDesign is one free of faults.
func randomDesign(r *rand.Rand) *ir.Design {
	for {
		c := &enginetest.Choices{Data: enginetest.RandomBytes(r)}
		if d, err := ir.Elaborate(enginetest.RandomModule(c, "top", 2).Module); err == nil {
			return d
		}
	}
}

// compareNode runs a design on the interpreter and in Node.js.
func compareNode(t *testing.T, d *ir.Design, seed uint64, inputs func(*sim.Layout, int) []uint64) {
	m, err := wasm.Compile(d)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "design.wasm")
	require.NoError(t, os.WriteFile(file, m.Binary, 0o644))
	const cycles = 500
	l := m.Layout
	in := inputs(l, cycles)

	interp, err := sim.NewInterp(d)
	require.NoError(t, err)
	require.NoError(t, interp.Reset(seed))
	want := make([]uint64, cycles*l.OutWords)
	if interp.Run(in, want, cycles) != nil {
		want = want[:(interp.Cycle()+1)*l.OutWords]
	}

	cmd := exec.Command("node", "testdata/run.mjs", file, strconv.FormatUint(seed, 10),
		strconv.Itoa(cycles), strconv.Itoa(l.InWords), strconv.Itoa(l.OutWords))
	var input bytes.Buffer
	require.NoError(t, binary.Write(&input, binary.LittleEndian, in))
	cmd.Stdin, cmd.Stderr = &input, os.Stderr
	output, err := cmd.Output()
	require.NoError(t, err)
	got := make([]uint64, len(output)/8)
	_, err = binary.Decode(output, binary.LittleEndian, got)
	require.NoError(t, err)
	require.Equal(t, want, got)
}
