package verilog

// checks writes the assertions, once for simulators and once for formal tools.
func (p *printer) checks() {
	body := p.blocks.get(checks)
	if len(body) == 0 {
		return
	}
	p.reader.off = true
	seen := p.names.unique("reset_seen")
	for _, macro := range []string{"FLITWRIGHT_ASSERT", "FORMAL"} {
		p.formal = macro == "FORMAL"
		p.put("`ifdef " + macro)
		p.line("reg %s = 1'b0;", seen)
		p.atEdge(func() {
			p.line("if (%s) begin", p.reader.read(p.reset))
			p.indented(func() { p.line("%s <= 1'b1;", seen) })
			p.line("end else if (%s) begin", seen)
			p.indented(func() { p.body(body, "") })
			p.put("end")
		})
		for p.out.Len() > 1 && p.out.Bytes()[p.out.Len()-2] == '\n' {
			p.out.Truncate(p.out.Len() - 1)
		}
		p.put("`endif")
	}
	p.reader.off = false
}

func (p *printer) check(s *check) {
	if p.formal {
		p.put("assert (" + p.lines(s.cond, number, 4*p.depth+8, 4*p.depth+8) + ");")
		return
	}
	fails := p.not(s.cond)
	p.put("if (" + p.lines(fails, number, 4*p.depth+4, 4*p.depth+8) + ") begin")
	p.indented(func() {
		p.put("$display(" + quote("%m: ", s.message) + ");")
		p.put("$stop;")
	})
	p.put("end")
}
