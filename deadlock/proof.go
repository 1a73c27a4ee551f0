package deadlock

import (
	"context"

	"github.com/flitwright/flitwright/routing"
)

// A Flow is how packets take buffers.
type Flow int

const (
	Wormhole Flow = iota // flits; a packet holds virtual channels along its way
	VCT                  // virtual cut-through: a packet moves on if the whole of it fits
	SAF                  // store and forward
	Circuit              // a packet holds all channels of its way so far
)

// Flows are the flows by name.
func Flows() []string { return []string{"wormhole", "vct", "saf", "circuit"} }

func (f Flow) String() string { return Flows()[f] }

// A Verdict is the outcome of a proof.
type Verdict string

const (
	Free           Verdict = "free"
	FreeByEscape   Verdict = "free-by-escape"
	FreeByRecovery Verdict = "free-by-recovery"
	Deadlock       Verdict = "deadlock"
	Unproven       Verdict = "unproven"
)

// Holds is whether a verdict says that no deadlock lasts.
func (v Verdict) Holds() bool { return v == Free || v == FreeByEscape || v == FreeByRecovery }

// Options say what to prove.
type Options struct {
	Flow     Flow
	Protocol bool                  // requests and replies: nodes answer, and their queues can be full
	Explicit bool                  // do without the relation's quotient
	Brief    bool                  // verdict and counts alone, no witness and no cycle
	Set      []string              // assignments that the relation was made with, which the proof then names
	Progress func(done, total int) // parts of the relation
}

// A Proof is a verdict and what it rests on. Channels are resources: virtual channels, or channels
// if Flow is Circuit. Channels and dependences count those between routers that some packet can
// use.
type Proof struct {
	Topology    string   `json:"topology"`
	Relation    string   `json:"relation"`
	Set         []string `json:"set"`
	Flow        string   `json:"flow"`
	Verdict     Verdict  `json:"verdict"`
	Reason      string   `json:"reason"`
	Channels    int      `json:"channels"`
	Dependences int      `json:"dependences"`
	Cyclic      bool     `json:"cyclic"`
	DeadlockSet int      `json:"deadlock_set"`

	Escape *Escape `json:"escape"`

	Endpoints         *int `json:"endpoints"`
	DeadlockEndpoints *int `json:"deadlock_endpoints"`

	Witness    []Packet `json:"witness"`
	MinPackets *int     `json:"min_packets"`
	Cycle      []Edge   `json:"cycle"`
	Livelock   string   `json:"livelock,omitempty"`
	States     uint64   `json:"states"`

	space *space
	full  *graph
	ext   *graph
	facts *facts
	order []int32 // in which vertices cannot be part of a closed set

	lane   bool    // the lane of progressive recovery leads to all destinations
	closed []bool  // the vertices of the greatest closed set
	cycle  []int32 // by vertices

	certified []certified // the witness by numbers
}

// Escape is the escape relation and its extended dependence graph.
type Escape struct {
	Channels    int  `json:"channels"`
	Dependences int  `json:"dependences"`
	Cyclic      bool `json:"cyclic"`
	Connected   bool `json:"connected"`
}

// A Packet is one of a witness. What it holds is in the order in which it took it.
type Packet struct {
	Packet      int      `json:"packet"`
	Source      string   `json:"source"`
	Destination string   `json:"destination"`
	Header      string   `json:"header"`
	Holds       []string `json:"holds"`
	Waits       []string `json:"waits"`
}

// An Edge is a dependence of a cycle, with a packet that makes it.
type Edge struct {
	From        string `json:"from"`
	To          string `json:"to"`
	Indirect    bool   `json:"indirect,omitempty"`
	Source      string `json:"source"`
	Destination string `json:"destination"`
}

