package prover

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/gates"
	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/topology"
)

// VCShape are the parameters of a VC allocator.
type VCShape struct{ Inputs, Outputs, VCs int }

// VCDateline reads what a VC allocator of dateline classes leaves of dimension order with datelines, in a torus of 4 nodes a
// dimension with as many dimensions as it has ports for, up to three.
func VCDateline(d *ir.Design, shape VCShape) (*Reading, error) {
	if shape.VCs > 4 {
		return nil, fmt.Errorf("vcs=%d: routing has requests and replies: 2 VCs for one class, 4 for two", shape.VCs)
	}
	return allocated(d, shape, "dor-dateline", fmt.Sprintf("classes=%d", shape.VCs/2))
}

// VCEscape reads what a VC allocator of escape classes leaves of the routing of the T3E, in a torus as for VCDateline.
func VCEscape(d *ir.Design, shape VCShape) (*Reading, error) {
	if shape.VCs > 5 || shape.VCs%2 == 0 {
		return nil, fmt.Errorf("vcs=%d: routing has requests and replies and one adaptive VC: 3 VCs for one class, 5 for two", shape.VCs)
	}
	return allocated(d, shape, "t3e", fmt.Sprintf("classes=%d", shape.VCs/2))
}

// allocated makes a router of the allocator: an option of the rules is asked for by the input VC that the packet is on, with turn
// where it leaves the dimension that it came in, and the packet moves to what is granted when no other asks and every VC is
// free, in some state of the allocator. Whom it grants when several ask is not looked at: what it grants is what was
// asked for, free and legal, as make formal proves. The node is at the first port that no channel uses, and packets come from it on
// the lowest VC of their class.
func allocated(d *ir.Design, shape VCShape, scheme string, set ...string) (*Reading, error) {
	dims := min(3, (min(shape.Inputs, shape.Outputs)-1)/2)
	if dims == 0 {
		return nil, fmt.Errorf("inputs=%d, outputs=%d: a torus of one dimension needs 3, with the node", shape.Inputs, shape.Outputs)
	}
	g, err := topology.Torus([]int{4, 4, 4}[:dims]...)
	if err != nil {
		return nil, err
	}
	rules, err := routing.New(g, scheme, set...)
	if err != nil {
		return nil, err
	}
	a := &allocator{VCShape: shape, rules: rules[0]}
	if err := a.read(d); err != nil {
		return nil, err
	}
	logic := *a.rules
	logic.Name, logic.Quotient, logic.Open = scheme+" as allocated", nil, a.open
	return &Reading{Logic: &logic, Rules: a.rules, Refusal: a.refusal}, nil
}

// allocator is a relation behind a VC allocator being read.
type allocator struct {
	VCShape
	rules *routing.Relation
	gives [][]uint64 // of an input VC and an asked, the VCs that it may be granted
}

// asked numbers what an input VC asks for: a VC of an output port, with or without turning.
func (a *allocator) asked(port, vc, turn int) int { return (port*a.VCs+vc)*2 + turn }

// read evaluates the allocator for each input VC that asks alone.
func (a *allocator) read(d *ir.Design) error {
	l, err := gates.New(d, d.Top.Name)
	if err != nil {
		return err
	}
	f := &finder{Logic: l}
	width := max(1, bits.Len(uint(a.Outputs-1)))
	type pins struct{ valid, port, vcs, turn, grant gates.Port }
	var requests []pins
	for i := range a.Inputs * a.VCs {
		name := fmt.Sprintf("req_%d_", i)
		requests = append(requests, pins{f.input(name+"valid", 1), f.input(name+"port", width), f.input(name+"vcs", a.VCs),
			f.input(name+"turn", 1), f.output(fmt.Sprintf("gnt_%d_vc", i), a.VCs)})
	}
	var free []gates.Port
	for o := range a.Outputs {
		free = append(free, f.input(fmt.Sprintf("free_%d", o), a.VCs))
	}
	rst, err := l.State("rst", 1)
	if err = errors.Join(append(f.errs, err)...); err != nil {
		return err
	}
	for _, r := range requests {
		s := gates.NewSpace()
		in := make([]gates.Diagram, l.Inputs())
		for i := range in { // state, unless it is set below
			in[i] = s.Variable(l.Inputs() + i)
		}
		set := func(p gates.Port, f gates.Diagram) {
			for i := range p.Width {
				in[p.First+i] = f
			}
		}
		for _, other := range requests {
			for _, p := range []gates.Port{other.valid, other.port, other.vcs, other.turn} {
				set(p, gates.False)
			}
		}
		for _, p := range free {
			set(p, gates.True)
		}
		set(rst, gates.False)
		set(r.valid, gates.True)
		asks := []gates.Port{r.port, r.vcs, r.turn}
		at := 0
		for _, p := range asks {
			for i := range p.Width {
				in[p.First+i] = s.Variable(at)
				at++
			}
		}
		out := l.Symbolic(s, in)[r.grant.First:][:a.VCs]
		gives := make([]uint64, a.asked(a.Outputs, 0, 0))
		for port := range a.Outputs {
			for vc := range a.VCs {
				for turn := range 2 {
					request := uint64(port) | 1<<vc<<width | uint64(turn)<<(width+a.VCs)
					for w, f := range out {
						for i := range at {
							f = s.At(f, int32(i), request>>i&1)
						}
						if f != gates.False {
							gives[a.asked(port, vc, turn)] |= 1 << w
						}
					}
				}
			}
		}
		a.gives = append(a.gives, gives)
	}
	return nil
}

func (a *allocator) open(part int) routing.Part {
	in := a.rules.Open(part)
	var wanted []routing.Option
	return routing.Part{Inject: in.Inject, Route: func(p routing.Packet, options []routing.Option) []routing.Option {
		wanted = in.Route(p, wanted[:0])
		for _, o := range wanted {
			if o.Channel == routing.Eject {
				options = append(options, o)
				continue
			}
			given := a.given(p, o, part)
			for w := range a.VCs {
				if given>>w&1 == 1 {
					o.VC = w
					options = append(options, o)
				}
			}
		}
		return options
	}}
}

// given are the VCs that a packet may be granted for an option.
func (a *allocator) given(p routing.Packet, o routing.Option, part int) uint64 {
	g := a.rules.Graph
	out := g.Channels[o.Channel]
	port, vc, turn := g.Ports(p.Node), 0, 1
	if p.Channel != routing.Injected {
		in := g.Channels[p.Channel]
		port, vc = in.ToPort, p.VC
		if in.Dim == out.Dim && in.Sign == out.Sign {
			turn = 0
		}
	} else if a.rules.Messages != nil {
		vc = 2 * a.rules.Messages.Class(part, p.Header)
	}
	return a.gives[port*a.VCs+vc][a.asked(out.FromPort, o.VC, turn)]
}

func (a *allocator) refusal(int, routing.Packet) string { return "nothing is granted" }
