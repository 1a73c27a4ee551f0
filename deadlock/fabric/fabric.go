// Package fabric judges InfiniBand fabrics as their subnet manager has left them: whether packets
// that follow the forwarding tables and service levels can wait for each other for ever, and which
// packets do not arrive at all.
//
// Resources are virtual lanes of links, those between channel adapters and switches included.
// Packets go from every LID of a channel adapter to every LID of another. Packets to and from
// switches themselves are not looked at: management uses lane 15, which has no flow control. A
// switch that has no entry or no lane for a packet discards it, so it waits for nothing there.
package fabric

import (
	"context"
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/topology"
	"github.com/flitwright/flitwright/topology/infiniband"
)

// A Report is the proof, and what the tables say besides.
type Report struct {
	*deadlock.Proof
	Switches   int         `json:"switches"`
	Adapters   int         `json:"adapters"`
	Pairs      int         `json:"pairs"`  // of LIDs
	Lost       int         `json:"lost"`   // pairs whose packets do not arrive
	Losses     []Loss      `json:"losses"` // the first of them
	Lanes      []Lane      `json:"lanes"`
	Components []Component `json:"components"`
}

// A Loss is packets that do not arrive.
type Loss struct {
	Source      string `json:"source"`
	Destination string `json:"destination"`
	At          string `json:"at"`
	Reason      string `json:"reason"`
}

// A Lane is the channels of one virtual lane that packets use, and the dependences among them.
type Lane struct {
	Lane        int  `json:"lane"`
	Channels    int  `json:"channels"`
	Dependences int  `json:"dependences"`
	Cyclic      bool `json:"cyclic"`
}

// A Component is channels that all depend on each other, and a shortest cycle through one of them
// with a packet for each dependence.
type Component struct {
	Channels int             `json:"channels"`
	Lanes    []int           `json:"lanes"`
	Cycle    []deadlock.Edge `json:"cycle"`
}

// Prove proves the relation of a fabric whose tables were read, and surveys it.
func Prove(ctx context.Context, f *infiniband.Fabric, o deadlock.Options) (*Report, error) {
	w := newWays(f)
	s, err := w.survey(ctx)
	if err != nil {
		return nil, err
	}
	proof, err := deadlock.Prove(ctx, w.relation(s), o)
	if err != nil {
		return nil, err
	}
	r := &Report{Proof: proof, Pairs: s.pairs, Lost: s.lost, Losses: s.losses, Lanes: s.perLane(), Components: s.components()}
	for _, n := range f.Graph.Nodes {
		if n.Switch {
			r.Switches++
		} else {
			r.Adapters++
		}
	}
	return r, nil
}

// ways are the ways of packets through a fabric.
type ways struct {
	*infiniband.Fabric
	graph   *topology.Graph
	lids    []int  // of channel adapters, ascending
	several []bool // nodes with more LIDs than one
	levels  int    // service levels
}

func newWays(f *infiniband.Fabric) *ways {
	w := &ways{Fabric: f, graph: f.Graph, several: make([]bool, len(f.Nodes)), levels: 1}
	if f.HasLevels() {
		w.levels = infiniband.SLs
	}
	has := make([]bool, len(f.Nodes))
	for lid, end := range f.LIDs {
		if f.Graph.Nodes[end.Node].Terminal {
			w.lids = append(w.lids, lid)
			w.several[end.Node] = has[end.Node]
			has[end.Node] = true
		}
	}
	slices.Sort(w.lids)
	return w
}

// name is a LID for people.
func (w *ways) name(lid int) string {
	end := w.LIDs[lid]
	name := w.graph.Nodes[end.Node].Name
	if w.several[end.Node] {
		name += fmt.Sprintf(" lid %d", lid)
	}
	return name
}

// A step is what becomes of a packet at a node.
type step struct {
	channel, lane int    // it goes on; channel -1: it does not
	lost          string // why it is discarded; "": it has arrived
}

// from is the first step of packets from a port of a channel adapter.
func (w *ways) from(port topology.End, sl int) step {
	c := w.Channel(port.Node, port.Port)
	if c < 0 {
		return step{-1, 0, fmt.Sprintf("port %d has no link", port.Port)}
	}
	return w.enter(port.Node, 0, c, sl)
}

// at is the step of packets to a LID that have come by a channel.
func (w *ways) at(channel, destination, sl int) step {
	ch := w.graph.Channels[channel]
	here := topology.End{Node: ch.To, Port: ch.ToPort}
	if !w.graph.Nodes[ch.To].Switch {
		if here == w.LIDs[destination] {
			return step{channel: -1}
		}
		return step{-1, 0, fmt.Sprintf("port %d is sent packets that are not for it", ch.ToPort)}
	}
	out := w.Output(ch.To, destination)
	switch {
	case out < 0:
		return step{-1, 0, "the switch has no entry"}
	case out == 0:
		return step{-1, 0, "the switch takes the packets for itself"}
	}
	return w.enter(ch.To, ch.ToPort, w.Channel(ch.To, out), sl)
}

// enter finds the lane behind an output.
func (w *ways) enter(node, in, channel, sl int) step {
	lane := w.VL(node, in, w.graph.Channels[channel].FromPort, sl)
	if lane == infiniband.Discard {
		return step{-1, 0, fmt.Sprintf("service level %d has no lane from port %d to port %d", sl, in, w.graph.Channels[channel].FromPort)}
	}
	return step{channel: channel, lane: lane}
}
