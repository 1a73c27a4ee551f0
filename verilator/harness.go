package verilator

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

var (
	//go:embed harness/harness.cc
	harnessCode []byte
	//go:embed harness/harness.h
	harnessHooks []byte
)

// harness is the C++ that drives the model of one design: the same for all but for ports.h.
func harness(m verilog.Manifest) []verilog.File {
	return []verilog.File{
		{Name: "harness.cc", Text: harnessCode},
		{Name: "harness.h", Text: harnessHooks},
		{Name: "ports.h", Text: portsHeader(m)},
	}
}

// portsHeader moves the words of a cycle to and from the ports of the verilated model, class
// Vmodel: integers up to 64 bits, above them arrays of words of 32 bits. Bits above a
// port's width are cleared, as the model needs it.
func portsHeader(m verilog.Manifest) []byte {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }

	line("// Ports of module %s.", m.Top)
	line("#include \"Vmodel.h\"")
	line("#include <cstddef>")
	line("#include <cstdint>")
	line("")
	line("constexpr size_t IN_WORDS = %d, OUT_WORDS = %d;", m.Layout.InWords, m.Layout.OutWords)
	reset, word := resetPin(m)
	line("constexpr bool HAS_CLOCK = %t, HAS_RESET = %t;", m.Clock != "", reset)
	line("constexpr size_t RESET_WORD = %d;", word)
	line("")
	line("inline void clock(Vmodel& m, int level) {")
	if m.Clock != "" {
		line("    m.%s = level;", member(m.Clock))
	}
	line("}")
	line("")
	line("inline void poke(Vmodel& m, const uint64_t* w) {")
	for _, p := range m.Layout.Inputs {
		if p.Width <= 64 {
			line("    m.%s = w[%d] & 0x%x;", member(p.Name), p.Word, mask(p.Width))
			continue
		}
		last := (p.Width - 1) / 32
		line("    for (int i = 0; i < %d; ++i) m.%s[i] = w[%d + i / 2] >> (32 * (i & 1));", last, member(p.Name), p.Word)
		line("    m.%s[%d] = w[%d] >> %d & 0x%x;", member(p.Name), last, p.Word+last/2, 32*(last&1), mask(p.Width-32*last))
	}
	line("}")
	line("")
	line("inline void peek(const Vmodel& m, uint64_t* w) {")
	for _, p := range m.Layout.Outputs {
		if p.Width <= 64 {
			line("    w[%d] = m.%s;", p.Word, member(p.Name))
			continue
		}
		last := (p.Width - 1) / 32
		line("    for (int i = 0; i < %d; ++i) w[%d + i] = uint64_t(m.%s[2 * i + 1]) << 32 | m.%[3]s[2 * i];",
			(last+1)/2, p.Word, member(p.Name))
		if last%2 == 0 {
			line("    w[%d] = m.%s[%d];", p.Word+last/2, member(p.Name), last)
		}
	}
	line("}")
	return []byte(b.String())
}

// resetPin finds rst among the inputs of a clocked design.
func resetPin(m verilog.Manifest) (found bool, word int) {
	for _, p := range m.Layout.Inputs {
		if m.Clock != "" && p == (sim.Pin{Name: "rst", Width: 1, Word: p.Word}) {
			return true, p.Word
		}
	}
	return false, 0
}

// member is Verilator's C++ name of a port: it allows no two underscores in a row.
func member(port string) string { return strings.ReplaceAll(port, "__", "___05F") }

func mask(width int) uint64 { return ^uint64(0) >> (64 - width) }
