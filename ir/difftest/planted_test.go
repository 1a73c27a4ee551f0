package difftest

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
)

// A planted fault is one that an engine might have: it changes a module to what such an engine
// would run, and reports whether there was anything to change.
type planted struct {
	name   string
	most   int // designs until it is found
	change func(m *ir.Module) bool
}

var plantedFaults = []planted{
	{"arithmetic shift fills with zeros", 40, eachNode(ir.OpSra, func(n *ir.Node) bool { n.Op = ir.OpShr; return true })},
	{"signed comparison is unsigned", 40, eachNode(ir.OpLtS, func(n *ir.Node) bool { n.Op = ir.OpLt; return true })},
	{"comparison takes its operands in the wrong order", 20, eachNode(ir.OpLt, swap(0, 1))},
	{"subtraction is backwards", 20, eachNode(ir.OpSub, swap(0, 1))},
	{"choice is inverted", 20, eachNode(ir.OpMux, swap(1, 2))},
	{"one-hot choice from the top", 40, eachNode(ir.OpOneHotMux, func(n *ir.Node) bool { return swap(1, len(n.Args)-1)(n) })},
	{"concatenation from the right", 60, eachNode(ir.OpCat, func(n *ir.Node) bool {
		last := len(n.Args) - 1
		return n.Args[0].Width == n.Args[last].Width && swap(0, last)(n)
	})},
	{"shift by the width or more does not clear", 100, eachNode(ir.OpShl, func(n *ir.Node) bool {
		by := n.Args[1]
		if by.Op == ir.OpConst && by.Value.Cmp(big.NewInt(int64(n.Width))) >= 0 {
			n.Op, n.Args = ir.OpCat, n.Args[:1]
			return true
		}
		return false
	})},
	{"slice is off by one", 20, eachNode(ir.OpSlice, func(n *ir.Node) bool {
		if n.Lo == 0 {
			return false
		}
		n.Lo--
		return true
	})},
	{"and of all bits is that of some", 40, eachNode(ir.OpReduceAnd, func(n *ir.Node) bool { n.Op = ir.OpReduceOr; return true })},
	{"the highest word of a constant is lost", 40, eachNode(ir.OpConst, func(n *ir.Node) bool {
		if n.Width <= 64 || n.Value.BitLen() <= 64 {
			return false
		}
		n.Value = new(big.Int).Mod(n.Value, pow2(64))
		return true
	})},
	{"reset value is 0", 20, eachNode(ir.OpReg, func(n *ir.Node) bool {
		if n.Value == nil || n.Value.Sign() == 0 {
			return false
		}
		n.Value = new(big.Int)
		return true
	})},
	{"register without a reset is reset", 60, eachNode(ir.OpReg, func(n *ir.Node) bool {
		if n.Value != nil {
			return false
		}
		n.Value = new(big.Int)
		return true
	})},
	{"the first Set wins", 40, eachBody(func(body []ir.Stmt) bool {
		for i := 1; i < len(body); i++ {
			a, ok := body[i-1].(*ir.Set)
			if b, chosen := body[i].(*ir.When); ok && chosen && sets(b.Then, a.Dst) {
				body[i-1], body[i] = b, a
				return true
			}
		}
		return false
	})},
	{"the first arm of a switch is lost", 40, eachStmt(func(s ir.Stmt) bool {
		c, ok := s.(*ir.Switch)
		if !ok || len(c.Cases) < 2 || len(c.Default) == 0 {
			return false
		}
		c.Cases = c.Cases[1:]
		return true
	})},
	{"When and Else are exchanged", 20, eachStmt(func(s ir.Stmt) bool {
		w, ok := s.(*ir.When)
		if !ok || len(w.Else) == 0 || len(w.Then) == 0 {
			return false
		}
		w.Then, w.Else = w.Else, w.Then
		return true
	})},
	{"a memory is never written out of reset", 40, func(m *ir.Module) bool {
		changed := false
		for _, s := range m.Body {
			if w, ok := s.(*ir.When); ok && w.Cond.Op == ir.OpReset && writes(w.Then) {
				w.Else, changed = nil, true
			}
		}
		return changed
	}},
}

// eachNode changes every node of a kind.
func eachNode(op ir.Op, change func(n *ir.Node) bool) func(m *ir.Module) bool {
	return func(m *ir.Module) bool {
		changed := false
		for _, n := range m.Nodes {
			if n.Op == op {
				changed = change(n) || changed
			}
		}
		return changed
	}
}

// eachBody changes every list of statements.
func eachBody(change func(body []ir.Stmt) bool) func(m *ir.Module) bool {
	var all func(body []ir.Stmt) bool
	all = func(body []ir.Stmt) bool {
		changed := change(body)
		for _, s := range body {
			switch s := s.(type) {
			case *ir.When:
				changed = all(s.Then) || changed
				changed = all(s.Else) || changed
			case *ir.Switch:
				changed = all(s.Default) || changed
				for _, c := range s.Cases {
					changed = all(c.Body) || changed
				}
			}
		}
		return changed
	}
	return func(m *ir.Module) bool { return all(m.Body) }
}

func eachStmt(change func(s ir.Stmt) bool) func(m *ir.Module) bool {
	return eachBody(func(body []ir.Stmt) bool {
		changed := false
		for _, s := range body {
			changed = change(s) || changed
		}
		return changed
	})
}

// swap exchanges two arguments.
func swap(i, j int) func(n *ir.Node) bool {
	return func(n *ir.Node) bool {
		n.Args[i], n.Args[j] = n.Args[j], n.Args[i]
		return n.Args[i] != n.Args[j]
	}
}

func sets(body []ir.Stmt, dst *ir.Node) bool {
	for _, s := range body {
		if set, ok := s.(*ir.Set); ok && set.Dst == dst {
			return true
		}
	}
	return false
}

func writes(body []ir.Stmt) bool {
	for _, s := range body {
		if _, ok := s.(*ir.Write); ok {
			return true
		}
	}
	return false
}

// TestPlantedFaults counts the designs that each engine takes until a fault in it is seen.
func TestPlantedFaults(t *testing.T) {
	for _, f := range plantedFaults {
		for _, o := range inProcess {
			found := 0
			for seed := uint64(1); found == 0 && seed <= uint64(f.most); seed++ {
				strings := [][]byte{Random(seed)}
				bad := elaborated(t, Top(strings, tame))
				changed := false
				for _, m := range bad.Modules {
					if m != bad.Top {
						changed = f.change(m) || changed
					}
				}
				if !changed {
					continue
				}
				e := o.open(t, bad)
				good := elaborated(t, Top(strings, tame))
				for run := range uint64(runs) {
					if Expect(good, run, cycles).Check(e, o.sees, run) != nil {
						found = int(seed)
					}
				}
				require.NoError(t, e.Close())
			}
			if found == 0 {
				t.Errorf("%s: %s: not found in %d designs", o.name, f.name, f.most)
				continue
			}
			t.Logf("%s: %s: found by design %d", o.name, f.name, found)
		}
	}
}
