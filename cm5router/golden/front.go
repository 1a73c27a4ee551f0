package golden

// A state is where the front of an input stands. The page's state 1 is awaitHeight and
// awaitRoute, its state 2 complete, its state 3 the three cross states.
type state uint8

const (
	awaitHeight state = iota
	awaitRoute
	complete    // requests, in every cycle until granted or swallowed
	crossHeight // g+1
	crossRoute  // g+2, passed over when no route flit is sent
	crossRest   // pops and crosses up to the trailer
	swallowing  // pops and drops up to the trailer
)

// A heading is the way a message takes through this router.
type heading uint8

const (
	nowhere heading = iota // no complete header
	up
	down
	fall
	swallow
)

// A front holds the header of the message at the front of one input.
type front struct {
	state       state
	height      int
	route       uint8 // first route flit, 0 if there is none
	heading     heading
	to          int  // output granted
	flagged     bool // granted as falling with cfg_afd = 0
	fallPointer int
}

// A request is what a complete header asks for in one cycle.
type request struct {
	heading heading
	child   int // output, going down or falling
}

// request decides for input p in cycle c, from cfg_afd(c) and the masks.
func (r *Router) request(p int) request {
	f := &r.fronts[p]
	if f.state != complete {
		return request{}
	}
	switch {
	case r.afd || p >= children && f.height > r.level:
		for i := range children {
			if k := (f.fallPointer + i) % children; r.isEnabled(k) {
				return request{fall, k}
			}
		}
		return r.swallow(swallowNoChild)
	case f.height < r.level:
		return r.swallow(swallowLow + event(p))
	case f.height == r.level:
		k := int(f.route >> 2)
		if f.height%2 == 1 {
			k = int(f.route & 3)
		}
		switch {
		case k == p:
			return r.swallow(swallowOwn + event(p))
		case !r.isEnabled(k):
			return r.swallow(swallowDisabled)
		}
		return request{down, k}
	case r.enabled>>children == 0:
		return r.swallow(swallowNoParent)
	}
	return request{heading: up}
}

// swallow counts the reason; the header is complete for this one cycle only.
func (r *Router) swallow(reason event) request {
	r.seen[reason]++
	return request{heading: swallow}
}

// advance is the front of input p in cycle c: at most one pop, at most one flit or trailer
// that crosses. "The next cycle" after the header is that after its last flit crosses: g+2 if
// no route flit does, g+3 if one does, so no cycle is empty in the head. For a complete header, q is the output granted to its request in c, or none.
func (r *Router) advance(p int, req request, q int) {
	f, fifo := &r.fronts[p], &r.fifos[p]
	switch f.state {
	case awaitHeight:
		if !fifo.empty() {
			f.height, f.route, f.flagged = int(fifo.pop().flit), 0, false
			f.state = awaitRoute
			if f.height == 0 {
				f.state = complete
			}
		}
	case awaitRoute:
		if !fifo.empty() {
			f.route, f.state = fifo.pop().flit, complete
		}
	case complete:
		if req.heading == swallow {
			f.heading, f.state = swallow, swallowing
		} else if q != none {
			r.granted(p, req, q)
		}
	case crossHeight:
		h := f.height
		if f.heading == down {
			h--
		}
		r.outputs[f.to].buffer.push(entry{flit: uint8(h)})
		f.state = crossRest
		if f.height != 0 && !f.dropsRoute() {
			f.state = crossRoute
		}
	case crossRoute:
		route := f.route
		if f.heading == down {
			route &= 3 // the left field, now used, is cleared
		}
		r.outputs[f.to].buffer.push(entry{flit: route})
		f.state = crossRest
	case crossRest, swallowing:
		r.pass(p)
	}
}

// dropsRoute tells that going down uses up the first route flit.
func (f *front) dropsRoute() bool { return f.heading == down && f.height%2 == 1 }

// granted enters the grant of output q to the request of input p, made in this cycle.
func (r *Router) granted(p int, req request, q int) {
	f := &r.fronts[p]
	f.state, f.heading, f.to = crossHeight, req.heading, q
	r.outputs[q].grant()
	switch req.heading {
	case up:
		r.seen[eventUp+event(p)]++
	case down:
		r.seen[eventDown+event(p)]++
		if !f.dropsRoute() {
			r.seen[routeClear]++
			break
		}
		r.seen[routeDiscard]++
		if f.route>>2 != 0 {
			r.seen[leftIgnored]++
		}
	case fall:
		f.fallPointer = (q + 1) % children
		r.seen[eventFall+event(p)]++
		if !r.afd {
			f.flagged = true
			r.seen[fallFlagged+event(p)]++
		}
	}
}

// pass pops the front entry of a granted message and lets it cross, or drops that of a
// swallowed one. The cycle in which it pops the trailer is z: the flags show in z+1, and the
// front is in state 1 from z+1 on.
func (r *Router) pass(p int) {
	f, fifo := &r.fronts[p], &r.fifos[p]
	if fifo.empty() {
		if f.state == crossRest {
			r.seen[inputStarved]++
		}
		return
	}
	e := fifo.pop()
	if f.state == crossRest {
		r.outputs[f.to].buffer.push(e)
	}
	if !e.trailer {
		return
	}
	switch e.verdict {
	case primary:
		r.flags.primary |= 1 << p
		r.seen[eventPrimary+event(p)]++
	case secondary:
		r.flags.secondary |= 1 << p
		r.seen[eventSecondary+event(p)]++
	}
	if e.lengthWrong || f.state == swallowing || f.flagged {
		r.flags.protocol |= 1 << p
	}
	f.state = awaitHeight
}
