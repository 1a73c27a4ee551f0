package mutate

import (
	"math/big"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// A circuit is and-gates with a clause for each of their cases, for a solver to find inputs for. A bit is a variable of the solver,
// or minus one for its inverse; one is 1. Gates of the same inputs are one gate.
type circuit struct {
	clauses [][]int
	last    int // highest variable in use
	gates   map[[2]int]int
	inputOf [][2]int // by variable, of its gate; none of an input
	solver  *gini.Gini
	known   int // clauses that the solver has
}

const one = 1

func newCircuit() *circuit {
	return &circuit{clauses: [][]int{{one}}, last: one, gates: map[[2]int]int{}, inputOf: make([][2]int, one+1)}
}

// solve looks for inputs that make the bit 1. It gives what other bits are then, until it is asked again; nil if there are none.
func (c *circuit) solve(bit int) (is func(bit int) bool) {
	if bit == -one {
		return nil
	}
	if c.solver == nil {
		c.solver = gini.NewV(c.last)
	}
	for _, clause := range c.clauses[c.known:] {
		for _, lit := range clause {
			c.solver.Add(z.Dimacs2Lit(lit))
		}
		c.solver.Add(z.LitNull)
	}
	c.known = len(c.clauses)
	c.solver.Assume(z.Dimacs2Lit(bit))
	if c.solver.Solve() != 1 {
		return nil
	}
	return func(bit int) bool { return c.solver.Value(z.Dimacs2Lit(bit)) }
}

func (c *circuit) input() int {
	c.last++
	c.inputOf = append(c.inputOf, [2]int{})
	return c.last
}

func (c *circuit) and(a, b int) int {
	switch {
	case a == -one || b == -one || a == -b:
		return -one
	case a == one || a == b:
		return b
	case b == one:
		return a
	}
	key := [2]int{min(a, b), max(a, b)}
	if x, ok := c.gates[key]; ok {
		return x
	}
	x := c.input()
	c.gates[key], c.inputOf[x] = x, key
	c.clauses = append(c.clauses, []int{-x, a}, []int{-x, b}, []int{x, -a, -b})
	return x
}

func (c *circuit) or(a, b int) int     { return -c.and(-a, -b) }
func (c *circuit) xor(a, b int) int    { return c.or(c.and(a, -b), c.and(-a, b)) }
func (c *circuit) mux(s, a, b int) int { return c.or(c.and(s, a), c.and(-s, b)) }

// fold combines all bits of a word by a gate.
func fold(bits word, start int, gate func(a, b int) int) int {
	for _, bit := range bits {
		start = gate(start, bit)
	}
	return start
}

// A word is bits, the lowest first.
type word = []int

func (c *circuit) inputs(width int) word {
	w := make(word, width)
	for i := range w {
		w[i] = c.input()
	}
	return w
}

func (c *circuit) zip(a, b word, gate func(a, b int) int) word {
	w := make(word, len(a))
	for i := range w {
		w[i] = gate(a[i], b[i])
	}
	return w
}

func (c *circuit) equal(a, b word) int { return -fold(c.zip(a, b, c.xor), -one, c.or) }

// sum is a + b + carry with the carry out as its highest bit.
func (c *circuit) sum(a, b word, carry int) word {
	w := make(word, 0, len(a)+1)
	for i := range a {
		half := c.xor(a[i], b[i])
		w = append(w, c.xor(half, carry))
		carry = c.or(c.and(a[i], b[i]), c.and(half, carry))
	}
	return append(w, carry)
}

func inverse(a word) word { return each(a, func(bit int) int { return -bit }) }

// less is a < b: there is no carry in a - b.
func (c *circuit) less(a, b word) int { return -c.sum(a, inverse(b), one)[len(a)] }

// shift moves a by an amount up, or down with fill coming in.
func (c *circuit) shift(a, amount word, up bool, fill int) word {
	for k, bit := range amount {
		moved := make(word, len(a))
		for i := range moved {
			from, steps := i+1<<min(k, 30), 1<<min(k, 30)
			if up {
				from = i - steps
			}
			moved[i] = fill
			if 0 <= from && from < len(a) {
				moved[i] = a[from]
			}
		}
		a = c.zip(moved, a, func(m, s int) int { return c.mux(bit, m, s) })
	}
	return a
}

// pure builds a node of pure logic.
func (c *circuit) pure(n *flat.Node, args []word) word {
	all := func(gate func(a, b int) int) word {
		w := args[0]
		for _, a := range args[1:] {
			w = c.zip(w, a, gate)
		}
		return w
	}
	switch n.Op {
	case ir.OpConst:
		return constant(n.Width, n.Value)
	case ir.OpNot:
		return inverse(args[0])
	case ir.OpAnd:
		return all(c.and)
	case ir.OpOr:
		return all(c.or)
	case ir.OpXor:
		return all(c.xor)
	case ir.OpAdd:
		return c.sum(args[0], args[1], -one)[:n.Width]
	case ir.OpSub:
		return c.sum(args[0], inverse(args[1]), one)[:n.Width]
	case ir.OpMul:
		return c.product(args[0], args[1])[:n.Width]
	case ir.OpEq:
		return word{c.equal(args[0], args[1])}
	case ir.OpLt:
		return word{c.less(args[0], args[1])}
	case ir.OpLtS:
		top := len(args[0]) - 1
		flipped := func(a word) word { return append(a[:top:top], -a[top]) }
		return word{c.less(flipped(args[0]), flipped(args[1]))}
	case ir.OpShl:
		return c.shift(args[0], args[1], true, -one)
	case ir.OpShr:
		return c.shift(args[0], args[1], false, -one)
	case ir.OpSra:
		return c.shift(args[0], args[1], false, args[0][len(args[0])-1])
	case ir.OpMux:
		return c.zip(args[1], args[2], func(a, b int) int { return c.mux(args[0][0], a, b) })
	case ir.OpOneHotMux:
		w := fill(n.Width, -one)
		for i, a := range args[1:] {
			w = c.zip(w, a, func(x, bit int) int { return c.or(x, c.and(args[0][i], bit)) })
		}
		return w
	case ir.OpCat:
		var w word
		for i := range args {
			w = append(w, args[len(args)-1-i]...)
		}
		return w
	case ir.OpSlice:
		return args[0][n.Lo:][:n.Width]
	case ir.OpReduceAnd:
		return word{fold(args[0], one, c.and)}
	case ir.OpReduceOr:
		return word{fold(args[0], -one, c.or)}
	case ir.OpReduceXor:
		return word{fold(args[0], -one, c.xor)}
	}
	panic("mutate: a node of a new kind")
}

func fill(width, bit int) word {
	w := make(word, width)
	for i := range w {
		w[i] = bit
	}
	return w
}

func constant(width int, value *big.Int) word {
	w := fill(width, -one)
	for i := range w {
		if value.Bit(i) == 1 {
			w[i] = one
		}
	}
	return w
}

// product is a * b, as wide as both together.
func (c *circuit) product(a, b word) word {
	w := fill(len(a)+len(b), -one)
	for i, bit := range b {
		row := fill(len(w), -one)
		for k := range a {
			row[i+k] = c.and(a[k], bit)
		}
		w = c.sum(w, row, -one)[:len(w)]
	}
	return w
}
