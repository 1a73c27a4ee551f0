package ir_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
)

// A maker turns bytes into calls of the builder. A tame one fits widths and takes no
// signals of other modules, so that the passes are reached.
type maker struct {
	data  []byte
	tame  bool
	m     *ir.Module
	pool  []ir.Signal
	dst   []ir.Signal
	mems  []*ir.Mem
	parts []ir.Component[pins]
	names int
	depth int
}

func (k *maker) byte() int {
	if len(k.data) == 0 {
		return 0
	}
	b := k.data[0]
	k.data = k.data[1:]
	return int(b)
}

func (k *maker) name() string {
	k.names++
	if !k.tame && k.byte()%8 == 0 {
		return [...]string{"", "a", "wire", "x y", "Y", "clk"}[k.byte()%6]
	}
	return fmt.Sprintf("n%d", k.names)
}

func (k *maker) width() int {
	if k.tame {
		return 1 + k.byte()%5
	}
	return k.byte()%8 - 1
}

func (k *maker) signal() ir.Signal {
	if !k.tame {
		switch k.byte() % 32 {
		case 0:
			return ir.Signal{}
		case 1:
			return ir.In(k.width())
		case 2:
			return stranger()
		case 3:
			return stranger().And(ir.Signal{})
		}
	}
	return k.pool[k.byte()%len(k.pool)]
}

// of is a signal of the given width, of any if the maker is not tame.
func (k *maker) of(width int) ir.Signal {
	s := k.signal()
	switch {
	case !k.tame || s.Width() == width:
		return s
	case s.Width() > width:
		return s.Slice(width, 1)
	}
	return s.ZExt(width)
}

func (k *maker) keep(s ir.Signal) {
	if k.byte()%4 == 0 {
		s = s.Named(k.name())
	}
	k.pool = append(k.pool, s)
}

func (k *maker) block() {
	if k.depth++; k.depth < 5 {
		for range k.byte() % 4 {
			k.step()
		}
	}
	k.depth--
}

func (k *maker) step() {
	m := k.m
	x := k.signal()
	w := x.Width()
	switch k.byte() % 26 {
	case 0:
		k.keep(m.Const(max(w, 1), uint64(k.byte()%2)))
	case 1:
		s := m.Wire(k.name(), k.width())
		k.pool, k.dst = append(k.pool, s), append(k.dst, s)
	case 2:
		s := m.Reg(k.name(), k.width(), uint64(k.byte()%2))
		k.pool, k.dst = append(k.pool, s), append(k.dst, s)
	case 3:
		mem := m.Mem(k.name(), k.width(), k.width())
		k.mems = append(k.mems, mem)
		mem.Write(k.of(mem.AddrWidth()), k.of(mem.Width))
		k.keep(mem.Read(k.of(mem.AddrWidth())))
	case 4:
		if len(k.mems) > 0 {
			mem := k.mems[k.byte()%len(k.mems)]
			k.pool = append(k.pool, mem.ReadReg(k.name(), k.of(mem.AddrWidth()), k.of(1)))
		}
	case 5:
		if len(k.parts) > 0 && k.depth == 0 {
			q := ir.Inst(m, k.name(), k.parts[k.byte()%len(k.parts)])
			k.dst = append(k.dst, q.A, q.B, q.C)
			k.pool = append(k.pool, q.Y)
		}
	case 6, 7, 8:
		d := k.dst[k.byte()%len(k.dst)]
		d.Set(k.of(d.Width()))
	case 9, 10:
		c := m.When(k.of(1), k.block)
		for range k.byte() % 3 {
			c = c.ElseWhen(k.of(1), k.block)
		}
		if k.byte()%2 == 0 {
			c.Else(k.block)
		}
	case 11:
		c := m.Switch(x)
		for i := range k.byte() % 5 {
			if i < 1<<min(max(w, 0), 8) || !k.tame {
				c.CaseC(uint64(i), k.block)
			}
		}
		if k.byte()%2 == 0 {
			c.Default(k.block)
		}
	case 12:
		m.Assert(k.of(1), "holds")
	case 13:
		m.Unused(x)
	case 14:
		k.keep(x.And(k.of(w), k.of(w)))
	case 15:
		k.keep(x.Xor(k.of(w)).Not())
	case 16:
		k.keep(x.Add(k.of(w)))
	case 17:
		k.keep(x.Lt(k.of(w)))
	case 18:
		k.keep(x.Shl(k.signal()))
	case 19:
		k.keep(ir.Mux(k.of(1), x, k.of(w)))
	case 20:
		k.keep(ir.OneHotMux(k.of(2), x, k.of(w)))
	case 21:
		k.keep(ir.Cat(x, k.signal()))
	case 22:
		hi, lo := k.byte()%6-1, k.byte()%6-1
		if k.tame {
			hi = min(max(hi, 0), w-1)
			lo = min(max(lo, 0), hi)
		}
		k.keep(x.Slice(hi, lo))
	case 23:
		k.keep(x.Any())
	case 24:
		k.keep(x.SExt(max(w, k.byte()%8)))
	case 25:
		m.Scope(k.name(), k.block)
	}
	if last := len(k.pool) - 1; k.pool[last].Width() > 16 {
		k.pool[last] = k.pool[last].Low(5)
	}
}

