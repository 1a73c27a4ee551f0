package golden

import (
	"fmt"
	"iter"

	"github.com/flitwright/flitwright/vcallocator/config"
)

const maxContend = 4

// events are the counts of the coverage events.
type events struct {
	grant, grantPort, grantVC   []uint64
	move                        [][]uint64 // of a grant from v to w
	lost, busy                  []uint64
	contend                     []uint64 // the index is the number of requests
	illegalVC, illegalPort      []uint64
	choice, nothing, repaired   uint64
	portFull, allPorts          uint64
	resetTraffic                uint64
	beaten, twice, held, turned uint64
}

func newEvents(c config.Config) events {
	e := events{
		grant: make([]uint64, c.Inputs), grantPort: make([]uint64, c.Outputs), grantVC: make([]uint64, c.VCs),
		move: make([][]uint64, c.VCs), lost: make([]uint64, c.VCs), busy: make([]uint64, c.Outputs),
		contend: make([]uint64, maxContend+1), illegalVC: make([]uint64, c.VCs), illegalPort: make([]uint64, c.Inputs),
	}
	for v := range e.move {
		e.move[v] = make([]uint64, c.VCs)
	}
	return e
}

// countReset counts a reset that comes into traffic.
func (a *Allocator) countReset() {
	if a.wasReset {
		return
	}
	for _, r := range a.requests {
		if r.valid {
			a.seen.resetTraffic++
			return
		}
	}
}

// count looks at a cycle that is decided.
func (a *Allocator) count() {
	e := &a.seen
	for i, r := range a.requests {
		if !r.valid {
			continue
		}
		v, p, opened, asked := i%a.vcs, i/a.vcs, 0, 0
		wanted := false
		for w := range a.vcs {
			wanted = wanted || r.vcs[w]
			for o := range a.outputs {
				if a.ask(i, o, w) {
					asked++
				}
				if a.open(i, o, w) {
					opened++
					if a.granted[i] == none {
						e.lost[w]++
					}
				}
			}
		}
		if !wanted {
			e.nothing++
		}
		if r.port >= a.outputs {
			e.illegalPort[p]++
		} else if a.wantsIllegalVC(i) {
			e.illegalVC[v]++
		}
		if asked > 0 && opened == 0 {
			e.busy[r.port]++
		}
		if w := a.granted[i]; w != none {
			e.grant[p]++
			e.grantPort[r.port]++
			e.grantVC[w]++
			e.move[v][w]++
			if opened >= 2 {
				e.choice++
			}
			if a.wrong[i] {
				e.repaired++
			}
		}
	}
	a.countPorts()
}

// countPorts looks at each output port.
func (a *Allocator) countPorts() {
	e := &a.seen
	granting := 0
	for o := range a.outputs {
		grants := 0
		for w := range a.vcs {
			opened := 0
			for i := range a.inputVCs {
				if a.open(i, o, w) {
					opened++
					if a.granted[i] == w {
						grants++
					}
				}
			}
			if opened >= 2 && opened <= maxContend {
				e.contend[opened]++
			}
		}
		if grants == a.vcs {
			e.portFull++
		}
		if grants > 0 {
			granting++
		}
	}
	if granting == a.outputs {
		e.allPorts++
	}
}

// Events lists every coverage event this configuration can show, in the order of the page, with
// its count since New.
func (a *Allocator) Events() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		stopped := false
		one := func(name string, n uint64) {
			stopped = stopped || !yield(name, n)
		}
		each := func(name string, counts []uint64) {
			for k, n := range counts {
				one(fmt.Sprintf("%s[%d]", name, k), n)
			}
		}
		a.listEvents(one, each)
	}
}

func (a *Allocator) listEvents(one func(string, uint64), each func(string, []uint64)) {
	e := &a.seen
	each("grant", e.grant)
	each("grant-port", e.grantPort)
	each("grant-vc", e.grantVC)
	for _, always := range []bool{true, false} {
		name := map[bool]string{true: "move", false: "turn"}[always]
		for v := range a.vcs {
			for w := range a.vcs {
				if a.everLegal(v, w) && a.legal(v, w, false) == always {
					one(fmt.Sprintf("%s[%d>%d]", name, v, w), e.move[v][w])
				}
			}
		}
	}
	each("lost", e.lost)
	for n := 2; n <= min(maxContend, 2*a.inputs); n++ {
		one(fmt.Sprintf("contend[%d]", n), e.contend[n])
	}
	one("choice", e.choice)
	each("busy", e.busy)
	one("nothing", e.nothing)
	repairable := false
	for v := range a.vcs {
		strict := false // there is a VC that is not legal from v
		for w := range a.vcs {
			strict = strict || !a.legal(v, w, false)
		}
		if strict {
			one(fmt.Sprintf("illegal-vc[%d]", v), e.illegalVC[v])
		}
		repairable = repairable || strict
	}
	if a.outputs < 1<<a.config.PortBits() {
		each("illegal-port", e.illegalPort)
	}
	if repairable {
		one("repaired", e.repaired)
	}
	one("port-full", e.portFull)
	if a.inputVCs >= a.outputs {
		one("all-ports", e.allPorts)
	}
	one("reset-traffic", e.resetTraffic)
	switch a.config.Arch {
	case config.SepIF:
		one("beaten", e.beaten)
	case config.SepOF:
		one("twice", e.twice)
	case config.Wavefront:
		one("held", e.held)
		one("turned", e.turned)
	}
}
