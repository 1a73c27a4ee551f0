package deadlock

import (
	"fmt"

	"github.com/flitwright/flitwright/topology/draw"
)

// Picture is the network with the cycle and the closed set of the proof.
func (p *Proof) Picture() *draw.Picture {
	s := p.space
	d := &draw.Picture{
		Graph: s.Graph, VCs: s.lanes,
		Title: fmt.Sprintf("%s: %s", p.subject(), p.Verdict),
	}
	resource := func(v int) draw.Resource {
		if v >= s.resources() {
			return draw.Resource{Name: s.name(v), Channel: -1, Node: s.node(v)}
		}
		return draw.Resource{Name: s.name(v), Channel: v / s.lanes, VC: v % s.lanes}
	}
	for _, v := range p.cycle {
		d.Cycle = append(d.Cycle, resource(int(v)))
	}
	for v, alive := range p.closed {
		if alive {
			d.Set = append(d.Set, resource(v))
		}
	}
	for _, k := range p.Witness {
		d.Notes = append(d.Notes, k.String())
	}
	d.Notes = append(d.Notes, p.Reason)
	return d
}
