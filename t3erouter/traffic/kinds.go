package traffic

func uniform(e *episode, d *dice) {
	for p := range e.send {
		e.send[p].use = d.between(60, 256)
		e.send[p].gap = d.between(0, 80)
	}
	e.adaptive = []int{0, 128, 220, 256}[d.below(4)]
}

// full has every VC of every port send all that it can.
func full(e *episode, d *dice) {
	for p := range e.send {
		e.send[p].gap = 0
	}
	e.adaptive = []int{0, 128, 256}[d.below(3)]
	e.receivers(giving{rate: 256, delay: d.below(4)})
}

// crowd has all ports send packets of one flit that may go anywhere, and leave by escape VCs: nothing comes back from an adaptive VC.
func crowd(e *episode, d *dice) {
	full(e, d)
	e.adaptive = 256
	for p := range e.send {
		e.send[p].length = 1
	}
	for o := range e.give {
		e.give[o][free].rate = 0
	}
}

// sparse leaves the router idle between packets, so that credits are equal and buffers empty.
func sparse(e *episode, d *dice) {
	for p := range e.send {
		e.send[p].gap = d.between(100, 400)
	}
	e.adaptive = 240
}

// hotspot has most packets make for one output.
func hotspot(e *episode, d *dice) {
	full(e, d)
	e.cycles = d.between(200, 600)
	e.aim = aimMost
	e.narrow = d.chance(128)
	e.everyone(d.below(ports))
	for p := range e.send {
		e.send[p].short = d.between(64, 250)
		if d.chance(100) {
			e.send[p].lanes = 1 << free
		}
	}
	e.adaptive = d.between(100, 256)
}

// permutation gives every input an output of its own, at full rate.
func permutation(e *episode, d *dice) {
	e.aim, e.narrow = aimThere, true
	e.initial, e.final = 0, 0
	for p := range e.to {
		e.to[p] = p
	}
	for i := ports - 1; i > 0; i-- {
		j := d.below(i + 1)
		e.to[i], e.to[j] = e.to[j], e.to[i]
	}
	e.adaptive = []int{0, 256, 256, 128}[d.below(4)]
	round := e.c.Stages + e.c.LinkLatency
	if e.c.Stages == 3 {
		round++ // a choice counts the flit in front of it too
	}
	short := min(e.c.MaxFlits, max(1, e.c.EscapeDepth-round))
	e.senders(sending{use: 256, stick: 256})
	for p := range e.send {
		e.send[p].length = d.between(1, short)
		if p == node {
			continue
		}
		e.send[p].lanes = 1 << free
		if d.chance(64) {
			e.send[p].lanes = 31 // compose leaves out those that cannot turn there
		}
	}
}

// backpressure has receivers of all paces side by side.
func backpressure(e *episode, d *dice) {
	full(e, d)
	e.cycles = d.between(400, 1500)
	e.adaptive = d.between(128, 256)
	for o := range e.give {
		for v := range e.give[o] {
			g := &e.give[o][v]
			switch d.below(5) {
			case 0: // at once
			case 1:
				g.delay = d.between(2, 60)
			case 2:
				g.burst = d.between(2, 12)
				g.rate = d.between(100, 256)
			case 3:
				g.stall, g.long = d.between(60, 250), d.between(40, 400)
			case 4:
				g.rate = d.between(10, 100)
			}
		}
	}
}

// blocked fills buffers: some outputs give nothing back for a long time.
func blocked(e *episode, d *dice) {
	full(e, d)
	e.cycles = d.between(300, 900)
	for o := range e.give {
		if d.chance(160) {
			for v := range e.give[o] {
				e.give[o][v] = giving{rate: 256, stall: 256, long: 500}
			}
		}
	}
	for p := range e.send {
		e.send[p].hasty = d.chance(128)
	}
}

// lazy has senders that stop inside packets.
func lazy(e *episode, d *dice) {
	for p := range e.send {
		e.send[p].use = d.between(20, 256)
		e.send[p].pause = d.between(0, 60)
		e.send[p].hasty = d.chance(128)
		e.send[p].gap = d.between(0, 30)
	}
}

// masked has links missing, and now and then a packet that needs one.
func masked(e *episode, d *dice) {
	uniform(e, d)
	e.linked = uint8(d.below(64))
	if d.chance(128) {
		e.linked = 63 &^ (1 << d.below(node))
	}
	e.faults.link = 40
}

// malformed has headers of all faults.
func malformed(e *episode, d *dice) {
	uniform(e, d)
	if d.chance(100) {
		e.linked = 63 &^ d.few()
	}
	e.faults = faults{class: 16, length: 16, dest: 16, turn: 24, link: 16, missing: 2}
}

// unframed has heads and tails where they do not belong.
func unframed(e *episode, d *dice) {
	uniform(e, d)
	e.faults = faults{early: 24, late: 24, inner: 24, orphan: 24, turn: 6, length: 6}
	for p := range e.send {
		e.send[p].hasty = d.chance(128)
	}
}

// rotten has nothing but headers of a length that is none.
func rotten(e *episode, d *dice) {
	full(e, d)
	for p := range e.send {
		e.send[p].length = 1
	}
	e.faults.length = 256
}

// rogues send flits and credits that were not asked for.
func rogues(e *episode, d *dice) {
	blocked(e, d)
	e.faults = faults{overflow: d.between(4, 40), over: d.between(2, 30), orphan: 8, missing: 2}
}

// cutShort has packets that end in the middle until the next reset.
func cutShort(e *episode, d *dice) {
	uniform(e, d)
	e.cycles = d.between(200, 500)
	e.faults.cut = 16
}

// quick resets in the midst of everything.
func quick(e *episode, d *dice) {
	full(e, d)
	e.cycles = d.between(3, 120)
	e.drain = false
}

// chaos has everything at once.
func chaos(e *episode, d *dice) {
	backpressure(e, d)
	e.linked = 63 &^ d.few()
	r := func() int { return d.below(40) }
	e.faults = faults{
		class: r(), length: r(), dest: r(), turn: r(), link: r(), early: r(), late: r(), inner: r(), orphan: r(),
		missing: d.below(20), overflow: r(), over: d.below(10), cut: d.below(2),
	}
	for p := range e.send {
		e.send[p].hasty = d.chance(128)
		e.send[p].pause = d.below(8)
	}
}

// starve has the longest packets of one port beside endless short ones of others to the same output.
func starve(e *episode, d *dice) {
	e.drain = true
	e.cycles = d.between(1000, 3000)
	e.aim, e.narrow, e.near = aimThere, true, true
	e.initial, e.final = 0, 0
	e.everyone(d.below(ports))
	e.class, e.choice = d.below(2), d.below(8)
	e.adaptive = []int{0, 0, 128, 256}[d.below(4)]
	e.receivers(giving{rate: 256, delay: d.below(30)})
	lane := uint8(1) << free
	e.senders(sending{lanes: lane, use: 256, length: 1})
	victim, others := d.below(ports), d.below(3)
	for p := range e.send {
		if p == node {
			e.send[p].lanes = 1 << (2 * e.class)
		}
		switch {
		case p == victim:
			e.send[p].length = e.c.MaxFlits
			e.send[p].gap = d.below(30)
		case others == 0 && p != (victim+1)%ports: // one stream alone
			e.silent(p)
		case others == 1 && d.chance(128):
			e.silent(p)
		}
	}
}
