package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// Matrix is the matrix arbiter of n inputs (Dally & Towles, section 18.5): the input granted
// longest ago has the highest priority, so fewer than n others are granted before a request
// that stays. Ports and timing are those of RoundRobin; after reset the order is 0, 1, 2, ...
//
// The state is one bit for each pair of inputs: n*(n-1)/2. A grant has one level of and-or
// over the other requests, so it is fast and large: 212 gates, 6 deep, for 8 inputs (Yosys
// 0.23, synth -flatten; abc -g gates).
func Matrix(n int) ir.Component[ArbiterPorts] {
	return newArbiter("matrix", n, func(m *ir.Module, req, taken ir.Signal) ir.Signal {
		m.SetDoc(fmt.Sprintf("Matrix arbiter of %d inputs: the input granted longest ago is highest.", n))
		// Bit j-i-1 of beats[i], i < j: i goes before j.
		beats := make([]ir.Signal, n-1)
		for i := range beats {
			w := n - 1 - i
			beats[i] = m.Reg(fmt.Sprintf("beats_%d", i), w, 1<<w-1).
				Doc(fmt.Sprintf("bit j: input %d goes before input %d+j", i, i+1))
		}
		loses := make([]ir.Signal, n)
		for i := range loses {
			var rivals []ir.Signal
			for j := range i {
				rivals = append(rivals, req.Bit(j).And(beats[j].Bit(i-j-1)))
			}
			for j := i + 1; j < n; j++ {
				rivals = append(rivals, req.Bit(j).AndNot(beats[i].Bit(j-i-1)))
			}
			loses[i] = ir.Or(rivals...).Named(fmt.Sprintf("loses_%d", i))
		}
		grant := req.AndNot(ir.CatList(loses...)).Named("winner")
		m.When(taken, func() {
			for i, row := range beats {
				row.Set(row.AndNot(grant.Bit(i).Repeat(row.Width())).Or(grant.Slice(n-1, i+1)))
			}
		})
		return grant
	})
}
