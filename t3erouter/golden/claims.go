package golden

// round lists the input VCs in the order of the visitor.
var round = func() (r [5*node + 2]place) {
	for p := range int8(node) {
		for v := range int8(vcs) {
			r[vcs*p+v] = place{p, v}
		}
	}
	r[5*node], r[5*node+1] = place{node, 0}, place{node, 2}
	return r
}()

// A visitor gives and takes back claims at one input VC a cycle. It only walks in its first round.
type visitor struct {
	at     int
	serves bool
}

func (v *visitor) advance() {
	if v.at++; v.at == len(round) {
		*v = visitor{serves: true}
	}
}

// A standing is how one input VC stands with the claims.
type standing struct {
	wish   place // the VC of the header that waits, once it has been looked at in vain
	claims bool  // the header at the front claims its wish
	mark   place // what it claimed last, until the visitor has seen that it does no longer
}

// claim moves the claims at the end of a cycle: what the visitor does follows from the state at
// its start.
func (r *Router) claim(asks *[ports]asking) {
	at := round[r.visitor.at]
	visited := &r.inputs[at.port].vcs[at.vc].standing
	before := *visited
	a := &asks[at.port]
	granted := a.granted && a.request.header() && a.request.vc == at.vc
	for o := range r.outputs {
		out := &r.outputs[o]
		out.barred &^= out.ending
		out.ending = 0
	}
	for p := range asks {
		a := &asks[p]
		if a.granted && a.request.header() {
			r.fulfil(p, &a.request)
		}
		if a.looked != nil {
			r.wish(p, a)
		}
	}
	if r.visitor.serves {
		r.visit(visited, before, granted)
	}
	r.visitor.advance()
}

// wish follows a header that was looked at. One that is granted or stands behind a header in the stage does not
// wish.
func (r *Router) wish(p int, a *asking) {
	in := &r.inputs[p]
	if q := &a.request; q.header() && q.vc == in.slot && (a.granted || a.behind) {
		return
	}
	if rt := &a.looked.route; !rt.captive {
		in.vcs[in.slot].standing.wish = rt.own
	}
}

// fulfil ends what a header that is granted wished and claimed.
func (r *Router) fulfil(p int, q *request) {
	s := &r.inputs[p].vcs[q.vc].standing
	switch {
	case !s.claims:
	case q.to == s.mark:
		r.outputs[q.to.port].ending |= 1 << q.to.vc
		r.seen[claimTaken]++
	default:
		r.seen[claimFalls]++
	}
	s.wish, s.claims = nowhere, false
}

// visit looks at one input VC, which stood so before and whose header is granted in this cycle or not.
func (r *Router) visit(s *standing, before standing, granted bool) {
	switch {
	case before.mark != nowhere && !before.claims:
		s.mark = nowhere
		o, bit := &r.outputs[before.mark.port], uint8(1)<<before.mark.vc
		o.barred &^= bit
		o.marked &^= bit
	case before.mark == nowhere && before.wish != nowhere:
		of := before.wish
		o, bit := &r.outputs[of.port], uint8(1)<<of.vc
		if o.marked&bit != 0 {
			return
		}
		s.claims, s.mark = !granted, of
		o.barred |= bit
		o.marked |= bit
		if granted {
			o.ending |= bit
		}
		if of.port == node {
			r.seen[claimEject]++
		} else {
			r.seen[eventClaim+event(of.vc)]++
		}
	}
}
