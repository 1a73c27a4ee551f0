package verilog

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// A reader prints references to what has a name and remembers which bits are read.
type reader struct {
	bits map[*expr][]uint64
	used map[*expr]bool // named constants, and signals that only assertions read
	mems map[*ir.Mem]bool
	clk  bool
	off  bool // in assertions, which lint does not see

}

func newReader() *reader {
	return &reader{bits: map[*expr][]uint64{}, used: map[*expr]bool{}, mems: map[*ir.Mem]bool{}}
}

func (r *reader) read(x *expr) string {
	return r.name(x, 0, x.width)
}

// readBits prints a slice.
func (r *reader) readBits(x *expr, lo, width int) string {
	name := r.name(x, lo, width)
	switch {
	case x.width == 1:
		return name
	case width == 1:
		return fmt.Sprintf("%s[%d]", name, lo)
	}
	return fmt.Sprintf("%s[%d:%d]", name, lo+width-1, lo)
}

func (r *reader) readMem(mem *ir.Mem) string {
	if !r.off {
		r.mems[mem] = true
	}
	return mem.Name
}

func (r *reader) clock() string {
	if !r.off {
		r.clk = true
	}
	return "clk"
}

func (r *reader) name(x *expr, lo, width int) string {
	if x.home != nil {
		x = x.home
	}
	r.used[x] = true
	if r.off {
		return x.name
	}
	b := r.bits[x]
	if b == nil {
		b = make([]uint64, (x.width+63)/64)
		r.bits[x] = b
	}
	for i := lo; i < lo+width; i++ {
		if i%64 == 0 && i+64 <= lo+width {
			b[i/64] = ^uint64(0)
			i += 63
			continue
		}
		b[i/64] |= 1 << (i % 64)
	}
	return x.name
}

// unread calls f for each run of bits of x that nothing reads.
func (r *reader) unread(x *expr, f func(lo, width int)) {
	b := r.bits[x]
	for i := 0; i < x.width; {
		lo := i
		for i < x.width && (b == nil || b[i/64]>>(i%64)&1 == 0) {
			i++
		}
		if i > lo {
			f(lo, i-lo)
		}
		for i < x.width && b != nil && b[i/64]>>(i%64)&1 == 1 {
			i++
		}
	}
}

// unused writes the net that reads what nothing else does.
func (p *printer) unused() {
	items := []string{"1'b0"}
	bits := func(x *expr) {
		p.reader.unread(x, func(lo, width int) {
			switch {
			case width == x.width:
				items = append(items, x.name)
			case width == 1:
				items = append(items, fmt.Sprintf("%s[%d]", x.name, lo))
			default:
				items = append(items, fmt.Sprintf("%s[%d:%d]", x.name, lo+width-1, lo))
			}
		})
	}
	if p.m.Clocked() {
		if !p.reader.clk {
			items = append(items, "clk")
		}
		bits(p.reset)
	}
	for _, x := range p.exprs {
		switch {
		case x.name == "" || x.home != nil || x == p.reset:
		case x.op == ir.OpConst && !p.reader.used[x]:
		case x.op == ir.OpWire && (p.direct[x.node] || x.node.Port != nil && x.node.Inst == nil):
			// in a connection, or an output
		default:
			bits(x)
		}
	}
	for _, mem := range p.m.Mems {
		if !p.reader.mems[mem] {
			items = append(items, mem.Name+"["+literal(mem.AddrWidth(), boolean(false), number)+"]")
		}
	}
	if len(items) == 1 {
		return
	}
	p.comment("Nothing reads these, or only assertions do.")
	left := "wire " + p.names.unique("unused") + " = &"
	p.put(left + fill("{", items, "};", 4*p.depth+len(left), 4*p.depth+4))
}
