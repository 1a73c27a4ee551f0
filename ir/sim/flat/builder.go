package flat

import (
	"math/big"
	"slices"

	"github.com/flitwright/flitwright/ir"
)

// A builder appends nodes, gives one it has made before instead of its equal, and folds what
// is cheap to see: constants, neutral operands, slices of slices and concatenations.
type builder struct {
	nodes  *[]Node
	shared map[key]Ref
	words  map[constKey]Ref
}

// key identifies nodes of at most three arguments; longer ones are rarely equal.
type key struct {
	op             ir.Op
	length         uint8
	width, lo, mem int32
	args           [3]Ref
}

type constKey struct {
	width int
	value string
}

func newBuilder(nodes *[]Node) *builder {
	return &builder{nodes, map[key]Ref{}, map[constKey]Ref{}}
}

// expect makes room for some number of nodes.
func (b *builder) expect(nodes int) {
	*b.nodes = slices.Grow(*b.nodes, nodes)
	b.shared = make(map[key]Ref, nodes/2)
}

// leaf appends a node without looking for an equal one.
func (b *builder) leaf(n Node) Ref {
	for _, a := range n.Args {
		n.Level = max(n.Level, (*b.nodes)[a].Level+1)
	}
	*b.nodes = append(*b.nodes, n)
	return Ref(len(*b.nodes) - 1)
}

func (b *builder) constant(width int, v *big.Int) Ref {
	k := constKey{width, string(v.Bytes())}
	r, ok := b.words[k]
	if !ok {
		r = b.leaf(Node{Op: ir.OpConst, Width: width, Value: v})
		b.words[k] = r
	}
	return r
}

// make gives a node equal to n. It keeps n.Args.
func (b *builder) make(n Node) Ref {
	if r := b.fold(&n); r != None {
		return r
	}
	if len(n.Args) > 3 {
		return b.leaf(n)
	}
	k := key{op: n.Op, length: uint8(len(n.Args)), width: int32(n.Width), lo: int32(n.Lo), mem: int32(n.Mem)}
	copy(k.args[:], n.Args)
	r, ok := b.shared[k]
	if !ok {
		r = b.leaf(n)
		b.shared[k] = r
	}
	return r
}

// slice is bits hi to lo of a node.
func (b *builder) slice(r Ref, hi, lo int) Ref {
	return b.make(Node{Op: ir.OpSlice, Width: hi - lo + 1, Lo: lo, Args: []Ref{r}})
}

// join is the concatenation of bits, the lowest first.
func (b *builder) join(bits []Ref) Ref {
	args := make([]Ref, len(bits))
	for i, r := range bits {
		args[len(bits)-1-i] = r
	}
	return b.make(Node{Op: ir.OpCat, Width: len(bits), Args: args})
}

func (b *builder) at(r Ref) *Node { return &(*b.nodes)[r] }

// isConst reports whether a node is the constant of its width with every bit as given.
func (b *builder) isConst(r Ref, ones bool) bool {
	n := b.at(r)
	switch {
	case n.Op != ir.OpConst:
		return false
	case ones:
		return n.Value.Cmp(mask(n.Width)) == 0
	}
	return n.Value.Sign() == 0
}

// fold gives a simpler node for n, or None. It may change n to a simpler one.
func (b *builder) fold(n *Node) Ref {
	if r := b.foldConstant(n); r != None {
		return r
	}
	switch n.Op {
	case ir.OpNot:
		if a := b.at(n.Args[0]); a.Op == ir.OpNot {
			return a.Args[0]
		}
	case ir.OpAnd:
		return b.foldTerms(n, true)
	case ir.OpOr, ir.OpXor:
		return b.foldTerms(n, false)
	case ir.OpMux:
		return b.foldMux(n)
	case ir.OpShl, ir.OpShr:
		return b.foldShift(n)
	case ir.OpCat:
		if len(n.Args) == 1 {
			return n.Args[0]
		}
	case ir.OpSlice:
		return b.foldSlice(n)
	}
	return None
}

func (b *builder) foldConstant(n *Node) Ref {
	if n.Op == ir.OpMemRead || len(n.Args) == 0 {
		return None
	}
	for _, a := range n.Args {
		if b.at(a).Op != ir.OpConst {
			return None
		}
	}
	return b.constant(n.Width, evaluate(n, func(k int) *Node { return b.at(n.Args[k]) }))
}

// foldTerms drops neutral operands of And (ones), Or and Xor (zeros), and gives the absorbing
// one if there is any.
func (b *builder) foldTerms(n *Node, neutral bool) Ref {
	plain := true
	for _, a := range n.Args {
		if n.Op != ir.OpXor && b.isConst(a, !neutral) {
			return a
		}
		plain = plain && !b.isConst(a, neutral)
	}
	if plain {
		return None
	}
	var args []Ref
	for _, a := range n.Args {
		if !b.isConst(a, neutral) {
			args = append(args, a)
		}
	}
	if len(args) == 1 {
		return args[0]
	}
	n.Args = args
	return None
}

func (b *builder) foldMux(n *Node) Ref {
	sel, x, y := n.Args[0], n.Args[1], n.Args[2]
	switch {
	case x == y || b.isConst(sel, true):
		return x
	case b.isConst(sel, false):
		return y
	case n.Width != 1:
		return None
	case b.isConst(x, true):
		return b.make(Node{Op: ir.OpOr, Width: 1, Args: []Ref{sel, y}})
	case b.isConst(y, false):
		return b.make(Node{Op: ir.OpAnd, Width: 1, Args: []Ref{sel, x}})
	}
	return None
}

// foldShift makes a shift by a constant a concatenation with zeros.
func (b *builder) foldShift(n *Node) Ref {
	amount := b.at(n.Args[1])
	if amount.Op != ir.OpConst {
		return None
	}
	zeros := func(w int) Ref { return b.constant(w, new(big.Int)) }
	if amount.Value.Cmp(big.NewInt(int64(n.Width))) >= 0 {
		return zeros(n.Width)
	}
	by := int(amount.Value.Int64())
	if by == 0 {
		return n.Args[0]
	}
	args := []Ref{zeros(by), b.slice(n.Args[0], n.Width-1, by)}
	if n.Op == ir.OpShl {
		args = []Ref{b.slice(n.Args[0], n.Width-1-by, 0), zeros(by)}
	}
	return b.make(Node{Op: ir.OpCat, Width: n.Width, Args: args})
}

func (b *builder) foldSlice(n *Node) Ref {
	a := b.at(n.Args[0])
	switch {
	case n.Width == a.Width:
		return n.Args[0]
	case a.Op == ir.OpSlice:
		return b.slice(a.Args[0], a.Lo+n.Lo+n.Width-1, a.Lo+n.Lo)
	case a.Op == ir.OpCat:
		lo := n.Lo
		for k := len(a.Args) - 1; k >= 0; k-- {
			w := b.at(a.Args[k]).Width
			if lo < w {
				if lo+n.Width > w {
					return None // bits of two parts
				}
				return b.slice(a.Args[k], lo+n.Width-1, lo)
			}
			lo -= w
		}
	}
	return None
}
