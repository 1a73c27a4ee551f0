package routing

import (
	"fmt"

	"github.com/flitwright/flitwright/topology"
)

// recoverySchemes let packets block each other and undo it, or let none wait.
func recoverySchemes() []Scheme {
	kill := func(name, help string) Scheme {
		return Scheme{name, help, []Param{number("vcs", "virtual channels of a channel", 1, 64, 1), tie()}, one(func(g *topology.Graph, v Values) (*Relation, error) {
			return recovering(g, v, name, Regressive)
		})}
	}
	return []Scheme{
		kill("timeout", "any shortest path; a packet that waits for too long is killed and sent anew"),
		kill("compressionless", "any shortest path; a packet is padded so that its source sees it wait, kills it and sends it anew"),
		{"disha", "any shortest path; a packet that waits for too long goes on in one escape buffer a node, alone", []Param{
			number("vcs", "virtual channels of a channel", 1, 64, 1), tie(),
		}, one(func(g *topology.Graph, v Values) (*Relation, error) {
			r, err := recovering(g, v, "disha", Progressive)
			if err != nil {
				return nil, err
			}
			r.Lane, err = laneOf(g)
			return r, err
		})},
		{"chaos", "a packet leaves in every cycle, away from its destination if it must", []Param{
			words("priority", "who is deflected: by chance, or the younger", "chance", "age"),
			number("progress", "at most one hop in so many is a deflection; 0: not bounded", 0, 1<<16, 0),
		}, one(buildChaos)},
	}
}

func recovering(g *topology.Graph, v Values, name string, how Recovery) (*Relation, error) {
	r, err := buildAdaptive(g, v)
	if err != nil {
		return nil, err
	}
	r.Name, r.Recovery = name, how
	if how == Regressive {
		r.Livelock = "H a try, H those of a shortest path; tries are not bounded, gaps that grow by chance make many unlikely"
	}
	return r, nil
}

// laneOf is the way through the escape buffers: in dimension order, or by tables.
func laneOf(g *topology.Graph) (*Relation, error) {
	switch g.Kind {
	case topology.Irregular, topology.FatTreeKind:
		return tables("lane", g, func(int, int) bool { return true }, false), nil
	}
	k, err := newGrid(g, "lane", karies...)
	if err != nil {
		return nil, err
	}
	o := &ordered{grid: k, staticVC: 1, classes: 1}
	return o.relation("lane"), nil
}

// buildChaos makes deflection. Every packet finds an output as long as no node has more inputs than
// outputs.
func buildChaos(g *topology.Graph, v Values) (*Relation, error) {
	for n := range g.Nodes {
		if in, out := len(g.In(n)), len(g.Out(n)); in > out {
			return nil, fmt.Errorf("-routing chaos: node %s has %d inputs and %d outputs, so a packet can be left over", g.Nodes[n].Name, in, out)
		}
		if !passes(g, n) {
			return nil, fmt.Errorf("-routing chaos: node %s passes no packets on, so it cannot be deflected to", g.Nodes[n].Name)
		}
	}
	progress := v.number("progress")
	if progress == 1 {
		return nil, fmt.Errorf("-set progress=1: every hop would be a deflection; want 0 or 2 and more")
	}
	r := &Relation{Name: "chaos", Graph: g, VCs: 1, Headers: 1, Parts: destinations(g), Recovery: Deflection}
	switch {
	case progress > 0:
		far := 0
		for _, d := range r.Parts {
			for _, hops := range distances(g, d) {
				far = max(far, int(hops))
			}
		}
		r.Livelock = fmt.Sprintf("at most %d, H(H'+1)/(H'-1) rounded up with H = %d hops of a shortest path and a deflection in H' = %d hops",
			(far*(progress+1)+progress-2)/(progress-1), far, progress)
	case v.says("priority", "age"):
		r.Livelock = "bounded: the oldest packet is never deflected, and each becomes the oldest"
	default:
		r.Livelock = "not bounded: long ways are unlikely, not impossible"
	}
	r.Open = func(part int) Part {
		destination := r.Parts[part]
		return Part{
			Inject: fromAll(g, destination),
			Route: func(p Packet, options []Option) []Option {
				if p.Node == destination {
					return append(options, Option{Channel: Eject, Escape: true})
				}
				for _, c := range g.Out(p.Node) {
					options = append(options, Option{Channel: c})
				}
				return options
			},
		}
	}
	return r, nil
}
