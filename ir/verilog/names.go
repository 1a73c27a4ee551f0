package verilog

import (
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// maxName is the length of the longest name the printer makes up.
const maxName = 40

// names holds the names of one module. Two that differ only in case clash.
type names struct {
	taken map[string]bool
	next  map[string]int // the number to try next behind a name
}

func newNames() *names {
	return &names{map[string]bool{}, map[string]int{}}
}

// claim takes a name that was given; that it is legal is checked by ir.Elaborate.
func (ns *names) claim(name string) error {
	switch low := strings.ToLower(name); {
	case ns.taken[low]:
		return fmt.Errorf("a second %s", name)
	default:
		ns.taken[low] = true
	}
	return nil
}

// unique takes the name, or if it is not free the name with the least number behind it.
func (ns *names) unique(name string) string {
	low := strings.ToLower(name)
	try := low
	for n := max(2, ns.next[low]); ns.taken[try]; n++ {
		try = fmt.Sprintf("%s_%d", low, n)
		ns.next[low] = n
	}
	ns.taken[try] = true
	return name + try[len(low):]
}

// claimNames takes every name given in the module.
func (p *plan) claimNames() error {
	p.names = newNames()
	var failed error
	claim := func(name string) {
		if err := p.names.claim(name); err != nil && failed == nil {
			failed = fmt.Errorf("module %s: %w", p.m.Name, err)
		}
	}
	p.names.taken["clk"], p.names.taken["rst"] = true, true
	p.names.taken[strings.ToLower(p.m.Name)] = true
	p.names.taken["not_eq"] = true // the only keyword that describe can make, C++ for !=
	for _, port := range p.m.Ports {
		claim(port.Name)
	}
	for _, mem := range p.m.Mems {
		claim(mem.Name)
	}
	for _, inst := range p.m.Insts {
		claim(inst.Name)
	}
	for _, x := range p.exprs {
		if n := x.node; n != nil && (n.Port == nil || n.Inst != nil) {
			if n.Inst == nil {
				claim(n.Name)
			}
			x.name = n.Name
		} else if n != nil {
			x.name = n.Name
		}
	}
	for _, x := range p.exprs { // after all others, which have the better right to a name
		if x.node != nil && x.node.Inst != nil {
			x.name = p.names.unique(x.node.Name)
		}
	}
	return failed
}

// choose takes the first name that is free, or the first with a number.
func (ns *names) choose(list []string) string {
	for _, name := range list {
		if !ns.taken[strings.ToLower(name)] {
			return ns.unique(name)
		}
	}
	return ns.unique(list[0])
}

// describe makes names for what x computes, the best first: the fullest description that is
// short enough.
func describe(x *expr) []string {
	var list []string
	for depth := 3; depth > 0; depth-- {
		if name := legal(phrase(x, depth, true)); len(name) <= maxName-5 {
			list = append(list, name)
		}
	}
	if len(list) > 0 {
		return list
	}
	name := legal(nouns[x.op] + "_of_" + origin(x))
	if len(name) > maxName-5 { // cut between words if there are any
		name = name[:maxName-4]
		if at := strings.LastIndexByte(name, '_'); at > maxName/2 {
			name = name[:at]
		}
		name = strings.TrimRight(name[:min(len(name), maxName-5)], "_")
	}
	return []string{name}
}

// legal mends a name that begins with a digit or has two underscores in a row.
func legal(name string) string {
	if name[0] >= '0' && name[0] <= '9' {
		name = "const_" + name
	}
	for strings.Contains(name, "__") {
		name = strings.ReplaceAll(name, "__", "_")
	}
	return name
}

// origin is the name of the first operand of the first operand and so on.
func origin(x *expr) string {
	for x.name == "" && !x.leaf() {
		x = x.args[0]
	}
	return word(x)
}

// word is the name of a leaf.
func word(x *expr) string {
	switch {
	case x.name != "":
		return x.name
	case x.value.BitLen() <= 16:
		return x.value.String()
	case allOnes(x.width, x.value):
		return "ones"
	}
	return "mask"
}

// nouns stand for operators too deep to be described.
var nouns = map[ir.Op]string{
	ir.OpMemRead: "word", ir.OpNot: "inverse", ir.OpAnd: "overlap", ir.OpOr: "union", ir.OpXor: "mix",
	ir.OpAdd: "sum", ir.OpSub: "difference", ir.OpMul: "product", ir.OpEq: "match", ir.OpLt: "less", ir.OpLtS: "less",
	ir.OpShl: "shift", ir.OpShr: "shift", ir.OpSra: "shift", ir.OpMux: "choice", ir.OpOneHotMux: "selected",
	ir.OpCat: "joined", ir.OpSlice: "part", ir.OpReduceAnd: "all", ir.OpReduceOr: "any", ir.OpReduceXor: "parity",
}

// infix are the operators described between their operands.
var infix = map[ir.Op]string{
	ir.OpAnd: "_and_", ir.OpOr: "_or_", ir.OpXor: "_xor_", ir.OpAdd: "_plus_", ir.OpSub: "_minus_",
	ir.OpMul: "_times_", ir.OpEq: "_is_", ir.OpLt: "_below_", ir.OpLtS: "_signed_below_",
	ir.OpShl: "_shl_", ir.OpShr: "_shr_", ir.OpSra: "_sra_",
}

// phrase describes x down to the given depth of operators; below the root, extension to more
// bits goes without saying.
func phrase(x *expr, depth int, root bool) string {
	if x.name != "" || x.leaf() {
		return word(x)
	}
	a := x.args[0]
	if x.op == ir.OpSlice { // as short as a name
		base := phrase(a, depth, false)
		switch {
		case x.width == 1:
			return fmt.Sprintf("%s_bit_%d", base, x.lo)
		case x.lo == 0:
			return base + "_low"
		case x.lo+x.width == a.width:
			return base + "_high"
		}
		return fmt.Sprintf("%s_bits_%d_to_%d", base, x.lo+x.width-1, x.lo)
	}
	if last := x.args[len(x.args)-1]; extends(x) && !root {
		return phrase(last, depth, false)
	}
	if x.op == ir.OpNot && (a.name != "" || a.leaf() || a.op == ir.OpSlice) {
		return "not_" + phrase(a, depth, false)
	}
	if depth == 0 {
		return nouns[x.op]
	}
	down := func(x *expr) string { return phrase(x, depth-1, false) }
	switch x.op {
	case ir.OpMemRead:
		return x.mem.Name + "_at_" + down(a)
	case ir.OpNot:
		if a.name == "" && (a.op == ir.OpEq || a.op == ir.OpLt) {
			between := "_is_not_"
			if a.op == ir.OpLt {
				between = "_at_least_"
			}
			return down(a.args[0]) + between + down(a.args[1])
		}
		return "not_" + down(a)
	case ir.OpMux:
		return down(x.args[1]) + "_if_" + down(a)
	case ir.OpOneHotMux:
		if a.op == ir.OpSlice {
			a = a.args[0]
		}
		return "selected_by_" + down(a)
	case ir.OpCat:
		return phraseCat(x, depth)
	case ir.OpReduceAnd, ir.OpReduceOr, ir.OpReduceXor:
		return nouns[x.op] + "_" + down(a)
	}
	args := x.args
	if associative(x.op) {
		args = sameOp(nil, x, x.op)
	}
	if len(args) > 3 {
		return nouns[x.op] + "_of_" + down(args[0]) + "_to_" + down(args[len(args)-1])
	}
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = down(a)
	}
	return strings.Join(words, infix[x.op])
}

// extends reports whether x is its last argument with more bits of the same number.
func extends(x *expr) bool {
	if x.op != ir.OpCat || len(x.args) != 2 {
		return false
	}
	fill, last := x.args[0], x.args[1]
	if fill.op == ir.OpCat && fill.name == "" && repeats(fill) {
		fill = fill.args[0]
	}
	sign := fill.op == ir.OpSlice && fill.args[0] == last && fill.lo == last.width-1
	return sign && fill.width == 1 || fill.value != nil && fill.value.Sign() == 0
}

func phraseCat(x *expr, depth int) string {
	a, last := x.args[0], x.args[len(x.args)-1]
	down := func(x *expr) string { return phrase(x, depth-1, false) }
	switch {
	case len(x.args) == 1:
		return "address_" + down(a)
	case repeats(x):
		return down(a) + "_repeated"
	case extends(x):
		return down(last) + "_wide"
	case len(x.args) == 2 && last.value != nil && last.value.Sign() == 0:
		return down(a) + "_shifted"
	case len(x.args) <= 3:
		words := make([]string, len(x.args))
		for i, a := range x.args {
			words[i] = down(a)
		}
		return strings.Join(words, "_with_")
	}
	return "joined_" + down(a)
}
