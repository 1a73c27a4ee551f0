package rtl_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// serialCRC takes data bit by bit, by long division of polynomials in a big number.
func serialCRC(c rtl.CRC, state *big.Int, data *big.Int, n int) *big.Int {
	// (state << n) ^ (data << width), reduced from the top.
	x := new(big.Int).Lsh(state, uint(n))
	x.Xor(x, new(big.Int).Lsh(data, uint(c.Width)))
	g := new(big.Int).SetBit(new(big.Int).SetUint64(c.Poly), c.Width, 1)
	for i := n - 1; i >= 0; i-- {
		if x.Bit(i+c.Width) != 0 {
			x.Xor(x, new(big.Int).Lsh(g, uint(i)))
		}
	}
	return x
}

type stepPorts struct{ State, Data, Next ir.Signal }

// step is a module around CRC.Step.
func step(c rtl.CRC, n int) ir.Component[stepPorts] {
	io := stepPorts{ir.In(c.Width), ir.In(n), ir.Out(c.Width)}
	return ir.Build("step", io, func(m *ir.Module, io stepPorts) {
		io.Next.Set(c.Step(io.State, io.Data))
	})
}

func TestCRCStepAgainstDivision(t *testing.T) {
	type test struct {
		rtl.CRC
		n int
	}
	tests := []test{
		{rtl.CRC{1, 1}, 1}, {rtl.CRC{1, 0}, 3}, {rtl.CRC{3, 0}, 2}, // parity, and no feedback at all
		{rtl.CRC{4, 0x3}, 1}, {rtl.CRC{5, 0x15}, 4}, {rtl.CRC{5, 0x15}, 11}, {rtl.CRC{8, 0x07}, 8}, {rtl.CRC{8, 0x07}, 32},
		{rtl.CRC{16, 0x1021}, 4}, {rtl.CRC{16, 0x1021}, 1}, {rtl.CRC{16, 0x1021}, 16}, {rtl.CRC{16, 0x8005}, 64},
		{rtl.CRC{32, 0x04c11db7}, 4}, {rtl.CRC{32, 0x04c11db7}, 33}, {rtl.CRC{32, 0x1edc6f41}, 128},
		{rtl.CRC{64, 0x42f0e1eba9ea3693}, 8}, {rtl.CRC{64, 0x42f0e1eba9ea3693}, 100}, {rtl.CRC{64, 1 << 63}, 64},
	}
	r := seeded(t, 5)
	for range 60 {
		w := 1 + r.IntN(64)
		tests = append(tests, test{rtl.CRC{w, r.Uint64() >> (64 - w)}, 1 + r.IntN(80)})
	}
	for _, c := range tests {
		t.Run(fmt.Sprintf("%d_%x_%d", c.Width, c.Poly, c.n), func(t *testing.T) {
			b := newBench(t, step(c.CRC, c.n).Module)
			check := func(state, data *big.Int) {
				b.SetBig("state", state)
				b.SetBig("data", data)
				b.Step()
				require.NoError(t, b.Err())
				want := serialCRC(c.CRC, state, data, c.n)
				require.Zero(t, want.Cmp(b.GetBig("next")), "state %x, data %x: want %x, got %x", state, data, want, b.GetBig("next"))
			}
			// Linear: it is right if it is right for 0 and every single bit.
			check(new(big.Int), new(big.Int))
			for i := range c.Width {
				check(new(big.Int).SetBit(new(big.Int), i, 1), new(big.Int))
			}
			for i := range c.n {
				check(new(big.Int), new(big.Int).SetBit(new(big.Int), i, 1))
			}
			for range 20 {
				check(random(r, c.Width), random(r, c.n))
			}
		})
	}
}

// TestCRCCheckValues compares with the values that catalogues of CRCs give for "123456789".
func TestCRCCheckValues(t *testing.T) {
	for _, c := range []struct {
		name    string
		crc     rtl.CRC
		initial uint64
		want    uint64 // before a final inversion
	}{
		{"CRC-16/XMODEM", rtl.CRC{16, 0x1021}, 0, 0x31c3},
		{"CRC-16/IBM-3740", rtl.CRC{16, 0x1021}, 0xffff, 0x29b1},
		{"CRC-8/SMBUS", rtl.CRC{8, 0x07}, 0, 0xf4},
		{"CRC-32/BZIP2", rtl.CRC{32, 0x04c11db7}, 0xffffffff, 0xfc891918 ^ 0xffffffff},
		{"CRC-64/ECMA-182", rtl.CRC{64, 0x42f0e1eba9ea3693}, 0, 0x6c40df5f0b497347},
	} {
		for _, width := range []int{1, 4, 8, 72} {
			b := newBench(t, c.crc.Register(width, c.initial).Module)
			b.Reset(3)
			data := new(big.Int).SetBytes([]byte("123456789"))
			for round := range 2 {
				for left := 72; left > 0; left -= width {
					b.Set("valid", 1)
					b.Set("clear", bit(round > 0 && left == 72))
					part := new(big.Int).Rsh(data, uint(left-width))
					b.SetBig("data", part.And(part, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1))))
					b.Step()
				}
				b.Set("valid", 0)
				b.Set("clear", 0)
				b.Steps(2)
				require.NoError(t, b.Err())
				require.Equal(t, c.want, b.Get("crc"), "%s, %d bits a cycle", c.name, width)
			}
			b.Set("clear", 1)
			b.Steps(2)
			require.Equal(t, c.initial, b.Get("crc"), "%s: clear", c.name)
		}
	}
}

func TestCRCRefuses(t *testing.T) {
	refuses(t, rtl.CRC{Width: 65}.Register(8, 0).Module, "crc_test.go", "crc: 65 bits; the range is 1 to 64")
	refuses(t, rtl.CRC{Width: 4, Poly: 0x13}.Register(8, 0).Module, "crc_test.go",
		"crc: polynomial 0x13 has more than 4 bits (the leading term is left out)")
	refuses(t, rtl.CRC{Width: 4, Poly: 0x3}.Register(0, 0).Module, "crc_test.go", "crc: steps of 0 bits; the least is 1")
	refuses(t, rtl.CRC{Width: 4, Poly: 0x3}.Register(4, 16).Module, "crc_test.go", "crc: initial value 0x10 has more than 4 bits")

	narrow := ir.Build("narrow", stepPorts{ir.In(8), ir.In(4), ir.Out(16)}, func(m *ir.Module, io stepPorts) {
		io.Next.Set(rtl.CRC{Width: 16, Poly: 0x1021}.Step(io.State, io.Data))
		m.Unused(io.State, io.Data)
	})
	refuses(t, narrow.Module, "crc_test.go", "crc: state of 8 bits for a CRC of 16")
}
