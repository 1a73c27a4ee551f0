package difftest

import (
	"bytes"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
)

// reserved are the keywords of IEEE 1800-2017 and of C++20, each once.
const reserved = `
accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before begin
bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking cmos
config const constraint context continue cover covergroup coverpoint cross deassign default defparam design
disable dist do edge else end endcase endchecker endclass endclocking endconfig endfunction endgenerate
endgroup endinterface endmodule endpackage endprimitive endprogram endproperty endsequence endspecify
endtable endtask enum event eventually expect export extends extern final first_match for force foreach
forever fork forkjoin function generate genvar global highz0 highz1 if iff ifnone ignore_bins illegal_bins
implements implies import incdir include initial inout input inside instance int integer interconnect
interface intersect join join_any join_none large let liblist library local localparam logic longint
macromodule matches medium modport module nand negedge nettype new nexttime nmos nor noshowcancelled not
notif0 notif1 null or output package packed parameter pmos posedge primitive priority program property
protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase
randsequence rcmos real realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0
rtranif1 s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal
showcancelled signed small soft solve specify specparam static string strong strong0 strong1 struct super
supply0 supply1 sync_accept_on sync_reject_on table tagged task this throughout time timeprecision timeunit
tran tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union unique unique0 unsigned until
until_with untyped use uwire var vectored virtual void wait wait_order wand weak weak0 weak1 while wildcard
wire with within wor xnor xor
alignas alignof and_eq asm auto bitand bitor bool catch char char16_t char32_t char8_t co_await co_return
co_yield compl concept const_cast consteval constexpr constinit decltype delete double dynamic_cast explicit
false float friend goto inline long mutable namespace noexcept not_eq nullptr operator or_eq private public
register reinterpret_cast requires short sizeof static_assert static_cast switch template thread_local throw
true try typeid typename using volatile wchar_t xor_eq`

type namedPorts struct{ A, B, Y ir.Signal }

// named builds a module that shares operators, so that the printer makes names up, and gives
// it to body to add to.
func named(name string, body func(m *ir.Module, y ir.Signal) ir.Signal) *ir.Module {
	return ir.Build(name, namedPorts{ir.In(8), ir.In(8), ir.Out(8)}, func(m *ir.Module, io namedPorts) {
		count := m.Reg("count", 8, 3)
		next := count.AddC(1)
		count.Set(ir.Mux(io.A.Lt(next), next, next.Xor(io.B)))
		mem := m.Mem("words", 8, 4)
		mem.Write(next.Low(2), io.B)
		y := next.Add(mem.Read(io.A.Xor(io.B).Low(2))).Sra(io.B.Low(3)).Xor(io.A.Mul(io.B).Low(4).ZExt(8))
		m.Assert(count.LtS(io.A).Or(io.A.Any()), "small")
		io.Y.Set(body(m, y.Xor(y.Shl(io.A.Low(2)))))
	}).Module
}

// TestReservedWords has every keyword refused as the name of anything, by that name.
func TestReservedWords(t *testing.T) {
	makers := map[string]func(m *ir.Module, word string, y ir.Signal) ir.Signal{
		"register": func(m *ir.Module, word string, y ir.Signal) ir.Signal {
			r := m.Reg(word, 8, 0)
			r.Set(y)
			return r
		},
		"wire": func(m *ir.Module, word string, y ir.Signal) ir.Signal {
			w := m.Wire(word, 8)
			w.Set(y)
			return w
		},
		"value": func(_ *ir.Module, word string, y ir.Signal) ir.Signal { return y.Named(word) },
		"constant": func(m *ir.Module, word string, y ir.Signal) ir.Signal {
			return y.Add(m.Const(8, 5).Named(word))
		},
		"memory": func(m *ir.Module, word string, y ir.Signal) ir.Signal {
			mem := m.Mem(word, 8, 2)
			mem.Write(y.Low(1), y)
			return mem.Read(y.Low(1))
		},
		"fetched": func(m *ir.Module, word string, y ir.Signal) ir.Signal {
			mem := m.Mem("other", 8, 2)
			mem.Write(y.Low(1), y)
			return mem.ReadReg(word, y.Low(1), m.Const(1, 1))
		},
		"instance": func(m *ir.Module, word string, y ir.Signal) ir.Signal {
			k := ir.Inst(m, word, ir.Build("kid", largePorts{ir.In(8), ir.Out(8)},
				func(_ *ir.Module, io largePorts) { io.Y.Set(io.X) }))
			k.X.Set(y)
			return k.Y
		},
	}
	for word := range strings.FieldsSeq(reserved) {
		for kind, make := range makers {
			_, err := ir.Elaborate(named("user", func(m *ir.Module, y ir.Signal) ir.Signal { return make(m, word, y) }))
			require.ErrorContains(t, err, " "+word+": a ", kind)
		}
		_, err := ir.Elaborate(named(word, func(_ *ir.Module, y ir.Signal) ir.Signal { return y }))
		require.ErrorContains(t, err, "module "+word+": a ")
	}
	type ports struct{ Always, Class, Reg, Template, Logic ir.Signal }
	_, err := ir.Elaborate(ir.Build("user", ports{ir.In(1), ir.In(1), ir.In(1), ir.In(1), ir.Out(1)}, func(_ *ir.Module, io ports) {
		io.Logic.Set(ir.And(io.Always, io.Class, io.Reg, io.Template))
	}).Module)
	for _, word := range []string{"input always", "input class", "input reg", "input template", "output logic"} {
		require.ErrorContains(t, err, word+": a ")
	}
}

