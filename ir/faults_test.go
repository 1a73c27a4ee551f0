package ir_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/flitwright/flitwright/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares files with those of testdata/name.
func golden(t *testing.T, name string, files []txtar.File) {
	t.Helper()
	path := "testdata/" + name
	got := &txtar.Archive{Comment: []byte("Written by go test -update.\n"), Files: files}
	if *update {
		require.NoError(t, os.WriteFile(path, txtar.Format(got), 0o644))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	if diff := cmp.Diff(string(text), string(txtar.Format(got))); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

type pins struct{ A, B, C, Y ir.Signal }

func newPins() pins { return pins{A: ir.In(4), B: ir.In(4), C: ir.In(1), Y: ir.Out(4)} }

// dut builds a module that does not mind unread inputs.
func dut(name string, body func(m *ir.Module, io pins)) ir.Component[pins] {
	return ir.Build(name, newPins(), func(m *ir.Module, io pins) {
		body(m, io)
		m.Unused(io.A, io.B, io.C)
	})
}

// through passes A, xor B where C is 1, on to Y.
func through(name string) ir.Component[pins] {
	return dut(name, func(m *ir.Module, io pins) { io.Y.Set(ir.Mux(io.C, io.A.Xor(io.B), io.A)) })
}

// stranger is a signal of a module that is in no design.
func stranger() (s ir.Signal) {
	dut("stranger", func(_ *ir.Module, io pins) { s = io.A; io.Y.Set(io.A) })
	return s
}

// faults has a module for each kind of fault, which ok tells to be built without it.
var faults = []struct {
	name  string
	build func(m *ir.Module, io pins, ok bool)
}{
	{"width mismatch", func(m *ir.Module, io pins, ok bool) {
		b := io.C
		if ok {
			b = io.B
		}
		io.Y.Set(io.A.And(b).Named("masked"))
	}},
	{"no signal", func(m *ir.Module, io pins, ok bool) {
		var b ir.Signal
		if ok {
			b = io.B
		}
		io.Y.Set(io.A.Or(b))
	}},
	{"signal of another module", func(m *ir.Module, io pins, ok bool) {
		b := stranger()
		if ok {
			b = io.B
		}
		io.Y.Set(io.A.Xor(b))
	}},
	{"poisoned signal of another module", func(m *ir.Module, io pins, ok bool) {
		b := stranger().Add(ir.Signal{})
		if ok {
			b = io.B
		}
		io.Y.Set(b)
	}},
	{"port declaration as operand", func(m *ir.Module, io pins, ok bool) {
		b := ir.In(4)
		if ok {
			b = io.B
		}
		io.Y.Set(io.A.Add(b))
	}},
	{"slice out of range", func(m *ir.Module, io pins, ok bool) {
		hi := 4
		if ok {
			hi = 3
		}
		io.Y.Set(io.A.Slice(hi, 1).ZExt(4))
	}},
	{"narrowing extension", func(m *ir.Module, io pins, ok bool) {
		w := 3
		if ok {
			w = 4
		}
		io.Y.Set(io.A.SExt(w))
	}},
	{"mux selector", func(m *ir.Module, io pins, ok bool) {
		sel := io.B
		if ok {
			sel = sel.Any()
		}
		io.Y.Set(ir.Mux(sel, io.A, io.B))
	}},
	{"one-hot mux selector", func(m *ir.Module, io pins, ok bool) {
		sel := io.B
		if ok {
			sel = sel.Low(2)
		}
		io.Y.Set(ir.OneHotMux(sel, io.A, io.B))
	}},
	{"constant that does not fit", func(m *ir.Module, io pins, ok bool) {
		v := uint64(16)
		if ok {
			v = 15
		}
		io.Y.Set(io.A.AddC(v))
	}},
	{"reset value that does not fit", func(m *ir.Module, io pins, ok bool) {
		v := uint64(16)
		if ok {
			v = 15
		}
		r := m.Reg("r", 4, v)
		r.Set(io.A)
		io.Y.Set(r)
	}},
	{"width of nothing", func(m *ir.Module, io pins, ok bool) {
		w := 0
		if ok {
			w = 4
		}
		x := m.Wire("x", w)
		x.Set(io.A)
		io.Y.Set(x)
	}},
	{"width beyond Verilog", func(m *ir.Module, io pins, ok bool) {
		n := 1<<14 + 1
		if ok {
			n--
		}
		io.Y.Set(io.A.Repeat(n).Low(4))
	}},
	{"set of what is no target", func(m *ir.Module, io pins, ok bool) {
		if !ok {
			io.A.Set(io.B)
		}
		io.Y.Set(io.A)
	}},
	{"set of another width", func(m *ir.Module, io pins, ok bool) {
		if ok {
			io.Y.Set(io.C.ZExt(4))
		} else {
			io.Y.Set(io.C)
		}
	}},
	{"set to no signal", func(m *ir.Module, io pins, ok bool) {
		var x ir.Signal
		if ok {
			x = io.A
		}
		io.Y.Set(x)
	}},
	{"wide condition", func(m *ir.Module, io pins, ok bool) {
		c := io.B
		if ok {
			c = io.C
		}
		m.When(c, func() { io.Y.Set(io.A) }).Else(func() { io.Y.Set(io.B) })
	}},
	{"else twice", func(m *ir.Module, io pins, ok bool) {
		w := m.When(io.C, func() { io.Y.Set(io.A) })
		w.Else(func() { io.Y.Set(io.B) })
		if !ok {
			w.Else(func() { io.Y.Set(io.A) })
		}
	}},
	{"case twice", func(m *ir.Module, io pins, ok bool) {
		second := uint64(3)
		if ok {
			second = 4
		}
		m.Switch(io.B).CaseC(3, func() { io.Y.Set(io.A) }).
			CaseC(second, func() { io.Y.Set(io.B) }).
			Default(func() { io.Y.Set(io.A.Not()) })
	}},
	{"case of another width", func(m *ir.Module, io pins, ok bool) {
		v := m.Const(5, 1)
		if ok {
			v = m.Const(4, 1)
		}
		m.Switch(io.B).Case(v, func() { io.Y.Set(io.A) }).Default(func() { io.Y.Set(io.B) })
	}},
	{"case that is no constant", func(m *ir.Module, io pins, ok bool) {
		v := io.A
		if ok {
			v = m.Const(4, 1)
		}
		m.Switch(io.B).Case(v, func() { io.Y.Set(io.A) }).Default(func() { io.Y.Set(io.B) })
	}},
	{"memory address and data", func(m *ir.Module, io pins, ok bool) {
		mem := m.Mem("ram", 4, 4)
		addr, data := io.A, io.C
		if ok {
			addr, data = io.A.Low(2), io.B
		}
		mem.Write(addr, io.B)
		mem.Write(io.B.Low(2), data)
		io.Y.Set(mem.Read(addr))
	}},
	{"memory enable", func(m *ir.Module, io pins, ok bool) {
		mem := m.Mem("ram", 4, 4)
		mem.Write(io.A.Low(2), io.B)
		enable := io.A
		if ok {
			enable = io.C
		}
		io.Y.Set(mem.ReadReg("word", io.A.Low(2), enable))
	}},
	{"unused that is no signal", func(m *ir.Module, io pins, ok bool) {
		io.Y.Set(io.A)
		if !ok {
			m.Unused(ir.Signal{})
		}
	}},

	{"keyword", func(m *ir.Module, io pins, ok bool) {
		for _, name := range []string{"wire", "logic", "int", "template", "queue", "linux"} {
			if ok {
				name += "_x"
			}
			m.Unused(io.A.Named(name))
		}
		io.Y.Set(io.A)
	}},
	{"not an identifier", func(m *ir.Module, io pins, ok bool) {
		for i, name := range []string{"a b", "0a", "a-b", "ä", "a__b", strings.Repeat("long_", 41)} {
			if ok {
				name = fmt.Sprintf("name_%d", i)
			}
			m.Unused(io.A.Named(name))
		}
		io.Y.Set(io.A)
	}},
	{"no name", func(m *ir.Module, io pins, ok bool) {
		name := ""
		if ok {
			name = "x"
		}
		x := m.Wire(name, 4)
		x.Set(io.A.Not().Named(name + name))
		io.Y.Set(x)
	}},
	{"second of a name", func(m *ir.Module, io pins, ok bool) {
		name := "state"
		if ok {
			name = "next"
		}
		r := m.Reg("state", 4, 0)
		r.Set(r.Add(io.A).Named(name))
		io.Y.Set(r)
	}},
	{"two names of one node", func(m *ir.Module, io pins, ok bool) {
		second := "sum"
		if ok {
			second = "total"
		}
		io.Y.Set(io.A.Add(io.B).Named("sum").Named(second))
	}},
	{"names that differ in case", func(m *ir.Module, io pins, ok bool) {
		name := "Y"
		if ok {
			name = "Z"
		}
		io.Y.Set(io.A.Not().Named(name))
	}},
	{"name of the clock", func(m *ir.Module, io pins, ok bool) {
		name := "Clk"
		if ok {
			name = "r"
		}
		r := m.Reg(name, 4, 0)
		r.Set(io.A)
		io.Y.Set(r)
	}},
	{"name of an instance connection", func(m *ir.Module, io pins, ok bool) {
		name := "q_y"
		if ok {
			name = "y_of_q"
		}
		q := ir.Inst(m, "q", through("through"))
		q.A.Set(io.A)
		q.B.Set(io.B)
		q.C.Set(io.C)
		io.Y.Set(q.Y.Not().Named(name))
	}},

	{"name of an instance inside itself", func(m *ir.Module, io pins, ok bool) {
		name := "y"
		if ok {
			name = "part"
		}
		q := ir.Inst(m, name+"_of", ir.Build("inner", newPins(), func(m *ir.Module, io pins) {
			sum := io.A.Add(io.B).Named("y_of")
			io.Y.Set(ir.Mux(io.C, sum, io.A))
		}))
		q.A.Set(io.A)
		q.B.Set(io.B)
		q.C.Set(io.C)
		io.Y.Set(q.Y)
	}},
	{"another module of one name", func(m *ir.Module, io pins, ok bool) {
		q := ir.Inst(m, "q", through("part"))
		q.A.Set(io.A)
		q.B.Set(io.B)
		q.C.Set(io.C)
		second := through("part")
		if !ok {
			second = dut("part", func(_ *ir.Module, io pins) { io.Y.Set(io.B) })
		}
		r := ir.Inst(m, "r", second)
		r.A.Set(q.Y)
		r.B.Set(io.B)
		r.C.Set(io.C)
		io.Y.Set(r.Y)
	}},
	{"modules that differ in case", func(m *ir.Module, io pins, ok bool) {
		name := "DUT"
		if ok {
			name = "part"
		}
		q := ir.Inst(m, "q", through(name))
		q.A.Set(io.A)
		q.B.Set(io.B)
		q.C.Set(io.C)
		io.Y.Set(q.Y)
	}},
	{"component never built", func(m *ir.Module, io pins, ok bool) {
		var part ir.Component[pins]
		if ok {
			part = through("part")
		}
		q := ir.Inst(m, "q", part)
		q.A.Set(io.A)
		q.B.Set(io.B)
		q.C.Set(io.C)
		io.Y.Set(q.Y)
	}},

	{"never set", func(m *ir.Module, io pins, ok bool) {
		x := m.Wire("x", 4)
		q := ir.Inst(m, "q", through("part"))
		q.A.Set(x)
		q.B.Set(io.B)
		if ok {
			x.Set(io.A)
			q.C.Set(io.C)
			io.Y.Set(q.Y)
		}
		m.Unused(q.Y)
	}},
	{"when without else", func(m *ir.Module, io pins, ok bool) {
		w := m.When(io.C, func() { io.Y.Set(io.A) }).
			ElseWhen(io.A.Any(), func() {}).
			ElseWhen(io.B.Any(), func() { io.Y.Set(io.B) })
		if ok {
			w.Else(func() {})
			m.When(io.C.Not(), func() { io.Y.Set(io.A.Not()) }).Else(func() { io.Y.Set(io.A) })
		}
	}},
	{"default before when", func(m *ir.Module, io pins, ok bool) {
		if ok {
			io.Y.Set(io.B)
		}
		m.When(io.C, func() { io.Y.Set(io.A) })
	}},
	{"switch without default", func(m *ir.Module, io pins, ok bool) {
		sel := io.B.Low(2)
		if ok {
			sel = io.B.Low(1)
		}
		m.Switch(sel).CaseC(0, func() { io.Y.Set(io.A) }).CaseC(1, func() { io.Y.Set(io.B) })
	}},
	{"incomplete inner when", func(m *ir.Module, io pins, ok bool) {
		m.Switch(io.B).
			CaseC(0, func() { io.Y.Set(io.A) }).
			CaseC(1, func() {
				m.When(io.C, func() { io.Y.Set(io.A) })
				if ok {
					m.When(io.C.Not(), func() {}).Else(func() {})
					m.When(io.A.Any(), func() { io.Y.Set(io.B) }).Else(func() { io.Y.Set(io.A) })
				}
			}).
			CaseC(2, func() {
				if ok {
					io.Y.Set(io.B)
				}
			}).
			Default(func() { io.Y.Set(io.B.Not()) })
	}},
	{"overwritten set", func(m *ir.Module, io pins, ok bool) {
		io.Y.Set(io.A)
		m.When(io.C, func() { io.Y.Set(io.B) })
		if !ok {
			io.Y.Set(io.A.Not())
		}
	}},
	{"overwritten inner set", func(m *ir.Module, io pins, ok bool) {
		r := m.Reg("r", 4, 0)
		m.When(io.C, func() {
			r.Set(io.A)
			m.When(io.A.Any(), func() { r.Set(io.B) })
			if !ok {
				r.Set(r.AddC(1))
			}
		})
		io.Y.Set(r)
	}},

	{"register never set", func(m *ir.Module, io pins, ok bool) {
		r := m.Reg("r", 4, 0)
		if ok {
			r.Set(io.A)
		}
		io.Y.Set(r)
	}},
	{"block RAM read in the same cycle", func(m *ir.Module, io pins, ok bool) {
		mem := m.Mem("mem", 4, 16)
		if !ok {
			mem.In(ir.MemBlock)
		}
		mem.Write(io.A, io.B)
		io.Y.Set(mem.Read(io.B))
	}},
	{"no such style", func(m *ir.Module, io pins, ok bool) {
		mem := m.Mem("mem", 4, 16)
		if !ok {
			mem.In(7)
		}
		mem.Write(io.A, io.B)
		io.Y.Set(mem.Read(io.B))
	}},
	{"memory never written", func(m *ir.Module, io pins, ok bool) {
		mem := m.Mem("ram", 4, 16)
		if ok {
			mem.Write(io.B, io.A)
		}
		io.Y.Set(mem.Read(io.A))
	}},
	{"unread signal", func(m *ir.Module, io pins, ok bool) {
		io.Y.Set(io.A)
		sum := io.A.Add(io.B).Named("sum")
		_ = sum.Not() // has no name, nobody misses it
		if ok {
			m.Unused(sum)
		}
	}},
	{"unread wire and constant", func(m *ir.Module, io pins, ok bool) {
		x := m.Wire("x", 4)
		x.Set(io.A)
		five := m.Const(4, 5).Named("five")
		io.Y.Set(io.A)
		if ok {
			m.Assert(x.Ne(five), "x is five")
		}
	}},
	{"unread input", func(m *ir.Module, io pins, ok bool) {
		io.Y.Set(io.A)
		q := ir.Inst(m, "q", ir.Build("part", newPins(), func(m *ir.Module, io pins) {
			io.Y.Set(io.A.Add(io.B))
			if ok {
				m.Unused(io.C)
			}
		}))
		q.A.Set(io.A)
		q.B.Set(io.B)
		q.C.Set(io.C)
		m.Unused(q.Y)
	}},
	{"unread instance output", func(m *ir.Module, io pins, ok bool) {
		q := ir.Inst(m, "q", through("part"))
		q.A.Set(io.A)
		q.B.Set(io.B)
		q.C.Set(io.C)
		if ok {
			io.Y.Set(q.Y)
		} else {
			io.Y.Set(io.A)
		}
	}},
	{"register read only by itself", func(m *ir.Module, io pins, ok bool) {
		count := m.Reg("count", 4, 0)
		next := count.Add(io.A).Named("count_next")
		m.When(io.C, func() { count.Set(next) })
		io.Y.Set(io.B)
		if ok {
			m.Assert(count.NeC(15), "full")
		}
	}},
	{"unread chain is reported at its end", func(m *ir.Module, io pins, ok bool) {
		x := io.A.Not().Named("x")
		mem := m.Mem("ram", 4, 16)
		mem.Write(io.B, x)
		word := mem.ReadReg("word", io.A, io.C)
		io.Y.Set(io.A)
		if ok {
			m.Unused(word)
		}
	}},
	{"unread memory", func(m *ir.Module, io pins, ok bool) {
		mem := m.Mem("ram", 4, 16)
		m.When(io.C, func() { mem.Write(io.B, io.A) })
		io.Y.Set(io.A)
		if ok {
			m.Unused(mem.Read(io.A))
		}
	}},

	{"loop of one wire", func(m *ir.Module, io pins, ok bool) {
		x := m.Wire("x", 4)
		if ok {
			x.Set(io.A)
		} else {
			x.Set(x.Xor(io.A))
		}
		io.Y.Set(x)
	}},
	{"loop through a carry", func(m *ir.Module, io pins, ok bool) {
		x := m.Wire("x", 4)
		if ok { // bit i+1 of x is bit i of the sum
			x.Set(ir.Cat(x.Add(io.A).Low(3), io.C))
		} else { // bit i of x is bit i+1 of the sum
			x.Set(ir.Cat(io.C, x.Add(io.A).Slice(3, 1)))
		}
		io.Y.Set(x)
	}},
	{"loop through a comparison", func(m *ir.Module, io pins, ok bool) {
		x := m.Wire("x", 4)
		y := x
		if ok {
			y = io.B
		}
		x.Set(ir.Cat(io.A.Low(3), y.Lt(io.A)))
		io.Y.Set(x)
	}},
	{"loop through a condition", func(m *ir.Module, io pins, ok bool) {
		x, y := m.Wire("x", 4), m.Wire("other", 4)
		c := x.Msb()
		if ok {
			c = io.C
		}
		y.Set(io.A)
		m.When(c, func() { y.Set(io.B) }).ElseWhen(io.C, func() { y.Set(io.A.Not()) })
		x.Set(y)
		io.Y.Set(x)
	}},
	{"loop through a switch", func(m *ir.Module, io pins, ok bool) {
		x := m.Wire("x", 4)
		sel := x.Low(1)
		if ok {
			sel = io.C
		}
		m.Switch(sel).CaseC(0, func() { x.Set(io.A) }).Default(func() { x.Set(io.B) })
		io.Y.Set(x)
	}},
	{"loop through a memory address", func(m *ir.Module, io pins, ok bool) {
		mem := m.Mem("ram", 4, 16)
		addr := m.Wire("addr", 4)
		mem.Write(io.A, addr)
		if ok {
			addr.Set(mem.ReadReg("word", addr, io.C))
		} else {
			addr.Set(mem.Read(addr))
		}
		io.Y.Set(addr)
	}},
	{"loop through a one-hot selector", func(m *ir.Module, io pins, ok bool) {
		x := m.Wire("x", 4)
		sel := ir.Cat(x.Bit(0), io.C)
		if ok {
			sel = io.B.Low(2)
		}
		x.Set(ir.OneHotMux(sel, io.A, io.B))
		io.Y.Set(x)
	}},
	{"loop through two instances", func(m *ir.Module, io pins, ok bool) {
		part := through("part")
		q, r := ir.Inst(m, "q", part), ir.Inst(m, "r", part)
		q.A.Set(ir.Cat(r.Y.Bit(0), io.A.Low(3)))
		if ok { // bit 3 of q.y, which depends on bit 0 of r.y, ends in bit 1 of it
			r.A.Set(ir.Cat(io.A.Low(2), q.Y.Bit(3), io.C))
		} else {
			r.A.Set(ir.Cat(io.A.Low(3), q.Y.Bit(3)))
		}
		q.B.Set(io.B)
		r.B.Set(io.B)
		q.C.Set(io.C)
		r.C.Set(io.C)
		io.Y.Set(r.Y)
	}},
	{"a loop in every lane is one", func(m *ir.Module, io pins, ok bool) {
		x, y := m.Wire("x", 4), m.Wire("other", 4)
		x.Set(y.And(io.A))
		if ok {
			y.Set(ir.Cat(x.Low(3), io.C))
		} else {
			y.Set(x.Or(io.B))
		}
		io.Y.Set(x)
	}},
}

func TestFaults(t *testing.T) {
	var files []txtar.File
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			build := func(ok bool) error {
				_, err := ir.Elaborate(dut("dut", func(m *ir.Module, io pins) { f.build(m, io, ok) }).Module)
				return err
			}
			require.NoError(t, build(true), "the repaired form")
			err := build(false)
			require.NotEmpty(t, ir.AsErrors(err))
			files = append(files, txtar.File{Name: f.name, Data: []byte(err.Error() + "\n")})
		})
	}
	golden(t, "faults.txtar", files)
}
