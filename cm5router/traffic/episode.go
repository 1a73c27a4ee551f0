package traffic

import (
	"math"
	"math/bits"
)

// An episode is how the router is set up and used from one reset to the next. Rates are out of
// 256: of tokens, cycles or messages.
type episode struct {
	resets int // cycles in reset
	cycles int // of traffic
	drain  bool

	level    int
	children uint8
	parents  uint8
	afd      bool
	toggle   int // cycles between two changes of cfg_afd at most; 0: it never changes

	aim    aim
	hot    int // child of a hot spot, turn of a permutation
	long   int // rate of messages of the greatest legal length
	short  int // rate of those of one word; all others are of any
	send   [ports]sending
	offer  [ports]offering
	faults faults
}

// An aim is how messages choose where to go.
type aim uint8

const (
	aimAny   aim = iota // any legal way
	aimChild            // the hot child, where legal
	aimTurn             // children climb, parent port 4+j goes to child j+hot
	aimClimb            // children climb
)

// A sending is how a sender uses its tokens.
type sending struct {
	use   int // rate of tokens used
	pause int // rate of flits followed by a pause
	gap   int // greatest number of idle cycles before a message or a burst
	burst int // messages sent without a gap
}

// An offering is how a receiver gives tokens.
type offering struct {
	rate  int // of cycles with a token
	stall int // rate, of every 256 cycles, of the begin of a long time without
	long  int // its greatest length
}

// faults are the rates of deliberate errors, of messages unless it says otherwise.
type faults struct {
	flip       int // a bit in tag, data, CRC or route
	complement int // the CRC inverted, as of a message that came bad
	low        int // h < l
	own        int // down to its own child port
	disabled   int // down to a disabled child, up with none enabled
	fallen     int // from a parent with h > l
	length     int // 0 or too long
	framing    int // a bit in height or length
	cut        int // the rest is never sent
	rogue      int // of cycles with no token: a flit
	left       int // of odd heights: left field not 0; not an error
}

// A kind draws an episode. It changes one that is drawn already and of which any part may stay.
type kind func(e *episode, d *dice)

// ones counts the bits of a mask.
func ones(m uint8) int { return bits.OnesCount8(m) }

// draw makes an episode of a kind.
func (k kind) draw(d *dice) episode {
	e := episode{
		resets:   d.between(1, 3),
		cycles:   d.between(300, 1500),
		drain:    !d.chance(64),
		level:    d.between(1, 15),
		children: 15,
		parents:  15,
		afd:      d.chance(32),
		hot:      d.below(children),
		long:     d.below(64),
		short:    d.below(128),
	}
	if d.chance(80) {
		e.children = uint8(d.between(1, 15))
	}
	if d.chance(80) {
		e.parents = uint8(d.between(1, 15))
	}
	if d.chance(64) {
		e.level = d.between(1, 3) // levels of small machines
	}
	e.senders(sending{use: 256, gap: 8, burst: 4})
	e.receivers(offering{rate: 256})
	e.faults.left = 32
	k(&e, d)
	return e
}

func (e *episode) senders(x sending) {
	for p := range e.send {
		e.send[p] = x
	}
}

func (e *episode) receivers(x offering) {
	for q := range e.offer {
		e.offer[q] = x
	}
}

// all enables every port.
func (e *episode) all() { e.children, e.parents = 15, 15 }

func uniform(e *episode, d *dice) {
	e.senders(sending{use: d.between(128, 256), gap: d.between(0, 40), burst: d.between(1, 6)})
}

func hotspot(e *episode, d *dice) {
	e.all()
	e.aim = aimChild
	if d.chance(100) { // parents as a hot spot
		e.aim = aimClimb
		e.level = d.between(1, 14)
		e.parents = uint8(d.between(1, 15))
	}
	e.senders(sending{use: 256, gap: d.below(3), burst: d.between(1, 9)})
}

func permutation(e *episode, d *dice) {
	e.all()
	e.afd = false
	e.level = d.between(1, 14)
	e.aim = aimTurn
	e.long, e.short = 200, 0
	e.senders(sending{use: 256})
}

