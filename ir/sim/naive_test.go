package sim_test

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// A naive is an instance evaluated straight from the IR: recursively, by executing its
// statements, on big integers. It shares nothing with the flattened netlist.
type naive struct {
	path   string
	mod    *ir.Module
	parent *naive
	inst   *ir.Instance // in the parent
	kids   map[*ir.Instance]*naive
	state  map[*ir.Node]*big.Int
	cells  map[*ir.Mem][]*big.Int
	pins   map[string]*big.Int // of the top, rst among them
	memo   map[*ir.Node]*big.Int
}

func newNaive(m *ir.Module) *naive { return place(m, nil, nil, m.Name) }

func place(m *ir.Module, parent *naive, inst *ir.Instance, path string) *naive {
	s := &naive{
		path: path, mod: m, parent: parent, inst: inst, kids: map[*ir.Instance]*naive{},
		state: map[*ir.Node]*big.Int{}, cells: map[*ir.Mem][]*big.Int{}, memo: map[*ir.Node]*big.Int{},
	}
	for _, i := range m.Insts {
		s.kids[i] = place(i.Of, s, i, path+"."+i.Name)
	}
	return s
}

// all is the instance and those below it.
func (s *naive) all() []*naive {
	list := []*naive{s}
	for _, i := range s.mod.Insts {
		list = append(list, s.kids[i].all()...)
	}
	return list
}

func (s *naive) top() *naive {
	for s.parent != nil {
		s = s.parent
	}
	return s
}

func (s *naive) eval(n *ir.Node) *big.Int {
	v, ok := s.memo[n]
	if !ok {
		v = new(big.Int).Mod(s.compute(n), pow2(n.Width))
		s.memo[n] = v
	}
	return v
}

func (s *naive) holds(n *ir.Node) bool { return s.eval(n).Sign() == 1 }

// inRange gives the cell an address names, nil if none.
func (s *naive) cell(m *ir.Mem, addr *ir.Node) **big.Int {
	a := s.eval(addr)
	if a.Cmp(big.NewInt(int64(m.Depth))) >= 0 {
		return nil
	}
	return &s.cells[m][a.Int64()]
}

func (s *naive) compute(n *ir.Node) *big.Int {
	x := func(i int) *big.Int { return s.eval(n.Args[i]) }
	reduce := func(f func(z, x, y *big.Int) *big.Int) *big.Int {
		v := x(0)
		for i := range n.Args[1:] {
			v = f(new(big.Int), v, x(i+1))
		}
		return v
	}
	by := func() uint {
		for w := range n.Width {
			if x(1).Cmp(big.NewInt(int64(w))) == 0 {
				return uint(w)
			}
		}
		return uint(n.Width)
	}
	switch n.Op {
	case ir.OpConst:
		return n.Value
	case ir.OpInput:
		if s.parent == nil {
			return s.pins[n.Port.Name]
		}
		for _, in := range s.inst.Inputs {
			if in.Port.Name == n.Port.Name {
				return s.parent.eval(in)
			}
		}
		panic("no input " + n.Port.Name)
	case ir.OpReset:
		return s.top().pins["rst"]
	case ir.OpWire:
		return s.eval(s.driver(s.mod.Body, n))
	case ir.OpReg, ir.OpMemReadReg:
		return s.state[n]
	case ir.OpMemRead:
		if c := s.cell(n.Mem, n.Args[0]); c != nil {
			return *c
		}
		return new(big.Int)
	case ir.OpInstOut:
		kid := s.kids[n.Inst]
		for _, p := range kid.mod.Ports {
			if p.Name == n.Port.Name {
				return kid.eval(p.Node)
			}
		}
		panic("no output " + n.Port.Name)
	case ir.OpNot:
		return new(big.Int).Sub(new(big.Int).Sub(pow2(n.Width), big.NewInt(1)), x(0))
	case ir.OpAnd:
		return reduce((*big.Int).And)
	case ir.OpOr:
		return reduce((*big.Int).Or)
	case ir.OpXor:
		return reduce((*big.Int).Xor)
	case ir.OpAdd:
		return reduce((*big.Int).Add)
	case ir.OpSub:
		return reduce((*big.Int).Sub)
	case ir.OpMul:
		return reduce((*big.Int).Mul)
	case ir.OpEq:
		return number(x(0).String() == x(1).String())
	case ir.OpLt:
		return number(new(big.Int).Sub(x(0), x(1)).Sign() < 0)
	case ir.OpLtS:
		w := n.Args[0].Width
		return number(new(big.Int).Sub(twos(x(0), w), twos(x(1), w)).Sign() < 0)
	case ir.OpShl:
		return new(big.Int).Mul(x(0), pow2(int(by())))
	case ir.OpShr:
		return new(big.Int).Div(x(0), pow2(int(by())))
	case ir.OpSra:
		return new(big.Int).Div(twos(x(0), n.Width), pow2(int(by())))
	case ir.OpMux:
		if s.holds(n.Args[0]) {
			return x(1)
		}
		return x(2)
	case ir.OpOneHotMux:
		v := new(big.Int)
		for i := range n.Args[1:] {
			if x(0).Bit(i) == 1 {
				v = new(big.Int).Or(v, x(i+1))
			}
		}
		return v
	case ir.OpCat:
		text := ""
		for i, a := range n.Args {
			text += fmt.Sprintf("%0*b", a.Width, x(i))
		}
		v, _ := new(big.Int).SetString(text, 2)
		return v
	case ir.OpSlice:
		text := fmt.Sprintf("%0*b", n.Args[0].Width, x(0))
		v, _ := new(big.Int).SetString(text[len(text)-n.Lo-n.Width:len(text)-n.Lo], 2)
		return v
	case ir.OpReduceAnd:
		return number(strings.Count(x(0).Text(2), "1") == n.Args[0].Width)
	case ir.OpReduceOr:
		return number(strings.Contains(x(0).Text(2), "1"))
	case ir.OpReduceXor:
		return number(strings.Count(x(0).Text(2), "1")%2 == 1)
	}
	panic(n.Op.String())
}

