package rtl

import "github.com/flitwright/flitwright/ir"

// Counter is a register of m that grows by what by says in every cycle, shows it from the
// next one on, and wraps. by is no wider than the counter; reset makes it 0.
func Counter(m *ir.Module, name string, width int, by ir.Signal) ir.Signal {
	m.Helper()
	count := m.Reg(name, width, 0)
	if by.Width() == 1 {
		m.When(by, func() { count.Set(count.AddC(1)) })
	} else {
		count.Set(count.Add(by.ZExt(width)))
	}
	return count
}

// SaturatingCounter is a Counter that stays at its highest value, all ones, once it would
// pass it.
func SaturatingCounter(m *ir.Module, name string, width int, by ir.Signal) ir.Signal {
	m.Helper()
	count := m.Reg(name, width, 0)
	if by.Width() == 1 {
		// The carry out of the adder says that all bits are 1: for one LUT where the bits themselves take five.
		next := count.ZExt(width + 1).AddC(1)
		m.When(by.AndNot(next.Msb()), func() { count.Set(next.Low(width)) })
		return count
	}
	sum := count.ZExt(width + 1).Add(by.ZExt(width + 1))
	count.Set(sum.Low(width).Or(sum.Msb().Repeat(width)))
	return count
}
