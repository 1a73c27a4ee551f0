//go:build tools

package wasm

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/verilator"
)

func TestScratchVerilator(t *testing.T) {
	d, err := cm5router.Build(config.Default(0))
	if err != nil {
		t.Fatal(err)
	}
	files, err := verilog.Emit(d, verilog.Options{})
	m := verilog.NewManifest("cm5", "", nil, d, files)
	if err != nil {
		t.Fatal(err)
	}
	s := time.Now()
	v, err := verilator.Open(files, *m, verilator.Options{CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("open", time.Since(s))
	const n = 200000
	x, err := v.BareLoop(n)
	fmt.Println("bare", x/n, err)
	e, _ := sim.NewInterp(d)
	in := make([]uint64, 256*m.Layout.InWords)
	out := make([]uint64, 256*m.Layout.OutWords)
	for i := range in {
		in[i] = rand.Uint64()
	}
	if l := m.Layout; true {
		for c := range 256 {
			for _, p := range l.Inputs {
				if p.Name[:3] == "cfg" {
					in[c*l.InWords+p.Word] = ^uint64(0)
				}
			}
		}
	}
	for c := range 256 {
		in[c*m.Layout.InWords] = 0
	}
	in[0] = 1
	for _, e := range []sim.Engine{v, e} {
		e.Reset(0)
		s = time.Now()
		for range 100 {
			if err := e.Run(in, out, 256); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Println("run", time.Since(s)/25600)
	}
}