// steady has no end: the counters of messages get to their highest bits.
func steady(e *episode, d *dice) {
	permutation(e, d)
	e.cycles = math.MaxInt
	e.level = 1
	e.long, e.short = 0, 256
}

func bursts(e *episode, d *dice) {
	e.senders(sending{use: 256, gap: d.between(100, 400), burst: d.between(4, 16)})
}

func sparse(e *episode, d *dice) {
	e.drain = true
	e.senders(sending{use: 256, gap: d.between(200, 600), burst: 1})
}

// lazy has senders of all paces side by side.
func lazy(e *episode, d *dice) {
	for p := range e.send {
		e.send[p] = sending{use: 256, gap: 20, burst: 2}
		switch d.below(3) {
		case 0:
			e.send[p].use = d.between(60, 200)
		case 1:
			e.send[p].use = d.between(8, 40)
		}
		if d.chance(128) {
			e.send[p].pause = d.between(2, 24)
		}
	}
}

func linkErrors(e *episode, d *dice) {
	uniform(e, d)
	e.faults.flip, e.faults.complement = 60, 60
}

func malformed(e *episode, d *dice) {
	uniform(e, d)
	e.afd = d.chance(40)
	e.faults = faults{flip: 8, complement: 8, low: 20, own: 20, disabled: 25, fallen: 25, length: 35, left: 64}
	e.children = uint8(d.between(1, 15))
}

// noParents and noChildren leave half of the router without an output.
func noParents(e *episode, d *dice) {
	malformed(e, d)
	e.resets = d.between(2, 3) // so that the masks may change
	e.cycles = d.between(200, 500)
	e.children, e.parents, e.afd = 15, 0, false
	e.level = d.between(1, 14)
	e.faults.disabled = 80
}

func noChildren(e *episode, d *dice) {
	malformed(e, d)
	e.resets = d.between(2, 3)
	e.cycles = d.between(200, 500)
	e.children, e.parents = 0, 15
	e.level = d.between(1, 14)
}

func allFallDown(e *episode, d *dice) {
	uniform(e, d)
	e.afd = d.chance(128)
	e.toggle = []int{0, 30, 150, 600}[d.below(4)]
	e.faults = faults{fallen: 30, low: 6, length: 4, flip: 4, complement: 4}
}

func backpressure(e *episode, d *dice) {
	e.senders(sending{use: 256, gap: d.below(30), burst: d.between(1, 6)})
	for q := range e.offer {
		e.offer[q] = offering{rate: d.between(20, 256)}
		if d.chance(128) {
			e.offer[q].stall, e.offer[q].long = d.between(20, 200), d.between(20, 400)
		}
	}
}

// longest has outputs without tokens while messages as long as any come, so that the buffers of parents fill.
func longest(e *episode, d *dice) {
	e.all()
	e.level = 14
	e.aim = aimClimb
	e.long, e.short = 256, 0
	e.senders(sending{use: 256, gap: d.below(8), burst: 4})
	e.receivers(offering{rate: 256, stall: d.between(100, 256), long: d.between(100, 300)})
}

// dammed has outputs without any token until the drain: the buffer of each parent fills with a message as long as any.
func dammed(e *episode, d *dice) {
	longest(e, d)
	e.receivers(offering{})
}

// felled is dammed where all fall, into the buffers of children.
func felled(e *episode, d *dice) {
	dammed(e, d)
	e.afd = true
}

// rogues send flits without tokens, among messages good and malformed.
func rogues(e *episode, d *dice) {
	backpressure(e, d)
	e.short, e.long = 160, 0
	e.faults = faults{flip: 8, complement: 8, low: 60, own: 20, length: 60, fallen: 20, rogue: []int{8, 60, 250}[d.below(3)]}
}

// brokenFrames ends in a reset, after which both ends agree again.
func brokenFrames(e *episode, d *dice) {
	uniform(e, d)
	e.drain = d.chance(64)
	e.faults = faults{framing: 20, flip: 10}
}

func cutShort(e *episode, d *dice) {
	uniform(e, d)
	e.faults.cut = 20
}

// hasty resets in the midst of everything.
func hasty(e *episode, d *dice) {
	uniform(e, d)
	e.cycles = d.between(10, 200)
	e.drain = false
	e.senders(sending{use: 256})
}
