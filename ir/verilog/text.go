package verilog

import (
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// columns is the width lines are broken to.
const columns = 100

// operators are the symbols of the operators between operands.
var operators = map[ir.Op]string{
	ir.OpAnd: "&", ir.OpOr: "|", ir.OpXor: "^", ir.OpAdd: "+", ir.OpSub: "-", ir.OpMul: "*",
	ir.OpEq: "==", ir.OpLt: "<", ir.OpLtS: "<", ir.OpShl: "<<", ir.OpShr: ">>", ir.OpSra: ">>>",
}

var reductions = map[ir.Op]string{ir.OpReduceAnd: "&", ir.OpReduceOr: "|", ir.OpReduceXor: "^"}

// negated are the operators printed for the inverse of a comparison.
var negated = map[ir.Op]string{ir.OpEq: "!=", ir.OpLt: ">="}

// mirrored are the comparisons with their operands exchanged.
var mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", ">=": "<="}

// An infixed expression is one or more operands with an operator between them.
type infixed struct {
	op       string
	operands []*expr
	style    style
	signed   bool // operands are read as signed
}

// asInfix takes an operator apart that prints between its operands.
func asInfix(x *expr) (infixed, bool) {
	switch x.op {
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		return infixed{op: operators[x.op], operands: sameOp(nil, x, x.op), style: pattern}, true
	case ir.OpAdd, ir.OpMul:
		return infixed{op: operators[x.op], operands: sameOp(nil, x, x.op)}, true
	case ir.OpSub, ir.OpShl, ir.OpShr:
		return infixed{op: operators[x.op], operands: x.args}, true
	case ir.OpLtS:
		return infixed{op: "<", operands: x.args, signed: true}, true
	case ir.OpEq, ir.OpLt:
		return comparison(operators[x.op], x.args), true
	case ir.OpNot:
		a := x.args[0]
		if op := negated[a.op]; op != "" && a.name == "" {
			return comparison(op, a.args), true
		}
	}
	return infixed{}, false
}

func associative(op ir.Op) bool {
	switch op {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpMul:
		return true
	}
	return false
}

// sameOp is the operands of x and, in place of those that are the same associative operator
// printed in place, theirs.
func sameOp(out []*expr, x *expr, op ir.Op) []*expr {
	for _, a := range x.args {
		if a.op == op && a.name == "" {
			out = sameOp(out, a, op)
		} else {
			out = append(out, a)
		}
	}
	return out
}

// comparison puts a constant to the right.
func comparison(op string, args []*expr) infixed {
	if args[0].value != nil {
		return infixed{op: mirrored[op], operands: []*expr{args[1], args[0]}}
	}
	return infixed{op: op, operands: args}
}

// ref prints x as an operand: its name, or its operator in parentheses.
func (p *printer) ref(x *expr, s style) string {
	if x.name != "" {
		return p.reader.read(x)
	}
	if p.selfDelimiting(x) {
		return p.flat(x, s)
	}
	return "(" + p.flat(x, s) + ")"
}

// selfDelimiting reports whether the text of x needs no parentheses as an operand.
func (p *printer) selfDelimiting(x *expr) bool {
	switch x.op {
	case ir.OpConst, ir.OpSlice, ir.OpCat, ir.OpMemRead:
		return true
	case ir.OpNot:
		_, compares := asInfix(x)
		return !compares
	}
	return x.name != ""
}

// value prints x where no parentheses are needed: its name or its operator.
func (p *printer) value(x *expr, s style) string {
	if x.name != "" {
		return p.reader.read(x)
	}
	return p.flat(x, s)
}

// flat prints the operator of x on one line.
func (p *printer) flat(x *expr, s style) string {
	if in, ok := asInfix(x); ok {
		parts := make([]string, len(in.operands))
		for i, a := range in.operands {
			parts[i] = p.operand(in, a)
		}
		return strings.Join(parts, " "+in.op+" ")
	}
	switch x.op {
	case ir.OpConst:
		return literal(x.width, x.value, s)
	case ir.OpNot:
		return "~" + p.ref(x.args[0], pattern)
	case ir.OpSra:
		return "$signed(" + p.value(x.args[0], number) + ") >>> " + p.ref(x.args[1], number)
	case ir.OpMux:
		return p.ref(x.args[0], number) + " ? " + p.ref(x.args[1], s) + " : " + p.ref(x.args[2], s)
	case ir.OpOneHotMux:
		return strings.Join(p.terms(x), " | ")
	case ir.OpSlice:
		return p.reader.readBits(x.args[0], x.lo, x.width)
	case ir.OpMemRead:
		return p.reader.readMem(x.mem) + "[" + p.value(x.args[0], number) + "]"
	case ir.OpCat:
		parts := p.catParts(x, func(x *expr) string { return p.value(x, number) })
		if len(parts) == 1 {
			return parts[0]
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return reductions[x.op] + p.whole(x.args[0])
}

// whole prints the operand of a reduction; an operator right behind another is misread.
func (p *printer) whole(x *expr) string {
	if x.op == ir.OpNot && x.name == "" {
		return "(" + p.flat(x, number) + ")"
	}
	return p.ref(x, number)
}

// operand prints one operand of an infixed expression.
func (p *printer) operand(in infixed, a *expr) string {
	if in.signed {
		return "$signed(" + p.value(a, number) + ")"
	}
	return p.ref(a, in.style)
}

// terms prints the products of a one-hot mux.
func (p *printer) terms(x *expr) []string {
	var out []string
	for i := 0; i < len(x.args); i += 2 {
		sel := p.value(x.args[i], number)
		if x.width > 1 {
			sel = fmt.Sprintf("{%d{%s}}", x.width, sel)
		} else {
			sel = p.ref(x.args[i], number)
		}
		out = append(out, "("+sel+" & "+p.ref(x.args[i+1], pattern)+")")
	}
	return out
}

// catParts prints the parts of a concatenation: those of concatenations within it in line,
// slices that follow each other as one, equal parts as {n{x}}.
func (p *printer) catParts(x *expr, print func(*expr) string) []string {
	parts := mergeSlices(flatten(nil, x))
	var out []string
	for i := 0; i < len(parts); {
		n := i + 1
		for n < len(parts) && parts[n] == parts[i] {
			n++
		}
		if n-i > 1 {
			out = append(out, fmt.Sprintf("{%d{%s}}", n-i, p.value(parts[i], number)))
		} else {
			out = append(out, print(parts[i]))
		}
		i = n
	}
	return out
}

func flatten(out []*expr, x *expr) []*expr {
	for _, a := range x.args {
		if a.op == ir.OpCat && a.name == "" && !repeats(a) {
			out = flatten(out, a)
		} else {
			out = append(out, a)
		}
	}
	return out
}

// mergeSlices joins slices of one signal that follow each other.
func mergeSlices(parts []*expr) []*expr {
	var out []*expr
	for _, x := range parts {
		if n := len(out); n > 0 && x.op == ir.OpSlice && x.name == "" {
			last := out[n-1]
			if last.op == ir.OpSlice && last.name == "" && last.args[0] == x.args[0] && last.lo == x.lo+x.width {
				out[n-1] = &expr{op: ir.OpSlice, width: last.width + x.width, lo: x.lo, args: x.args}
				if out[n-1].width == x.args[0].width {
					out[n-1] = x.args[0]
				}
				continue
			}
		}
		out = append(out, x)
	}
	return out
}

// lines prints x, name or operator, beginning at column at of a line; what does not fit is
// broken before operators and continued at the indent.
func (p *printer) lines(x *expr, s style, at, indent int) string {
	if x.name != "" {
		return p.reader.read(x)
	}
	return p.definition(x, s, at, indent)
}

// definition is lines of the operator of x even if x has a name.
func (p *printer) definition(x *expr, s style, at, indent int) string {
	if x.op != ir.OpOneHotMux {
		if text := p.flat(x, s); at+len(text) < columns || x.leaf() {
			return text
		}
	}
	pad := "\n" + strings.Repeat(" ", indent)
	if in, ok := asInfix(x); ok {
		parts := make([]string, len(in.operands))
		for i, a := range in.operands {
			if in.signed {
				parts[i] = p.operand(in, a)
				continue
			}
			parts[i] = p.refLines(a, in.style, at, indent)
			at = indent + len(in.op) + 1
		}
		return strings.Join(parts, pad+in.op+" ")
	}
	switch x.op {
	case ir.OpOneHotMux:
		return strings.Join(p.terms(x), pad+"| ")
	case ir.OpMux:
		text := ""
		for x.op == ir.OpMux {
			text += p.refLines(x.args[0], number, at, indent) + pad + "? "
			at = indent + 2
			text += p.refLines(x.args[1], s, at, indent) + pad + ": "
			x = x.args[2]
			if x.name != "" {
				break
			}
		}
		return text + p.refLines(x, s, at, indent)
	case ir.OpSra:
		return "$signed(" + p.lines(x.args[0], number, at+8, indent+4) + ")" + pad + ">>> " + p.refLines(x.args[1], number, indent+4, indent)
	case ir.OpCat:
		parts := p.catParts(x, func(x *expr) string { return p.lines(x, number, indent, indent+4) })
		return fill("{", parts, "}", at, indent)
	case ir.OpNot:
		return "~" + p.refLines(x.args[0], pattern, at+1, indent)
	case ir.OpReduceAnd, ir.OpReduceOr, ir.OpReduceXor:
		return reductions[x.op] + "(" + p.lines(x.args[0], number, at+2, indent+4) + ")"
	}
	return p.flat(x, s)
}

// refLines is ref, broken to lines; ~ goes in parentheses, whatever stands before it.
func (p *printer) refLines(x *expr, s style, at, indent int) string {
	if x.name != "" || p.selfDelimiting(x) && x.op != ir.OpNot {
		return p.lines(x, s, at, indent+4)
	}
	if text := p.ref(x, s); x.op == ir.OpNot && at+len(text) < columns {
		return text
	}
	return "(" + p.lines(x, s, at+1, indent+4) + ")"
}

// fill joins items with commas, as many on a line as fit.
func fill(open string, items []string, end string, at, indent int) string {
	pad := strings.Repeat(" ", indent)
	var b strings.Builder
	b.WriteString(open)
	at += len(open)
	for i, s := range items {
		if i > 0 {
			b.WriteByte(',')
			at++
			if at+len(s)+2 < columns && !strings.Contains(s, "\n") {
				b.WriteByte(' ')
				at++
			} else {
				b.WriteString("\n" + pad)
				at = indent
			}
		}
		b.WriteString(s)
		at += len(s)
	}
	b.WriteString(end)
	return b.String()
}
