package verilog

import (
	"fmt"
	"math/big"
	"strings"
)

// A style is what a constant stands for, which decides its base.
type style uint8

const (
	number  style = iota // a value: decimal, wide patterns in hexadecimal
	pattern              // operand of a bitwise operator: binary up to 8 bits, then hexadecimal
	flags                // value of a signal that is read bit by bit: a one-hot value as a pattern
)

// literal prints a sized constant.
func literal(width int, v *big.Int, s style) string {
	if s == flags && oneHot(v) {
		s = pattern
	}
	switch {
	case width == 1:
		return "1'b" + v.String()
	case v.Sign() == 0:
		return fmt.Sprintf("%d'd0", width)
	case s == pattern && width <= 8:
		return fmt.Sprintf("%d'b%0*s", width, width, v.Text(2))
	case s == pattern || v.BitLen() > 13 || width > 8 && allOnes(width, v):
		return fmt.Sprintf("%d'h%0*s", width, (width+3)/4, v.Text(16))
	}
	return fmt.Sprintf("%d'd%s", width, v)
}

// oneHot reports whether exactly one bit of v is 1.
func oneHot(v *big.Int) bool {
	return v.Sign() > 0 && int(v.TrailingZeroBits()) == v.BitLen()-1
}

func allOnes(width int, v *big.Int) bool {
	return v.BitLen() == width && int(new(big.Int).Add(v, big.NewInt(1)).TrailingZeroBits()) == width
}

// rangeOf is the range of a declaration, with a blank after it; none for one bit.
func rangeOf(width int) string {
	if width == 1 {
		return ""
	}
	return fmt.Sprintf("[%d:0] ", width-1)
}

// quote makes a Verilog string of a format and a text that $display is to print behind it.
func quote(format, s string) string {
	var b strings.Builder
	b.WriteString("\"" + format)
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '%':
			b.WriteString("%%")
		case c == '\n':
			b.WriteString("\\n")
		case c < ' ' || c > '~':
			b.WriteByte('?')
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