// driver executes statements and gives what the last Set of target reached has as source, nil
// if none was. Conditions that do not matter to the target are not looked at.
func (s *naive) driver(body []ir.Stmt, target *ir.Node) *ir.Node {
	var last *ir.Node
	for _, st := range body {
		if set, ok := st.(*ir.Set); ok && set.Dst == target {
			last = set.Src
		}
		if mentions(st, target) {
			if n := s.driver(s.taken(st), target); n != nil {
				last = n
			}
		}
	}
	return last
}

// taken is the body that a When or Switch runs.
func (s *naive) taken(st ir.Stmt) []ir.Stmt {
	switch st := st.(type) {
	case *ir.When:
		if s.holds(st.Cond) {
			return st.Then
		}
		return st.Else
	case *ir.Switch:
		for _, c := range st.Cases {
			if s.eval(st.Sel).Cmp(c.Value.Value) == 0 {
				return c.Body
			}
		}
		return st.Default
	}
	return nil
}

func mentions(st ir.Stmt, target *ir.Node) bool {
	var bodies [][]ir.Stmt
	switch st := st.(type) {
	case *ir.When:
		bodies = [][]ir.Stmt{st.Then, st.Else}
	case *ir.Switch:
		bodies = [][]ir.Stmt{st.Default}
		for _, c := range st.Cases {
			bodies = append(bodies, c.Body)
		}
	}
	for _, b := range bodies {
		for _, inner := range b {
			if set, ok := inner.(*ir.Set); ok && set.Dst == target || mentions(inner, target) {
				return true
			}
		}
	}
	return false
}

// reached is every Write and Assert reached in this cycle.
func (s *naive) reached(body []ir.Stmt) (writes []*ir.Write, asserts []*ir.Assert) {
	for _, st := range body {
		switch st := st.(type) {
		case *ir.Write:
			writes = append(writes, st)
		case *ir.Assert:
			asserts = append(asserts, st)
		default:
			w, a := s.reached(s.taken(st))
			writes, asserts = append(writes, w...), append(asserts, a...)
		}
	}
	return writes, asserts
}

// faults is path and message of every check that fails in this cycle.
func (s *naive) faults() []string {
	var list []string
	for _, s := range s.all() {
		fault := func(format string, args ...any) { list = append(list, s.path+": "+fmt.Sprintf(format, args...)) }
		for _, n := range s.mod.Nodes {
			if n.Op == ir.OpMemRead || n.Op == ir.OpMemReadReg && s.holds(n.Args[1]) {
				if s.cell(n.Mem, n.Args[0]) == nil {
					fault("memory %s: read address %v is out of range; it has %d words", n.Mem.Name, s.eval(n.Args[0]), n.Mem.Depth)
				}
			}
		}
		writes, asserts := s.reached(s.mod.Body)
		for i, w := range writes {
			if s.cell(w.Mem, w.Addr) == nil {
				fault("memory %s: write address %v is out of range; it has %d words", w.Mem.Name, s.eval(w.Addr), w.Mem.Depth)
			}
			for _, o := range writes[:i] {
				if o.Mem == w.Mem && s.eval(o.Addr).Cmp(s.eval(w.Addr)) == 0 && s.eval(o.Data).Cmp(s.eval(w.Data)) != 0 {
					fault("memory %s: two writes to address %v with different data", w.Mem.Name, s.eval(w.Addr))
				}
			}
		}
		for _, a := range asserts {
			if !s.holds(a.Cond) {
				fault("%s", a.Message)
			}
		}
	}
	return list
}

// begin starts a cycle with the given pins.
func (s *naive) begin(pins map[string]*big.Int) {
	s.pins = pins
	for _, s := range s.all() {
		clear(s.memo)
	}
}

// edge ends the cycle: all that changes is computed before anything does.
func (s *naive) edge() {
	var effects []func()
	for _, s := range s.all() {
		for _, n := range s.mod.Nodes {
			next := s.state[n]
			switch {
			case n.Op == ir.OpReg && n.Value != nil && s.top().pins["rst"].Sign() == 1:
				next = n.Value
			case n.Op == ir.OpReg:
				if d := s.driver(s.mod.Body, n); d != nil {
					next = s.eval(d)
				}
			case n.Op == ir.OpMemReadReg:
				if s.holds(n.Args[1]) {
					next = new(big.Int)
					if c := s.cell(n.Mem, n.Args[0]); c != nil {
						next = *c
					}
				}
			default:
				continue
			}
			effects = append(effects, func() { s.state[n] = next })
		}
		writes, _ := s.reached(s.mod.Body)
		for _, w := range writes {
			if c := s.cell(w.Mem, w.Addr); c != nil {
				data := s.eval(w.Data)
				effects = append(effects, func() { *c = data })
			}
		}
	}
	for _, f := range effects {
		f()
	}
}
