package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// PausesPorts are the ports of Pauses: go, one bit for each that is paced.
type PausesPorts struct{ Go ir.Signal }

// pausePhase is the number of bits of the cycle counter of a phase of Pauses.
const pausePhase = 8

// Pauses is a source of pseudo-random pauses for n users, 1 to 14, such as the receivers of a self-test.
// Bit i of go is user i's: 0 is a cycle of pause. In phases of 256 cycles a user is fast, 1 in three cycles of four,
// or slow, 1 in one of four; all are fast in the first phase, and which are later is drawn anew for each. go is a register, 0 in the first
// cycle after reset. The sequence is the same after every reset.
func Pauses(n int) ir.Component[PausesPorts] {
	const width = 31
	k := min(max(1, n), (width-3)/2)
	return ir.Build(fmt.Sprintf("pauses_%d", k), PausesPorts{Go: ir.Out(k)}, func(m *ir.Module, io PausesPorts) {
		if n != k {
			m.Errorf("pauses: %d users; the range is 1 to %d", n, (width-3)/2)
		}
		m.SetDoc(fmt.Sprintf("Pseudo-random pauses for %d users, each fast or slow for 2^%d cycles.", k, pausePhase))
		random := ir.Inst(m, "random", LFSR(width, 30, 27))
		random.Seed.Set(m.Const(width, 0x2f1e0d3))
		cycle := Counter(m, "cycle", pausePhase, m.Const(1, 1))
		slow := m.Reg("slow", k, 0)
		m.When(cycle.All(), func() { slow.Set(random.State.Slice(width-1, width-k)) })

		// Bits that lie side by side would show a user what another was shown a cycle before.
		a, b := random.State.Low(k), random.State.Slice(width-1, width-k)
		runs := m.Reg("runs", k, 0)
		runs.Set(a.And(b).Or(a.Or(b).AndNot(slow)))
		io.Go.Set(runs)
	})
}
