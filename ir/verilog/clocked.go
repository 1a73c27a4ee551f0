package verilog

import (
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// clocked writes the always blocks at the clock's edge: registers with a reset, registers
// without, and each memory with its registered reads.
func (p *printer) clocked() {
	driven := map[*expr]bool{}
	for _, b := range p.blocks.list {
		if _, wire := b.target.(*ir.Node); !wire {
			eachTarget(b.body, func(x *expr) { driven[x] = true })
		}
	}
	var resets, idle []string
	for _, n := range p.m.Nodes {
		switch x := p.of[n.ID]; {
		case !n.Op.Stateful():
		case n.Value != nil:
			resets = append(resets, x.name+" <= "+literal(n.Width, n.Value, x.style())+";")
		case !driven[x]: // all that set it was never reached
			idle = append(idle, x.name+" <= "+p.reader.read(x)+";")
		}
	}
	if len(resets) > 0 {
		p.atEdge(func() {
			p.line("if (%s) begin", p.reader.read(p.reset))
			p.indented(func() { p.putAll(resets) })
			if body := p.blocks.get(resetRegs); len(body) > 0 {
				p.put("end else begin")
				p.indented(func() { p.body(body, "<=") })
			}
			p.put("end")
		})
	}
	if body := p.blocks.get(dataRegs); len(body) > 0 || len(idle) > 0 {
		p.atEdge(func() {
			p.putAll(idle)
			p.body(body, "<=")
		})
	}
	for _, mem := range p.m.Mems {
		if body := p.blocks.get(mem); len(body) > 0 {
			p.atEdge(func() { p.body(body, "<=") })
		}
	}
}

func (p *printer) putAll(lines []string) {
	for _, s := range lines {
		p.put(s)
	}
}

func (p *printer) atEdge(body func()) {
	p.gap()
	p.line("always @(posedge %s) begin", p.reader.clock())
	p.indented(body)
	p.put("end")
	p.gap()
}

// body writes statements; op is the assignment operator.
func (p *printer) body(list []stmt, op string) {
	for _, s := range list {
		switch s := s.(type) {
		case *set:
			p.setTo(s.dst.name, op, s.src, s.dst.style())
		case *write:
			p.setTo(s.mem.Name+"["+p.value(s.addr, number)+"]", op, s.data, number)
		case *fetch:
			p.line("%s %s %s[%s];", s.dst.name, op, p.reader.readMem(s.mem), p.value(s.addr, number))
		case *check:
			p.check(s)
		case *when:
			p.when(s, op)
		case *choice:
			p.choice(s, op)
		}
	}
}

func (p *printer) setTo(left, op string, x *expr, s style) {
	at := 4*p.depth + len(left) + len(op) + 2
	p.put(left + " " + op + " " + p.lines(x, s, at, 4*p.depth+4) + ";")
}

func (p *printer) when(s *when, op string) {
	lead := "if ("
	for {
		p.put(lead + p.lines(s.cond, number, 4*p.depth+len(lead)+len(") begin"), 4*p.depth+8) + ") begin")
		p.indented(func() { p.body(s.then, op) })
		next := chained(s)
		if next == nil {
			break
		}
		s, lead = next, "end else if ("
	}
	if len(s.other) > 0 {
		p.put("end else begin")
		p.indented(func() { p.body(s.other, op) })
	}
	p.put("end")
}

func (p *printer) choice(s *choice, op string) {
	p.put("case (" + p.value(s.sel, number) + ")")
	p.indented(func() {
		var idle []string // labels of arms that do nothing
		for _, a := range s.arms {
			label := p.value(a.value, number)
			if len(a.body) == 0 {
				idle = append(idle, label)
				continue
			}
			p.arm(label, a.body, op)
		}
		if len(idle) > 0 {
			p.put(fill("", idle, ": ;", 4*p.depth, 4*p.depth))
		}
		if len(s.rest) > 0 {
			p.arm("default", s.rest, op)
		} else if !s.full() {
			p.put("default: ;")
		}
	})
	p.put("endcase")
}

// arm writes one arm of a case, on one line if it is one assignment that fits.
func (p *printer) arm(label string, body []stmt, op string) {
	if _, ok := body[0].(*check); len(body) == 1 && !ok {
		text := string(p.section(func() { p.body(body, op) }))
		if s := strings.TrimSpace(text); !strings.Contains(s, "\n") && 4*p.depth+len(label)+2+len(s) < columns {
			p.put(label + ": " + s)
			return
		}
	}
	p.put(label + ": begin")
	p.indented(func() { p.body(body, op) })
	p.put("end")
}

// eachTarget calls f for each register that is set.
func eachTarget(body []stmt, f func(*expr)) {
	for _, s := range body {
		switch s := s.(type) {
		case *set:
			f(s.dst)
		case *fetch:
			f(s.dst)
		case *when:
			for {
				eachTarget(s.then, f)
				next := chained(s)
				if next == nil {
					break
				}
				s = next
			}
			eachTarget(s.other, f)
		case *choice:
			for _, a := range s.arms {
				eachTarget(a.body, f)
			}
			eachTarget(s.rest, f)
		}
	}
}
