package golden

// inspect looks into the router after a cycle for what must never be: two owners of an output VC, a staged flit
// without its credits, or that nothing takes out of the stage, a claim that is not that of a waiting header alone.
func (t *traffic) inspect(wrong func(string)) {
	var owners, claimers, marks [ports][vcs]int
	for p := range ports {
		in := &t.r.inputs[p]
		t.inspectStage(p, wrong)
		for v := range vcs {
			if to := in.owns(int8(v)); to != nowhere {
				owners[to.port][to.vc]++
			}
			s := &in.vcs[v].standing
			if s.mark != nowhere {
				marks[s.mark.port][s.mark.vc]++
			}
			if !s.claims {
				continue
			}
			claimers[s.mark.port][s.mark.vc]++
			b := &in.vcs[v].buffer
			if b.size == 0 || s.wish != s.mark || !waitsFor(b, s.mark) {
				wrong("a claim without its header")
			}
			if !t.r.Barred(int(s.mark.port), int(s.mark.vc)) {
				wrong("a claim that bars nobody")
			}
		}
	}
	for o := range ports {
		for v := range vcs {
			if t.r.Credits(o, v) < 0 {
				wrong("credits below 0")
			}
			if owners[o][v] > 1 || (owners[o][v] == 1) != t.r.Owned(o, v) {
				wrong("an output VC has not one owner")
			}
			if claimers[o][v] > 1 || marks[o][v] > 1 {
				wrong("two claims on one output VC")
			}
			if t.r.Barred(o, v) && marks[o][v] == 0 {
				wrong("barred for nobody")
			}
		}
	}
}

// waitsFor tells that the first header in a buffer, which the last flit of another packet may precede, wants to.
func waitsFor(b *buffer, to place) bool {
	first := b.at(0)
	if first.kind == body && first.last && b.size > 1 {
		first = b.at(1)
	}
	return first.kind == heading && first.route.own == to
}

// inspectStage looks at the stage of one port. The rotation of an output comes to each port within 7 cycles.
func (t *traffic) inspectStage(p int, wrong func(string)) {
	in := &t.r.inputs[p]
	q := &in.staged
	if t.since[p]++; q.entry != t.staged[p] {
		t.staged[p], t.since[p] = q.entry, 1
	}
	if q.entry == nil {
		return
	}
	if t.since[p] > ports {
		wrong("a flit stays in the stage")
	}
	if b := &in.vcs[q.vc].buffer; b.size == 0 || b.at(0) != q.entry || q.entry.kind == dropped {
		wrong("what is staged is not the front of its buffer")
	}
	need := 1
	if q.header() {
		if need = int(q.entry.route.length); q.spare {
			need++
		}
	}
	if t.r.Owned(int(q.to.port), int(q.to.vc)) == q.header() {
		wrong("a header is staged for an owned VC, or a body flit for one that is not")
	}
	if t.r.Credits(int(q.to.port), int(q.to.vc)) < need {
		wrong("staged without credits")
	}
}