// module makes one module, whose targets begin with a Set if complete.
func (k *maker) module(name string) ir.Component[pins] {
	return ir.Build(name, newPins(), func(m *ir.Module, io pins) {
		k.m, k.pool, k.dst, k.mems = m, []ir.Signal{io.A, io.B, io.C}, []ir.Signal{io.Y}, nil
		for range k.byte() % 48 {
			k.step()
		}
		flags := k.byte()
		for _, d := range k.dst {
			if flags&1 == 0 {
				m.When(io.C, func() { d.Set(k.of(d.Width())) }).Else(func() { d.Set(k.of(d.Width())) })
			}
		}
		if flags&2 == 0 {
			m.Unused(k.pool...)
		}
	})
}

// design makes a module that may have instances of one or two more.
func (k *maker) design() *ir.Module {
	k.tame = k.byte()%4 != 0
	parts := k.byte() % 3
	for i := range parts {
		k.parts = append(k.parts, k.module(fmt.Sprintf("part%d", i)))
	}
	return k.module("top").Module
}

func checkRandom(t *testing.T, data []byte) (valid bool) {
	k := &maker{data: data}
	top := k.design()
	top.Dump()
	d, err := ir.Elaborate(top)
	if err != nil {
		require.NotEmpty(t, ir.AsErrors(err))
		for _, e := range ir.AsErrors(err) {
			require.Contains(t, e.Pos.File, "_test.go", "%v", e)
		}
		if k.tame {
			compareFaults(t, top, err.Error())
		}
		return false
	}
	require.NoError(t, wellFormed(d))
	compareFaults(t, top, "")
	return true
}

var unset = regexp.MustCompile(`(wire|output|instance input) \S+ is (never set|not set on every path)`)

// compareFaults holds the passes against the oracles.
func compareFaults(t *testing.T, top *ir.Module, text string) {
	t.Helper()
	var all func(m *ir.Module, f func(*ir.Module) bool) bool
	all = func(m *ir.Module, f func(*ir.Module) bool) bool {
		found := f(m)
		for _, inst := range m.Insts {
			found = all(inst.Of, f) || found
		}
		return found
	}
	require.Equal(t, all(top, incomplete), unset.MatchString(text), text)
	require.Equal(t, all(top, func(m *ir.Module) bool { return overwrites(m.Body, nil) }), strings.Contains(text, "overwritten on every path"), text)
	require.Equal(t, all(top, idle), strings.Contains(text, "is not read"), text)
	require.Equal(t, all(top, looping), strings.Contains(text, "combinational loop"), text)
}

func FuzzBuilder(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 32 {
		data := make([]byte, 200)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkRandom(t, data) })
}

func TestRandomModules(t *testing.T) {
	n := 2000
	if testing.Short() {
		n = 300
	}
	valid := 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 7))
		data := make([]byte, 20+r.IntN(600))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		if checkRandom(t, data) {
			valid++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d of %d modules have no fault", valid, n)
}
