package golden

// take commits the input to a flit that it offered: the next of a packet, or a header, which sets its packet on its way.
func (in *input) take(q *request) {
	ch := &in.vcs[q.vc]
	if q.header() {
		ch.to, ch.length, ch.taken = q.to, q.entry.route.length, 0
		in.active |= 1 << q.vc
		in.bodyTurn = true
	} else {
		in.bodyPointer = (q.vc + 1) % vcs
		in.bodyTurn = false
	}
	ch.taken++
	in.near &^= 1 << q.vc
	switch {
	case q.entry.last:
		in.active &^= 1 << q.vc
	case ch.taken == ch.length-1:
		in.near |= 1 << q.vc
	}
}

// contest lets the header that is staged in the next cycle lapse if that of another port was granted its output VC, and
// there is no room for both.
func (r *Router) contest(p int, asks *[ports]asking) {
	in := &r.inputs[p]
	if !in.staged.header() {
		return
	}
	q := &in.staged
	winner := r.outputs[q.to.port].winner
	if winner == none || int(winner) == p || !asks[winner].request.header() || asks[winner].request.to != q.to {
		return
	}
	if q.spare && asks[winner].request.entry.last {
		q.spare = false
		r.seen[eventSpared+event(p)]++
		return
	}
	in.active &^= 1 << q.vc
	in.void = in.slot == q.vc
	*q = request{}
	r.seen[eventLapse+event(p)]++
}