// Prove decides whether packets of a relation can wait for each other for ever. Its errors are a
// relation that routes wrongly, and the end of ctx.
func Prove(ctx context.Context, r *routing.Relation, o Options) (*Proof, error) {
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	if err := admit(r); err != nil {
		return nil, err
	}
	if o.Protocol && r.Messages == nil {
		r = routing.WithMessages(r, 1)
	}
	s := newSpace(r, o.Flow, o.Protocol)
	if err := s.fits(); err != nil {
		return nil, err
	}
	states := s
	if r.Quotient != nil && !o.Explicit && (o.Flow == VCT || o.Flow == SAF) {
		states = newSpace(r.Quotient, o.Flow, o.Protocol)
	}
	f, err := explore(ctx, states, o.Progress)
	if err != nil {
		return nil, err
	}
	p := &Proof{
		Topology: r.Graph.Name, Relation: r.Name, Flow: o.Flow.String(), Livelock: r.Livelock, States: f.states,
		Set: append([]string{}, o.Set...), Witness: []Packet{}, Cycle: []Edge{}, space: s, facts: f,
	}
	p.full = f.dependences(s, f.asked, f.used)
	p.Channels, p.Dependences = count(f.used[:s.resources()]), s.network(p.full)
	p.Cyclic = p.full.numbering() == nil
	if f.hasR1 {
		p.ext, err = escapeGraph(ctx, s, f, o.Progress)
		if err != nil {
			return nil, err
		}
		p.Escape = &Escape{count(f.r1), s.network(p.ext), p.ext.numbering() == nil, !f.astray}
	}
	set := greatest(s, f)
	if r.Lane != nil {
		if p.lane, err = arrives(ctx, r.Lane); err != nil {
			return nil, err
		}
	}
	p.order, p.closed = set.order, set.alive
	var queues int
	p.DeadlockSet, queues = set.count()
	if o.Protocol {
		endpoints := count(f.used[s.resources():])
		p.Endpoints, p.DeadlockEndpoints = &endpoints, &queues
	}
	p.decide(queues)
	if o.Brief {
		return p, nil
	}
	return p, p.explain(ctx, set)
}

// decide finds the verdict, by the first criterion that settles it.
func (p *Proof) decide(queues int) {
	e := p.Escape
	closed := p.DeadlockSet+queues > 0
	switch recovery := p.space.Recovery; {
	case recovery == routing.Progressive && !p.lane:
		p.Verdict, p.Reason = Unproven, "the way through the escape buffers does not lead every packet to its destination"
	case recovery != routing.None && p.Cyclic && !p.takes(recovery):
		p.Verdict, p.Reason = Unproven, "recovery frees channels, not the queues of nodes: requests there can wait for replies that wait for them"
	case recovery != routing.None && !p.facts.stuck:
		p.Verdict, p.Reason = FreeByRecovery, recovery.String()
	case !p.Cyclic && !p.facts.stuck:
		p.Verdict, p.Reason = Free, "the dependence graph has no cycle: every dependence climbs in a numbering of the channels"
	case e != nil && e.Connected && !e.Cyclic:
		p.Verdict, p.Reason = FreeByEscape, "the dependence graph has cycles, but every packet can always ask for an escape channel, and the extended graph of the escape channels has none"
	case p.facts.stuck:
		p.Verdict, p.Reason = Deadlock, "a packet that is not at its destination has no way on"
	case closed:
		p.Verdict, p.Reason = Deadlock, "packets can each wait for channels that others of them hold"
	case p.space.flow == VCT || p.space.flow == SAF:
		p.Verdict, p.Reason = Free, "no closed wait set: in every set of packets one can move on"
	default:
		p.Verdict, p.Reason = Unproven, "the dependence graph has cycles, no escape relation passes, and no deadlock was found"
	}
}

// takes is whether a node takes all packets that recovery brings it, in the end. Without messages it does. Else
// a request can wait for room for its reply, which recovery has to make.
func (p *Proof) takes(recovery routing.Recovery) bool {
	m := p.space.messages
	switch {
	case m == nil:
		return true
	case recovery == routing.Regressive:
		// Packets that are killed leave all channels to others, but no queue.
		return m.Sink && !m.SharedInjection && !m.SharedEjection
	case recovery == routing.Deflection:
		// Channels are full of packets that nobody takes.
		return !p.full.cyclic(p.space.isEjection)
	}
	// A request that is not taken keeps the escape buffers from the reply that it waits for.
	return false
}

func count(list []bool) int {
	n := 0
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}
