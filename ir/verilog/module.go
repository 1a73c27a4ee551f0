package verilog

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// module writes the whole file.
func (p *printer) module() {
	for _, h := range p.opt.Header {
		p.comment(h)
	}
	if len(p.opt.Header) > 0 {
		p.put("")
	}
	p.put("`default_nettype none")
	p.put("")
	p.comment(p.m.Doc)
	p.ports()
	p.depth++

	// The body comes first: it tells which constants are used and what is read.
	body := p.section(func() {
		p.registers()
		p.memories()
		p.wires()
		p.nets()
		p.drivers()
		p.instances()
		p.clocked()
	})
	checks := p.section(p.checks)
	constants := p.section(p.constants)
	p.out.Write(constants)
	if len(constants) > 0 {
		p.gap()
	}
	p.out.Write(body)
	p.gap()
	p.unused()
	p.gap()
	p.out.Write(checks)
	p.depth--
	for bytes.HasSuffix(p.out.Bytes(), []byte("\n\n")) {
		p.out.Truncate(p.out.Len() - 1)
	}
	p.put("endmodule")
	p.put("")
	p.put("`default_nettype wire")
}

// ports writes the head of the module.
func (p *printer) ports() {
	type column struct{ kind, width, name, doc, place string }
	var list []column
	if p.m.Clocked() {
		list = append(list, column{kind: "input  wire", name: "clk"}, column{kind: "input  wire", name: "rst"})
	}
	wide := 0
	for _, port := range p.m.Ports {
		c := column{kind: "input  wire", width: strings.TrimSpace(rangeOf(port.Width)), name: port.Name, doc: port.Node.Doc}
		if port.Dir == ir.Output {
			c.kind = fmt.Sprintf("output %-4s", p.kind(port.Node))
		}
		c.place = p.place(port.Node)
		list = append(list, c)
		wide = max(wide, len(c.width))
	}
	if len(list) == 0 {
		p.line("module %s;", p.m.Name)
		return
	}
	p.line("module %s (", p.m.Name)
	p.depth++
	for i, c := range list {
		p.comment(c.doc)
		end := ","
		if i == len(list)-1 {
			end = ""
		}
		if wide > 0 {
			c.kind += fmt.Sprintf(" %*s", wide, c.width)
		}
		p.line("%s %s%s%s", c.kind, c.name, end, c.place)
	}
	p.depth--
	p.put(");")
}

// kind is reg for a wire that an always block drives.
func (p *printer) kind(n *ir.Node) string {
	if p.procedural(n) {
		return "reg"
	}
	return "wire"
}

// place is a comment with the line of the builder, if asked for.
func (p *printer) place(n *ir.Node) string {
	if !p.opt.SourceLines {
		return ""
	}
	return " // " + n.Pos().String()
}

func (p *printer) constants() {
	for _, x := range p.exprs {
		if x.op == ir.OpConst && x.node != nil && p.reader.used[x] {
			p.comment(x.node.Doc)
			p.line("localparam %s%s = %s;%s", rangeOf(x.width), x.name, literal(x.width, x.value, number), p.place(x.node))
		}
	}
}

func (p *printer) registers() {
	for _, n := range p.m.Nodes {
		if n.Op.Stateful() {
			p.comment(n.Doc)
			p.line("reg %s%s;%s", rangeOf(n.Width), n.Name, p.place(n))
		}
	}
	p.gap()
}

func (p *printer) memories() {
	for _, mem := range p.m.Mems {
		p.comment(mem.Doc)
		p.style(mem.Style)
		attribute := ""
		if mem.Apart {
			attribute = "(* no_rw_check *) "
		}
		p.line("%sreg %s%s [0:%d];", attribute, rangeOf(mem.Width), mem.Name, mem.Depth-1)
	}
	p.gap()
}

// wires declares the nets that anything may read before they are driven.
func (p *printer) wires() {
	for _, n := range p.m.Nodes {
		switch {
		case n.Op == ir.OpInstOut, n.Op == ir.OpWire && (n.Port == nil || n.Inst != nil) && !p.direct[n]:
			p.comment(n.Doc)
			p.line("%s %s%s;%s", p.kind(n), rangeOf(n.Width), p.of[n.ID].name, p.place(n))
		}
	}
	p.gap()
}

// nets declares the named operators with their values.
func (p *printer) nets() {
	for _, x := range p.exprs {
		if x.leaf() || x.name == "" || x.home != nil {
			continue
		}
		if x.node != nil {
			p.comment(x.node.Doc)
		}
		p.assign("wire "+rangeOf(x.width)+x.name, x, true)
	}
	p.gap()
}

// assign writes "left = x;"; with define the operator of x even if x has a name.
func (p *printer) assign(left string, x *expr, define bool) {
	print := p.lines
	if define {
		print = p.definition
	}
	at, indent := 4*p.depth+len(left)+3, 4*p.depth+4
	text := print(x, number, at, indent)
	if strings.Contains(text, "\n") && at > columns/3 {
		p.put(left + " =\n" + strings.Repeat(" ", indent) + print(x, number, indent, indent) + ";")
		return
	}
	p.put(left + " = " + text + ";")
}

// drivers writes the assignments and always blocks of the wires, in the order of the wires.
func (p *printer) drivers() {
	for _, n := range p.m.Nodes {
		b := p.blocks.at[n]
		if n.Op != ir.OpWire || b == nil || p.direct[n] {
			continue
		}
		w := p.of[n.ID]
		if driven, src := b.assignment(); driven != nil {
			p.assign("assign "+w.name, src, src.home == w)
			continue
		}
		p.gap()
		p.put("always @* begin")
		p.indented(func() { p.body(b.body, "=") })
		p.put("end")
		p.gap()
	}
	p.gap()
}

func (p *printer) indented(body func()) {
	p.depth++
	body()
	p.depth--
}

func (p *printer) instances() {
	for _, inst := range p.m.Insts {
		var pins []string
		if inst.Of.Clocked() {
			pins = append(pins, ".clk("+p.reader.clock()+")", ".rst("+p.reader.read(p.reset)+")")
		}
		in, out := inst.Inputs, inst.Outputs
		for _, port := range inst.Of.Ports {
			var n *ir.Node
			if port.Dir == ir.Input {
				n, in = in[0], in[1:]
			} else {
				n, out = out[0], out[1:]
			}
			pins = append(pins, "."+port.Name+"("+p.pin(n)+")")
		}
		p.comment(inst.Doc)
		if len(pins) == 0 {
			p.line("%s %s ();", inst.Of.Name, inst.Name)
			continue
		}
		p.line("%s %s (", inst.Of.Name, inst.Name)
		p.indented(func() {
			for i, s := range pins {
				if i < len(pins)-1 {
					s += ","
				}
				p.put(s)
			}
		})
		p.put(");")
		p.gap()
	}
}

// pin is what is connected to a port of an instance.
func (p *printer) pin(n *ir.Node) string {
	if n.Op == ir.OpInstOut {
		return p.of[n.ID].name
	}
	if p.direct[n] {
		_, src := p.blocks.at[n].assignment()
		return p.value(src, number)
	}
	return p.reader.read(p.of[n.ID])
}