func TestNamesThatDifferInCase(t *testing.T) {
	_, err := ir.Elaborate(named("user", func(m *ir.Module, y ir.Signal) ir.Signal {
		r := m.Reg("COUNT", 8, 0)
		r.Set(y)
		return r
	}))
	require.ErrorContains(t, err, "COUNT: differs only in case from the register count")
}

var declares = regexp.MustCompile(`(?m)^ *(?:wire|reg) (?:\[\d+:0\] )?(\w+)`)

// clashes gives a module for each name that the printer makes up in one; each has a register
// that the user gave that name.
func clashes(t testing.TB) []*ir.Module {
	files, err := verilog.Emit(elaborated(t, named("user", func(_ *ir.Module, y ir.Signal) ir.Signal { return y })), verilog.Options{})
	require.NoError(t, err)
	var list []*ir.Module
	seen := map[string]bool{"count": true, "words": true}
	for _, found := range declares.FindAllSubmatch(files[0].Text, -1) {
		name := string(found[1])
		if seen[name] {
			continue
		}
		seen[name] = true
		list = append(list, named(fmt.Sprintf("user_%d", len(list)), func(m *ir.Module, y ir.Signal) ir.Signal {
			r := m.Reg(name, 8, 0)
			r.Set(y)
			return r.Xor(y)
		}))
	}
	return list
}

// TestUsersNamesWin has a user's name stay where the printer would have made the same.
func TestUsersNamesWin(t *testing.T) {
	list := clashes(t)
	require.Greater(t, len(list), 5)
	for _, m := range list {
		files, err := verilog.Emit(elaborated(t, m), verilog.Options{})
		require.NoError(t, err)
		seen := map[string]bool{}
		for _, found := range declares.FindAllSubmatch(files[0].Text, -1) {
			name := strings.ToLower(string(found[1]))
			require.False(t, seen[name] && !strings.HasPrefix(name, "reset_seen"), "%s: two nets %s", m.Name, name)
			seen[name] = true
		}
		for _, n := range m.Nodes {
			if n.Op == ir.OpReg {
				require.Contains(t, string(files[0].Text), "reg [7:0] "+n.Name+";")
			}
		}
	}
}

// group is the text of random designs placed in one.
func group(t testing.TB, seeds ...uint64) []verilog.File {
	var strings [][]byte
	for _, seed := range seeds {
		strings = append(strings, Random(seed))
	}
	files, err := verilog.Emit(elaborated(t, Top(strings, tame)), verilog.Options{})
	require.NoError(t, err)
	return files
}

// TestEditsStayInTheirModule compares the files before and after one of three designs is
// replaced.
func TestEditsStayInTheirModule(t *testing.T) {
	for seed := range uint64(20) {
		text := map[string][]byte{}
		for _, f := range group(t, 100+seed, 200+seed, 300+seed) {
			text[f.Name] = f.Text
		}
		same := 0
		for _, f := range group(t, 100+seed, 400+seed, 300+seed) {
			if strings.HasPrefix(f.Name, "design_0") || strings.HasPrefix(f.Name, "design_2") {
				require.True(t, bytes.Equal(text[f.Name], f.Text), f.Name)
				same++
			}
		}
		require.GreaterOrEqual(t, same, 2)
	}
}

// TestSameText builds and prints one design again and again.
func TestSameText(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	first := group(t, 1, 2, 3, 4)
	for i := range 50 {
		runtime.GOMAXPROCS(1 + i%8)
		require.Equal(t, first, group(t, 1, 2, 3, 4))
	}
}
