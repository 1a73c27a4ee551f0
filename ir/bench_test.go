package ir_test

import (
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/ir"
)

// lanes makes a module of about n nodes: registered lanes that pass values of 16 bits on
// under conditions, through wires and part instances.
func lanes(n int) *ir.Module {
	part := ir.Build("lane_end", struct{ A, Y ir.Signal }{ir.In(16), ir.Out(16)}, func(_ *ir.Module, io struct{ A, Y ir.Signal }) {
		io.Y.Set(io.A.Not())
	})
	type ports struct{ A, Sel, Y ir.Signal }
	return ir.Build("lanes", ports{ir.In(16), ir.In(4), ir.Out(16)}, func(m *ir.Module, io ports) {
		x := io.A
		for i := 0; len(m.Nodes) < n; i++ {
			m.Scope(fmt.Sprintf("lane_%d", i), func() {
				w, r := m.Wire("w", 16), m.Reg("r", 16, 0)
				sum := x.Add(r).Named("sum")
				w.Set(sum)
				m.When(io.Sel.Bit(i%4), func() { w.Set(ir.Cat(sum.Low(8), r.Low(8))) }).
					ElseWhen(sum.Lt(r), func() { w.Set(r.Xor(io.A)) })
				r.Set(ir.Mux(w.Any(), w, x))
				end := ir.Inst(m, "end", part)
				end.A.Set(w)
				x = end.Y
			})
		}
		io.Y.Set(x)
	}).Module
}

func BenchmarkElaborate(b *testing.B) {
	for _, n := range []int{100, 1000, 10000, 100000} {
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			m := lanes(n)
			for b.Loop() {
				if _, err := ir.Elaborate(m); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(m.Nodes)), "ns/node")
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		lanes(10000)
	}
}

// Every value is on a loop of words, not of bits, so that each bit is looked at.
func BenchmarkElaborateBits(b *testing.B) {
	m := ir.Build("bits", struct{ A, Y ir.Signal }{ir.In(1), ir.Out(16)}, func(m *ir.Module, io struct{ A, Y ir.Signal }) {
		first := m.Wire("first", 16)
		x := first
		for range 10000 {
			x = x.Add(first)
		}
		first.Set(ir.Cat(x.Low(15), io.A))
		io.Y.Set(first)
	}).Module
	for b.Loop() {
		if _, err := ir.Elaborate(m); err != nil {
			b.Fatal(err)
		}
	}
}
