package ir

import (
	"fmt"
	"strings"
)

// Dump writes all modules of the design, those placed in another before it.
func (d *Design) Dump() string {
	var b strings.Builder
	for i, m := range d.Modules {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(m.Dump())
	}
	return b.String()
}

// Dump writes all of the module that a reader of the graph sees, one port, memory, instance,
// node or statement a line, without places in the builder's source. What has no name is
// called % and its ID; constants without a name stand where they are used, as width'value.
//
//	module counter // Counts.
//	  input enable[1]
//	  output count[8]
//	  value[8] = reg 0
//	  %4[8] = add value, 8'1
//	  when enable
//	    set value %4
//	  set count value
func (m *Module) Dump() string {
	d := dumper{indent: 1}
	d.b.WriteString("module " + m.Name)
	d.end(m.Doc)
	for _, mem := range m.Mems {
		style := ""
		if mem.Style != MemAuto {
			style = " in " + mem.Style.String()
		}
		d.line(mem.Doc, "mem %s[%d] of %d%s", mem.Name, mem.Width, mem.Depth, style)
	}
	for _, inst := range m.Insts {
		d.line(inst.Doc, "inst %s of %s", inst.Name, inst.Of.Name)
	}
	for _, n := range m.Nodes {
		if n.Op != OpConst || n.Name != "" {
			d.node(n)
		}
	}
	d.list(m.Body)
	return d.b.String()
}

type dumper struct {
	b      strings.Builder
	indent int
}

func (d *dumper) line(doc, format string, args ...any) {
	for range d.indent {
		d.b.WriteString("  ")
	}
	fmt.Fprintf(&d.b, format, args...)
	d.end(doc)
}

func (d *dumper) end(doc string) {
	if doc != "" {
		d.b.WriteString(" // " + strings.ReplaceAll(doc, "\n", `\n`))
	}
	d.b.WriteByte('\n')
}

// ref is how a node is called where it is used.
func ref(n *Node) string {
	switch {
	case n.Name != "":
		return n.Name
	case n.Op == OpConst:
		return fmt.Sprintf("%d'%v", n.Width, n.Value)
	case n.Op == OpPoison:
		return "poison"
	}
	return fmt.Sprintf("%%%d", n.ID)
}

func (d *dumper) node(n *Node) {
	if n.Port != nil && n.Inst == nil {
		dir := "input"
		if n.Port.Dir == Output {
			dir = "output"
		}
		d.line(n.Doc, "%s %s[%d]", dir, n.Name, n.Width)
		return
	}
	var args []string
	switch {
	case n.Inst != nil:
		args = append(args, n.Inst.Name+"."+n.Port.Name)
	case n.Mem != nil:
		args = append(args, n.Mem.Name)
	case n.Value != nil:
		args = append(args, n.Value.String())
	}
	for _, a := range n.Args {
		args = append(args, ref(a))
	}
	if n.Op == OpSlice {
		args[0] += fmt.Sprintf("[%d:%d]", n.Lo+n.Width-1, n.Lo)
	}
	d.line(n.Doc, "%s[%d] = %s", ref(n), n.Width, strings.TrimSpace(n.Op.String()+" "+strings.Join(args, ", ")))
}

func (d *dumper) list(body []Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *Set:
			d.line("", "set %s %s", ref(s.Dst), ref(s.Src))
		case *Write:
			d.line("", "write %s %s, %s", s.Mem.Name, ref(s.Addr), ref(s.Data))
		case *Assert:
			d.line("", "assert %s %q", ref(s.Cond), s.Message)
		case *Unused:
			d.line("", "unused %s", ref(s.Signal))
		case *When:
			d.when(s)
		case *Switch:
			d.line("", "switch %s", ref(s.Sel))
			for _, c := range s.Cases {
				d.arm(c.Body, "case %s", ref(c.Value))
			}
			if len(s.Default) > 0 {
				d.arm(s.Default, "default")
			}
		}
	}
}

func (d *dumper) when(s *When) {
	d.arm(s.Then, "when %s", ref(s.Cond))
	for next := s.chained(); next != nil; next = s.chained() {
		s = next
		d.arm(s.Then, "elsewhen %s", ref(s.Cond))
	}
	if len(s.Else) > 0 {
		d.arm(s.Else, "else")
	}
}

func (d *dumper) arm(body []Stmt, format string, args ...any) {
	d.line("", format, args...)
	d.indent++
	d.list(body)
	d.indent--
}
