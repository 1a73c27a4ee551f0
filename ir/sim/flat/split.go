package flat

import (
	"fmt"
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// A splitter finishes nodes that depend on each other as words, bit by bit.
type splitter struct {
	g     *graph
	bits  map[int32][]Ref // of each member; None until finished
	open  map[bit]bool    // depends on one being finished
	stack []bit
}

// A bit is one bit of a node of the graph.
type bit struct {
	id int32
	i  int
}

// split finishes the members of a component.
func split(g *graph, members []int32) error {
	s := &splitter{g: g, bits: map[int32][]Ref{}, open: map[bit]bool{}}
	for _, id := range members {
		p, _ := g.proto(id)
		bits := make([]Ref, p.width)
		for i := range bits {
			bits[i] = None
		}
		s.bits[id] = bits
	}
	for _, id := range members {
		for i := range s.bits[id] {
			if err := s.finish(bit{id, i}); err != nil {
				return err
			}
		}
	}
	for _, id := range members {
		g.ref[id] = g.join(s.bits[id])
	}
	return nil
}

// finish makes a bit and, before it, all that it depends on.
func (s *splitter) finish(b bit) error {
	s.stack = append(s.stack[:0], b)
	for len(s.stack) > 0 {
		b := s.stack[len(s.stack)-1]
		depth := len(s.stack)
		if s.bits[b.id][b.i] == None {
			r := s.make(b)
			if len(s.stack) > depth { // pushed what it misses
				s.open[b] = true
				for _, need := range s.stack[depth:] {
					if s.open[need] {
						return fmt.Errorf("combinational loop through %s[%d]", s.g.name(need.id), need.i)
					}
				}
				continue
			}
			s.bits[b.id][b.i] = r
		}
		delete(s.open, b)
		s.stack = s.stack[:depth-1]
	}
	return nil
}

// get is bits hi to lo of a node; it pushes those not finished and then returns None.
func (s *splitter) get(id int32, hi, lo int) Ref {
	if r := s.g.ref[id]; r != None {
		return s.g.slice(r, hi, lo)
	}
	bits := s.bits[id][lo : hi+1]
	whole := true
	for i, b := range bits {
		if b == None {
			s.stack = append(s.stack, bit{id, lo + i})
			whole = false
		}
	}
	if !whole {
		return None
	}
	return s.g.join(bits)
}

// make makes a bit from as few bits of its arguments as it depends on. Its result is void if
// some of them are not finished.
func (s *splitter) make(b bit) Ref {
	g := s.g
	p, _ := g.proto(b.id)
	var ids []int32
	for k := 0; ; k++ {
		a, ok := g.arg(b.id, k)
		if !ok {
			break
		}
		ids = append(ids, a)
	}
	width := func(k int) int { q, _ := g.proto(ids[k]); return int(q.width) }
	whole := func(k int) Ref { return s.get(ids[k], width(k)-1, 0) }
	at := func(k, i int) Ref { return s.get(ids[k], i, i) }
	op := func(op ir.Op, width int, args ...Ref) Ref {
		for _, a := range args {
			if a == None {
				return None
			}
		}
		return g.make(Node{Op: op, Width: width, Args: args})
	}
	pick := func(r Ref, i int) Ref {
		if r == None {
			return None
		}
		return g.slice(r, i, i)
	}
	args := make([]Ref, len(ids))
	switch p.op {
	case ir.OpWire, ir.OpInput, ir.OpInstOut:
		return at(0, b.i)
	case ir.OpSlice:
		return at(0, int(p.lo)+b.i)
	case ir.OpCat:
		k, i := len(ids)-1, b.i
		for i >= width(k) {
			i -= width(k)
			k--
		}
		return at(k, i)
	case ir.OpNot, ir.OpAnd, ir.OpOr, ir.OpXor:
		for k := range ids {
			args[k] = at(k, b.i)
		}
		return op(p.op, 1, args...)
	case ir.OpMux:
		return op(ir.OpMux, 1, whole(0), at(1, b.i), at(2, b.i))
	case ir.OpOneHotMux:
		terms := make([]Ref, len(ids)-1)
		for k := range terms {
			terms[k] = op(ir.OpAnd, 1, at(0, k), at(1+k, b.i))
		}
		return op(ir.OpOr, 1, terms...)
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		return pick(op(p.op, b.i+1, s.get(ids[0], b.i, 0), s.get(ids[1], b.i, 0)), b.i)
	case ir.OpShl, ir.OpShr, ir.OpSra:
		return s.shift(p.op, b.i, ids[0], width(0), whole(1))
	case ir.OpMemRead:
		if addr := whole(0); addr != None {
			_, inst := g.proto(b.id)
			r := g.make(Node{Op: p.op, Width: int(p.width), Mem: int(inst.mems + p.mem), Args: []Ref{addr}})
			return g.slice(r, b.i, b.i)
		}
		return None
	default: // 1 bit of whole arguments
		for k := range ids {
			args[k] = whole(k)
		}
		return op(p.op, 1, args...)
	}
}

// shift makes bit i of a shifted node. Of a constant amount it needs one bit, else all that
// can come to stand there.
func (s *splitter) shift(op ir.Op, i int, id int32, width int, amount Ref) Ref {
	if amount == None {
		return None
	}
	if n := s.g.Nodes[amount]; n.Op == ir.OpConst {
		by := width
		if n.Value.IsInt64() {
			by = int(min(n.Value.Int64(), int64(width)))
		}
		from := i + by
		if op == ir.OpShl {
			from = i - by
		} else if op == ir.OpSra {
			from = min(from, width-1)
		}
		if from < 0 || from >= width {
			return s.g.constant(1, new(big.Int))
		}
		return s.get(id, from, from)
	}
	hi, lo, bit := width-1, i, 0
	if op == ir.OpShl {
		hi, lo, bit = i, 0, i
	}
	a := s.get(id, hi, lo)
	if a == None {
		return None
	}
	return s.g.slice(s.g.make(Node{Op: op, Width: hi - lo + 1, Args: []Ref{a, amount}}), bit, bit)
}
