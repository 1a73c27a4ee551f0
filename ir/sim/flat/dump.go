package flat

import (
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// Dump writes the netlist, a node a line with its width after the colon, then state, checks
// and outputs.
func (n *Netlist) Dump() string {
	var b strings.Builder
	name := map[Ref]string{} // of pins and registers
	for _, r := range n.Regs {
		name[r.Node] = " " + n.Path(r.Scope) + "." + r.Source.Name
	}
	for _, p := range n.Probes {
		if p.Scope == 0 && n.Nodes[p.Node].Op == ir.OpInput && name[p.Node] == "" {
			name[p.Node] = " " + n.Path(0) + "." + p.Name
		}
	}
	for i, node := range n.Nodes {
		fmt.Fprintf(&b, "n%d:%d %s", i, node.Width, node.Op)
		switch node.Op {
		case ir.OpConst:
			fmt.Fprintf(&b, " %d", node.Value)
		case ir.OpMemRead:
			fmt.Fprintf(&b, " m%d", node.Mem)
		case ir.OpSlice:
			fmt.Fprintf(&b, " [%d:%d]", node.Lo+node.Width-1, node.Lo)
		}
		for _, a := range node.Args {
			fmt.Fprintf(&b, " n%d", a)
		}
		fmt.Fprintf(&b, "%s\n", name[Ref(i)])
	}
	for _, r := range n.Regs {
		fmt.Fprintf(&b, "reg n%d takes n%d", r.Node, r.Next)
		if r.Reset != nil {
			fmt.Fprintf(&b, " reset %d", r.Reset)
		}
		b.WriteByte('\n')
	}
	for i, m := range n.Mems {
		fmt.Fprintf(&b, "mem m%d %dx%d %s.%s\n", i, m.Depth, m.Width, n.Path(m.Scope), m.Source.Name)
		for _, w := range m.Writes {
			fmt.Fprintf(&b, "  write if n%d at n%d n%d\n", w.Enable, w.Addr, w.Data)
		}
	}
	for _, c := range n.Checks {
		what := "range of a read"
		switch {
		case c.Assert != nil:
			what = c.Assert.Message
		case c.Write != nil:
			what = "range of a write"
		}
		fmt.Fprintf(&b, "fail if n%d: %s: %s\n", c.Fail, n.Path(c.Scope), what)
	}
	for _, r := range n.Outputs {
		fmt.Fprintf(&b, "out n%d\n", r)
	}
	return b.String()
}
