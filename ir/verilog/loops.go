package verilog

import (
	"errors"
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// checkLoops finds wires driven by an always block that depend on themselves. By bits there
// is no loop (ir.Elaborate sees to that), but an always block computes a vector as a whole:
// Icarus Verilog misses the change that the block itself makes, Yosys finds a loop. The paths
// within the module are followed, not those through instances.
//
// It returns all expressions, each behind those it is computed from.
func (p *plan) checkLoops() ([]*expr, error) {
	s := scc{plan: p, index: make([]int32, len(p.exprs)), low: make([]int32, len(p.exprs))}
	for _, x := range p.exprs {
		if s.index[x.id] == 0 {
			s.visit(x)
		}
	}
	return s.order, errors.Join(s.errs...)
}

// scc finds strongly connected components by Tarjan's algorithm, with a stack of its own.
type scc struct {
	*plan
	index, low []int32 // from 1; low is -1 once the component is complete
	count      int32
	stack      []*expr
	order      []*expr // those of complete components
	errs       []error
}

type frame struct {
	x     *expr
	edges []*expr
}

func (s *scc) enter(x *expr) frame {
	s.count++
	s.index[x.id], s.low[x.id] = s.count, s.count
	s.stack = append(s.stack, x)
	return frame{x, s.edges(x)}
}

func (s *scc) visit(root *expr) {
	frames := []frame{s.enter(root)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if len(f.edges) > 0 {
			next := f.edges[0]
			f.edges = f.edges[1:]
			switch {
			case s.index[next.id] == 0:
				frames = append(frames, s.enter(next))
			case s.low[next.id] > 0:
				s.low[f.x.id] = min(s.low[f.x.id], s.index[next.id])
			}
			continue
		}
		x := f.x
		frames = frames[:len(frames)-1]
		low := s.low[x.id]
		if low == s.index[x.id] {
			s.complete(x)
		}
		if len(frames) > 0 && low < s.index[x.id] {
			up := frames[len(frames)-1].x
			s.low[up.id] = min(s.low[up.id], low)
		}
	}
}

// complete takes the component of x off the stack.
func (s *scc) complete(x *expr) {
	at := len(s.stack) - 1
	for s.stack[at] != x {
		at--
	}
	for _, y := range s.stack[at:] {
		s.low[y.id] = -1
		if len(s.stack)-at > 1 && y.op == ir.OpWire && s.procedural(y.node) {
			s.errs = append(s.errs, fmt.Errorf("%v: module %s: wire %s[%d] is set by choice, and bits of it from other bits of it: "+
				"simulators take that for a loop; give the bits wires of their own", y.node.Pos(), s.m.Name, y.node.Name, y.width))
		}
	}
	s.order = append(s.order, s.stack[at:]...)
	s.stack = s.stack[:at]
}

// edges are what x is computed from in the same cycle.
func (s *scc) edges(x *expr) []*expr {
	if x.op != ir.OpWire {
		return x.args
	}
	var from []*expr
	if b := s.blocks.at[x.node]; b != nil {
		b.statements(func(y *expr, _ use) { from = append(from, y) })
	}
	return from
}

// procedural reports whether an always block drives the wire.
func (p *plan) procedural(n *ir.Node) bool {
	b := p.blocks.at[n]
	if b == nil {
		return false
	}
	driven, _ := b.assignment()
	return driven == nil
}
