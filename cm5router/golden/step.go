package golden

// Step is one cycle t: it takes the input pins of t, writes the output pins of t and clocks.
func (r *Router) Step(in, out []uint64) {
	r.Drive(in, out)
	r.Clock(in)
}

// Drive writes the output pins of cycle t, which follow from the registers and the masks alone.
func (r *Router) Drive(in, out []uint64) {
	r.enabled = uint8(in[pinChildren]&15 | in[pinParents]&(1<<r.config.Parents-1)<<children)
	r.drive(out[:outPins])
}

// Clock takes the input pins of cycle t, those that Drive was given included, and passes the edge.
//
// The parts run in an order in which each still sees what the registers held at the start
// of t: grants before an output can become idle, outputs before anything crosses into their
// buffers, fronts before anything is written to their FIFOs.
func (r *Router) Clock(in []uint64) {
	in = in[:inPins]
	r.level = int(in[pinLevel])
	r.afd = in[pinAFD] != 0
	rst := in[pinRst] != 0
	r.watch(rst)
	if rst {
		r.reset(uint16(in[pinSeed]))
		return
	}
	r.wasReset = false
	r.flags = flags{}

	requests, granted := r.grant()
	for q := range ports {
		r.move(q, r.isEnabled(q) && in[pinToken+q] != 0)
	}
	for p := range ports {
		r.advance(p, requests[p], granted[p])
	}
	var stray uint8
	for p := range ports {
		valid := r.isEnabled(p) && in[pinPort+2*p+1] != 0
		if r.receive(p, valid, uint8(in[pinPort+2*p])&15) {
			stray |= 1 << p
		}
	}
	if stray&r.flags.protocol != 0 {
		r.seen[flagsMerge]++
	}
	r.flags.protocol |= stray
	r.lfsr = stepLFSR(r.lfsr)
}

func (r *Router) isEnabled(p int) bool { return r.enabled>>p&1 != 0 }

// drive writes the output pins of cycle t.
func (r *Router) drive(out []uint64) {
	r.raised = 0
	for p := range ports {
		out[outToken+p], out[outPort+2*p], out[outPort+2*p+1] = 0, 0, 0
		if r.isEnabled(p) {
			if r.token(p) {
				r.raised |= 1 << p
				out[outToken+p] = 1
			}
			if r.outputs[p].valid {
				out[outPort+2*p], out[outPort+2*p+1] = uint64(r.outputs[p].flit), 1
			}
		}
		out[outStatIn+p] = uint64(r.receivers[p].messages)
		out[outStatOut+p] = uint64(r.outputs[p].messages)
	}
	out[outPrimary] = uint64(r.flags.primary & r.enabled)
	out[outSecondary] = uint64(r.flags.secondary & r.enabled)
	out[outProtocol] = uint64(r.flags.protocol & r.enabled)
}

// reset gives every register its reset value; the LFSR takes the seed.
func (r *Router) reset(seed uint16) {
	r.wasReset = true
	r.flags = flags{}
	r.lfsr = max(seed, 1)
	r.parentArbiter = rotation{inputs: children}
	for k := range r.childArbiters {
		r.childArbiters[k] = rotation{inputs: ports}
	}
	for p := range ports {
		r.fifos[p].clear()
		r.receivers[p] = receiver{left: 1}
		r.fronts[p] = front{fallPointer: p % children}
		r.outputs[p].clear()
	}
}
