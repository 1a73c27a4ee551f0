package gates

// A Diagram is a reduced ordered binary decision diagram: a function of the bits that a Space has in its
// order. Two functions are the same if and only if their diagrams are.
type Diagram int32

// The constant functions.
const (
	False Diagram = 0
	True  Diagram = 1
)

// A Space holds diagrams (R. E. Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", IEEE
// Transactions on Computers C-35(8), 1986). Variables are numbers; the lowest is asked for first.
type Space struct {
	nodes []decision
	table []Diagram // of a hash, or 0
	cache []choice  // of a hash, the last that was made
}

// A decision is on a variable: low if it is 0.
type decision struct {
	variable  int32
	low, high Diagram
}

// A choice is an If that was made.
type choice struct{ c, a, b, f Diagram }

// leaf is the variable of the constants, behind all others.
const leaf = 1<<31 - 1

// NewSpace makes a space without functions but the constants.
func NewSpace() *Space {
	return &Space{
		nodes: []decision{{leaf, False, False}, {leaf, True, True}},
		table: make([]Diagram, 1<<10), cache: make([]choice, 1<<16),
	}
}

// Variable is the function that is a variable.
func (s *Space) Variable(v int) Diagram { return s.node(decision{int32(v), False, True}) }

// Size is the number of decisions in all diagrams made so far.
func (s *Space) Size() int { return len(s.nodes) }

// hash mixes three numbers.
func hash(a, b, c uint32) uint32 {
	h := uint64(a)*0x9e3779b97f4a7c15 ^ uint64(b)*0xc2b2ae3d27d4eb4f ^ uint64(c)*0x165667b19e3779f9
	return uint32(h >> 32)
}

// node finds a decision, or makes it.
func (s *Space) node(d decision) Diagram {
	if d.low == d.high {
		return d.low
	}
	if 2*len(s.nodes) > len(s.table) {
		s.table = make([]Diagram, 2*len(s.table))
		for f := 2; f < len(s.nodes); f++ {
			*s.slot(s.nodes[f]) = Diagram(f)
		}
	}
	slot := s.slot(d)
	if *slot == 0 {
		*slot = Diagram(len(s.nodes))
		s.nodes = append(s.nodes, d)
	}
	return *slot
}

// slot is where a decision stands in the table, or is to stand.
func (s *Space) slot(d decision) *Diagram {
	mask := uint32(len(s.table) - 1)
	i := hash(uint32(d.variable), uint32(d.low), uint32(d.high)) & mask
	for s.table[i] != 0 && s.nodes[s.table[i]] != d {
		i = (i + 1) & mask
	}
	return &s.table[i]
}

// If is a where c holds, and b elsewhere.
func (s *Space) If(c, a, b Diagram) Diagram {
	switch {
	case c == True || a == b:
		return a
	case c == False:
		return b
	case a == True && b == False:
		return c
	}
	known := &s.cache[hash(uint32(c), uint32(a), uint32(b))&uint32(len(s.cache)-1)]
	if known.c == c && known.a == a && known.b == b {
		return known.f // c is no constant, so this was made
	}
	v := min(s.nodes[c].variable, s.nodes[a].variable, s.nodes[b].variable)
	f := s.node(decision{v, s.If(s.At(c, v, 0), s.At(a, v, 0), s.At(b, v, 0)), s.If(s.At(c, v, 1), s.At(a, v, 1), s.At(b, v, 1))})
	*known = choice{c, a, b, f}
	return f
}

// At is a function with a value for a variable, before which it asks for none.
func (s *Space) At(f Diagram, variable int32, value uint64) Diagram {
	switch n := s.nodes[f]; {
	case n.variable != variable:
		return f
	case value == 1:
		return n.high
	default:
		return n.low
	}
}

// Not, And and Or are functions of functions.
func (s *Space) Not(f Diagram) Diagram { return s.If(f, False, True) }

func (s *Space) And(fs ...Diagram) Diagram {
	all := True
	for _, f := range fs {
		all = s.If(all, f, False)
	}
	return all
}

func (s *Space) Or(fs ...Diagram) Diagram {
	any := False
	for _, f := range fs {
		any = s.If(any, True, f)
	}
	return any
}

// Example is an input for which a function holds, by variable; variables that are not in it do not matter.
// It is nil if there is none.
func (s *Space) Example(f Diagram) map[int]uint64 {
	if f == False {
		return nil
	}
	values := map[int]uint64{}
	for f != True {
		n := s.nodes[f]
		if n.low != False {
			values[int(n.variable)], f = 0, n.low
		} else {
			values[int(n.variable)], f = 1, n.high
		}
	}
	return values
}

// Symbolic computes the outputs of a logic, bit by bit in the order of Port.First, for inputs that are
// functions.
func (l *Logic) Symbolic(s *Space, in []Diagram) []Diagram {
	v := make([]Diagram, int(firstInput)+l.inputs+len(l.gates))
	v[one] = True
	copy(v[firstInput:], in)
	to := v[int(firstInput)+l.inputs:]
	for i, g := range l.gates {
		a, b := v[g.a], v[g.b]
		switch g.op {
		case and:
			to[i] = s.If(a, b, False)
		case or:
			to[i] = s.If(a, True, b)
		case xor:
			to[i] = s.If(a, s.Not(b), b)
		case not:
			to[i] = s.Not(a)
		case mux:
			to[i] = s.If(a, b, v[g.c])
		}
	}
	var out []Diagram
	for _, p := range l.outputs {
		for _, b := range p.bits {
			out = append(out, v[b])
		}
	}
	return out
}
