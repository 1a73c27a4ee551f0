package golden

import (
	"fmt"
	"iter"

	"github.com/flitwright/flitwright/vcallocator/config"
)

// counts are those of the coverage events, by the indices that their names have.
type counts struct {
	grant, grantPort, grantVC []uint64
	move                      [][]uint64 // by v and w; of pairs that need a turn: turn
	lost                      []uint64
	contend                   [5]uint64
	choice                    uint64
	busy                      []uint64
	nothing                   uint64
	illegalVC, illegalPort    []uint64
	repaired                  uint64
	portFull, allPorts        uint64
	resetTraffic              uint64
	beaten                    uint64 // sep-if
	twice                     uint64 // sep-of
	held, turned              uint64 // wavefront
}

func newCounts(c config.Config) counts {
	list := func(n int) []uint64 { return make([]uint64, n) }
	k := counts{
		grant: list(c.Inputs), grantPort: list(c.Outputs), grantVC: list(c.VCs),
		lost: list(c.VCs), busy: list(c.Outputs), illegalVC: list(c.VCs), illegalPort: list(c.Inputs),
	}
	for range c.VCs {
		k.move = append(k.move, list(c.VCs))
	}
	return k
}

// Events lists every coverage event this configuration can show, in the order of the page, with
// its count since New.
func (a *Allocator) Events() iter.Seq2[string, uint64] {
	c, k := a.config, &a.seen
	return func(yield func(string, uint64) bool) {
		stopped := false
		one := func(name string, n uint64) { stopped = stopped || !yield(name, n) }
		each := func(name string, list []uint64) {
			for x, n := range list {
				one(fmt.Sprintf("%s[%d]", name, x), n)
			}
		}
		pairs := func(name string, listed func(v, w int) bool) {
			for v := range c.VCs {
				for w := range c.VCs {
					if listed(v, w) {
						one(fmt.Sprintf("%s[%d>%d]", name, v, w), k.move[v][w])
					}
				}
			}
		}
		each("grant", k.grant)
		each("grant-port", k.grantPort)
		each("grant-vc", k.grantVC)
		pairs("move", func(v, w int) bool { return legal(c, v, w, false) && legal(c, v, w, true) })
		pairs("turn", func(v, w int) bool { return legal(c, v, w, true) && !legal(c, v, w, false) })
		each("lost", k.lost)
		for n := 2; n <= min(4, 2*c.Inputs); n++ {
			one(fmt.Sprintf("contend[%d]", n), k.contend[n])
		}
		one("choice", k.choice)
		each("busy", k.busy)
		one("nothing", k.nothing)
		faulty := false
		for v := range c.VCs {
			if canBeIllegal(c, v) {
				one(fmt.Sprintf("illegal-vc[%d]", v), k.illegalVC[v])
				faulty = true
			}
		}
		if 1<<c.PortBits() > c.Outputs {
			each("illegal-port", k.illegalPort)
		}
		if faulty {
			one("repaired", k.repaired)
		}
		one("port-full", k.portFull)
		if c.Inputs*c.VCs >= c.Outputs {
			one("all-ports", k.allPorts)
		}
		one("reset-traffic", k.resetTraffic)
		switch c.Arch {
		case config.SepIF:
			one("beaten", k.beaten)
		case config.SepOF:
			one("twice", k.twice)
		case config.Wavefront:
			one("held", k.held)
			one("turned", k.turned)
		}
	}
}

// canBeIllegal tells that an input VC v can want a VC that is not legal.
func canBeIllegal(c config.Config, v int) bool {
	for w := range c.VCs {
		if !legal(c, v, w, false) {
			return true
		}
	}
	return false
}

// watchReset counts what shows in a cycle of reset.
func (a *Allocator) watchReset(t *cycle) {
	if a.wasReset {
		return
	}
	for _, r := range t.requests {
		if r.valid {
			a.seen.resetTraffic++
			return
		}
	}
}

// watch counts what shows in a cycle out of reset, once its grants are given.
func (a *Allocator) watch(t *cycle) {
	granted := make([]int, a.config.Outputs) // VCs
	for i, r := range t.requests {
		a.watchRequest(t, i)
		if w := t.grants[i]; w != none {
			granted[r.port]++
			a.seen.grant[a.port(i)]++
			a.seen.grantPort[r.port]++
			a.seen.grantVC[w]++
			a.seen.move[a.vc(i)][w]++
		}
	}
	all := true
	for o, n := range granted {
		all = all && n > 0
		if n == a.config.VCs {
			a.seen.portFull++
		}
		for w := range a.config.VCs {
			a.watchOpen(t, o, w)
		}
	}
	if all {
		a.seen.allPorts++
	}
}

// watchRequest counts what shows in one request.
func (a *Allocator) watchRequest(t *cycle, i int) {
	r := t.requests[i]
	if !r.valid {
		return
	}
	if r.vcs == 0 {
		a.seen.nothing++
	}
	if a.illegalPort(r) {
		a.seen.illegalPort[a.port(i)]++
		return
	}
	open := 0
	for w := range a.config.VCs {
		if t.open(i, r.port, w) {
			open++
		}
	}
	if open == 0 && r.want != 0 {
		a.seen.busy[r.port]++
	}
	granted := t.grants[i] != none
	if granted && open > 1 {
		a.seen.choice++
	}
	if a.illegalVC(r) {
		a.seen.illegalVC[a.vc(i)]++
		if granted {
			a.seen.repaired++
		}
	}
}

// watchOpen counts the requests to which VC w of port o is open.
func (a *Allocator) watchOpen(t *cycle, o, w int) {
	n := 0
	for i := range t.requests {
		if t.open(i, o, w) {
			n++
			if t.grants[i] == none {
				a.seen.lost[w]++
			}
		}
	}
	if n < len(a.seen.contend) {
		a.seen.contend[n]++
	}
}
