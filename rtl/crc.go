package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// A CRC is a cyclic redundancy code of Width bits, 1 to 64, most significant bit first.
// Poly is its generator without the leading term: 0x1021 for x^16+x^12+x^5+1. Initial value
// and final inversion are the user's.
type CRC struct {
	Width int
	Poly  uint64
}

// Step is the state of width c.Width after data, of any width, has followed what state
// stands for; the most significant bit of data comes first. It is combinational.
//
// The new state is linear in the old one and the data, so each of its bits is one
// exclusive or of some of theirs: the matrix is computed here, not in gates. A data bit and
// the state bit it meets at the feedback always go together; they are joined once. (Parallel
// CRC as in Pei and Zukowski, IEEE Trans. Communications 40(4), 1992.)
func (c CRC) Step(state, data ir.Signal) ir.Signal {
	m := moduleOf(state)
	if m == nil {
		return ir.Signal{}
	}
	m.Helper()
	if err := c.check(); err != nil {
		m.Errorf("%v", err)
		return state
	}
	if state.Width() != c.Width {
		m.Errorf("crc: state of %d bits for a CRC of %d", state.Width(), c.Width)
		return m.Const(c.Width, 0)
	}

	if c.Poly&1 == 0 {
		m.Unused(state, data) // not a proper code: some bits fall out of it
	}

	// The bits in the order in which they reach the feedback, the pairs first.
	dw := data.Width()
	pairs := min(c.Width, dw)
	pair := state.Slice(c.Width-1, c.Width-pairs).Xor(data.Slice(dw-1, dw-pairs))
	order := pair
	switch {
	case dw > pairs:
		order = ir.Cat(pair, data.Low(dw-pairs))
	case c.Width > pairs:
		order = ir.Cat(pair, state.Low(c.Width-pairs))
	}

	terms := make([][]ir.Signal, c.Width) // what makes up bit i of the new state
	for i := range order.Width() {
		// A bit that reaches the feedback at step i goes on for the dw-i-1 steps after it; a
		// state bit that does not only moves up by dw.
		var response uint64
		if i < dw {
			response = c.serial(c.serial(0, 1, 1), 0, dw-i-1)
		} else {
			response = 1 << (c.Width - 1 - i + dw)
		}
		for bit := range c.Width {
			if response>>bit&1 != 0 {
				terms[bit] = append(terms[bit], order.Bit(order.Width()-1-i))
			}
		}
	}
	next := make([]ir.Signal, c.Width)
	for i := range next {
		if len(terms[i]) == 0 {
			next[i] = m.Const(1, 0)
			continue
		}
		next[i] = ir.Xor(terms[i]...)
	}
	return ir.CatList(next...)
}

func (c CRC) check() error {
	if c.Width < 1 || c.Width > 64 {
		return fmt.Errorf("crc: %d bits; the range is 1 to 64", c.Width)
	}
	if c.Width < 64 && c.Poly>>c.Width != 0 {
		return fmt.Errorf("crc: polynomial %#x has more than %d bits (the leading term is left out)", c.Poly, c.Width)
	}
	return nil
}

// serial steps the state by the n lowest bits of data, highest first, one at a time.
func (c CRC) serial(state, data uint64, n int) uint64 {
	mask := ^uint64(0) >> (64 - c.Width)
	for i := n - 1; i >= 0; i-- {
		feedback := state>>(c.Width-1)&1 ^ data>>i&1
		state = state << 1 & mask
		if feedback != 0 {
			state ^= c.Poly
		}
	}
	return state
}

// CRCPorts are the ports of a CRC register: clear, valid, data, crc.
type CRCPorts struct {
	Clear ir.Signal
	Valid ir.Signal
	Data  ir.Signal
	CRC   ir.Signal
}

// Register is a CRC over the data of step bits that come in the cycles with valid 1. crc is
// that of all data before this cycle since reset or the last cycle with clear 1, initial if
// there was none. Data that comes with clear is the first of what follows.
func (c CRC) Register(step int, initial uint64) ir.Component[CRCPorts] {
	n := max(1, step)
	err := c.check()
	if err != nil {
		c = CRC{Width: 1}
	}
	io := CRCPorts{Clear: ir.In(1), Valid: ir.In(1), Data: ir.In(n), CRC: ir.Out(c.Width)}
	return ir.Build(fmt.Sprintf("crc%d_%x_step%d", c.Width, c.Poly, n), io, func(m *ir.Module, io CRCPorts) {
		switch {
		case err != nil:
			m.Errorf("%v", err)
			initial = 0
		case step < 1:
			m.Errorf("crc: steps of %d bits; the least is 1", step)
		case c.Width < 64 && initial>>c.Width != 0:
			m.Errorf("crc: initial value %#x has more than %d bits", initial, c.Width)
			initial = 0
		}
		m.SetDoc(fmt.Sprintf("CRC of %d bits, polynomial %#x, over %d bits a cycle, most significant first.",
			c.Width, c.Poly, n))
		state := m.Reg("state", c.Width, initial)
		start := ir.Mux(io.Clear, state.C(initial), state).Named("start")
		m.When(io.Valid, func() { state.Set(c.Step(start, io.Data)) }).
			Else(func() { state.Set(start) })
		io.CRC.Set(state)
	})
}
