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
	known map[decision]Diagram
	ites  map[[3]Diagram]Diagram
}

// A decision is on a variable: low if it is 0.
type decision struct {
	variable  int32
	low, high Diagram
}

// leaf is the variable of the constants, behind all others.
const leaf = 1<<31 - 1

// NewSpace makes a space without functions but the constants.
func NewSpace() *Space {
	return &Space{
		nodes: []decision{{leaf, False, False}, {leaf, True, True}},
		known: map[decision]Diagram{}, ites: map[[3]Diagram]Diagram{},
	}
}

// Variable is the function that is a variable.
func (s *Space) Variable(v int) Diagram { return s.node(decision{int32(v), False, True}) }

// Size is the number of decisions in all diagrams made so far.
func (s *Space) Size() int { return len(s.nodes) }

func (s *Space) node(d decision) Diagram {
	if d.low == d.high {
		return d.low
	}
	f, ok := s.known[d]
	if !ok {
		f = Diagram(len(s.nodes))
		s.nodes = append(s.nodes, d)
		s.known[d] = f
	}
	return f
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
	key := [3]Diagram{c, a, b}
	if f, ok := s.ites[key]; ok {
		return f
	}
	v := min(s.nodes[c].variable, s.nodes[a].variable, s.nodes[b].variable)
	f := s.node(decision{v, s.If(s.At(c, v, 0), s.At(a, v, 0), s.At(b, v, 0)), s.If(s.At(c, v, 1), s.At(a, v, 1), s.At(b, v, 1))})
	s.ites[key] = f
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
