package traffic

import "github.com/flitwright/flitwright/t3erouter/config"

// An episode is how the router is set up and used from one reset to the next. Rates are out of
// 256: of cycles or packets.
type episode struct {
	c config.Config

	resets int // cycles in reset
	cycles int // of traffic
	drain  bool

	stands [3]int // coordinates
	linked uint8  // cfg_links

	aim      aim
	to       [ports]int // output that packets of each input make for, if it can be reached
	narrow   bool       // one dimension due
	near     bool       // one hop, if narrow
	class    int        // of packets on VC 4; -1: any
	choice   int        // select bits; -1: any
	adaptive int        // rate
	final    int        // rate
	initial  int        // rate: of initial hops at the node port, elsewhere of the field
	send     [ports]sending
	give     [ports][vcs]giving
	faults   faults
}

// An aim is how packets choose where to go.
type aim uint8

const (
	aimAny   aim = iota // any legal way
	aimThere            // the output of the port
	aimMost             // three quarters to the output of the port
)

// A sending is how the sender of a port uses its link.
type sending struct {
	lanes  uint8 // VCs in use
	use    int   // rate of cycles
	stick  int   // rate of flits that follow on the VC of the flit before
	pause  int   // rate of flits followed by a pause of their VC
	gap    int   // greatest number of cycles before the next packet of a VC
	hasty  bool  // starts a packet without credits for all of it
	length int   // of every packet; 0: any
	long   int   // rate of the longest
	short  int   // rate of one flit
}

// A giving is how a receiver gives back the credits of a VC.
type giving struct {
	delay int // cycles that a flit stays at least
	rate  int // of cycles
	burst int // flits that gather before any is given back; in a drain they go at once
	stall int // rate, of every 256 cycles, of the begin of a long time without
	long  int // its greatest length
}

// faults are the rates of deliberate errors, of packets unless it says otherwise.
type faults struct {
	class, length, dest, turn, link int
	early                           int // a tail too soon
	late                            int // no tail in time
	inner                           int // a head inside
	orphan                          int // a flit between packets
	missing                         int // of cycles: a flit on a VC that is not
	overflow                        int // of cycles with no credit: a flit
	over                            int // of cycles: a credit too many
	cut                             int // the rest is never sent
}

// A kind draws an episode. It changes one that is drawn already and of which any part may stay.
type kind func(e *episode, d *dice)

// draw makes an episode of a kind.
func (k kind) draw(d *dice, c config.Config) episode {
	e := episode{
		c:        c,
		resets:   d.between(1, 3),
		cycles:   d.between(300, 900),
		drain:    !d.chance(64),
		linked:   63,
		class:    -1,
		choice:   -1,
		adaptive: 128,
		final:    64,
		initial:  64,
	}
	for i, size := range [3]int{c.X, c.Y, c.Z} {
		e.stands[i] = [...]int{0, size - 1, d.below(size)}[d.below(3)]
	}
	e.senders(sending{use: 256, stick: d.between(0, 256), gap: 16, long: d.below(100), short: d.below(128)})
	e.receivers(giving{rate: 256})
	k(&e, d)
	for p := range e.send {
		if e.send[p].lanes == 0 {
			e.send[p].lanes = 31
		}
	}
	e.send[node].lanes &= 5
	return e
}

func (e *episode) senders(x sending) {
	for p := range e.send {
		e.send[p] = x
	}
}

func (e *episode) receivers(x giving) {
	for o := range e.give {
		for v := range e.give[o] {
			e.give[o][v] = x
		}
	}
}

// silent stops a sender.
func (e *episode) silent(p int) { e.send[p].use = 0 }

// everyone makes for one output.
func (e *episode) everyone(o int) {
	for p := range e.to {
		e.to[p] = o
	}
}
