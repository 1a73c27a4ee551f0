package tb

import (
	"errors"
	"fmt"
	"math/big"
	"path"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// An Editor changes one module of an elaborated design in place. It finds things by the names
// that the builder gave, and new nodes by their arguments. Its faults, such as a name that is not
// there, come back from the patch; what follows a fault has no effect.
type Editor struct {
	Module *ir.Module
	errs   []error
}

// Edit is a patch of the one module whose name matches a pattern of path.Match, such as
// "fifo_w4_*". A module placed several times changes everywhere.
func Edit(module string, change func(e *Editor)) func(*ir.Design) error {
	return func(d *ir.Design) error {
		var found []*ir.Module
		for _, m := range d.Modules {
			if ok, err := path.Match(module, m.Name); err != nil {
				return fmt.Errorf("module %s: %w", module, err)
			} else if ok {
				found = append(found, m)
			}
		}
		if len(found) != 1 {
			return fmt.Errorf("module %s: %d of the design match", module, len(found))
		}
		e := &Editor{Module: found[0]}
		change(e)
		e.reorder()
		return errors.Join(e.errs...)
	}
}

// Force is a patch that makes one node of a module constant, as Editor.Force does.
func Force(module, name string, value uint64) func(*ir.Design) error {
	return Edit(module, func(e *Editor) { e.Force(name, value) })
}

// RemoveSet is a patch that takes out one statement, as Editor.RemoveSet does.
func RemoveSet(module, name string, i int) func(*ir.Design) error {
	return Edit(module, func(e *Editor) { e.RemoveSet(name, i) })
}

// Change is a patch that puts another node in the place of one, as Editor.Change does.
func Change(module, name string, f func(*Editor, *ir.Node) *ir.Node) func(*ir.Design) error {
	return Edit(module, func(e *Editor) { e.Change(name, func(n *ir.Node) *ir.Node { return f(e, n) }) })
}

func (e *Editor) errorf(format string, args ...any) {
	e.errs = append(e.errs, fmt.Errorf(e.Module.Name+": "+format, args...))
}

// Node finds a port, wire, register, instance port or named temporary. For a name that is not
// there it records a fault and returns a node of no use.
func (e *Editor) Node(name string) *ir.Node {
	for _, n := range e.Module.Nodes {
		if n.Name == name {
			return n
		}
	}
	e.errorf("no node is called %s", name)
	return &ir.Node{Op: ir.OpPoison, Width: 1, Mod: e.Module}
}

// Sets are the statements that drive a wire or register, in the order written.
func (e *Editor) Sets(dst string) []*ir.Set {
	n := e.Node(dst)
	var sets []*ir.Set
	each(e.Module.Body, func(s ir.Stmt) {
		if s, ok := s.(*ir.Set); ok && s.Dst == n {
			sets = append(sets, s)
		}
	})
	return sets
}

// Remove takes the statements out of the module for which gone holds: a Set, Write, Assert, or
// a When or Switch with all in it. It is a fault if there are none.
func (e *Editor) Remove(gone func(ir.Stmt) bool) {
	removed := 0
	var prune func([]ir.Stmt) []ir.Stmt
	prune = func(body []ir.Stmt) []ir.Stmt {
		var kept []ir.Stmt
		for _, s := range body {
			if gone(s) {
				removed++
				continue
			}
			switch s := s.(type) {
			case *ir.When:
				s.Then, s.Else = prune(s.Then), prune(s.Else)
			case *ir.Switch:
				for i := range s.Cases {
					s.Cases[i].Body = prune(s.Cases[i].Body)
				}
				s.Default = prune(s.Default)
			}
			kept = append(kept, s)
		}
		return kept
	}
	e.Module.Body = prune(e.Module.Body)
	if removed == 0 {
		e.errorf("no statement to remove")
	}
}

// RemoveSet takes out the i-th statement that drives a register (a wire may need it).
func (e *Editor) RemoveSet(dst string, i int) {
	if sets := e.Sets(dst); i < len(sets) {
		e.Remove(func(s ir.Stmt) bool { return s == ir.Stmt(sets[i]) })
	} else {
		e.errorf("%s has %d statements, not %d", dst, len(sets), i+1)
	}
}

// RemoveAsserts takes all assertions out, to see what the other checks find.
func (e *Editor) RemoveAsserts() {
	e.Remove(func(s ir.Stmt) bool { _, ok := s.(*ir.Assert); return ok })
}

// OnlyAssert is a patch that takes out all assertions of a design but those whose message contains a text, to see what these find.
func OnlyAssert(message string) func(*ir.Design) error {
	return func(d *ir.Design) error {
		for _, m := range d.Modules {
			others := func(s ir.Stmt) bool {
				a, ok := s.(*ir.Assert)
				return ok && !strings.Contains(a.Message, message)
			}
			if slices.ContainsFunc(m.Body, others) {
				if err := Edit(m.Name, func(e *Editor) { e.Remove(others) })(d); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// Const is a new constant.
func (e *Editor) Const(width int, value uint64) *ir.Node {
	n := e.New(ir.OpConst, width)
	n.Value = new(big.Int).SetUint64(value)
	return n
}

// New is a new node of the module; it may be changed further.
func (e *Editor) New(op ir.Op, width int, args ...*ir.Node) *ir.Node {
	n := &ir.Node{Op: op, Width: width, Args: args, Mod: e.Module, ID: len(e.Module.Nodes)}
	e.Module.Nodes = append(e.Module.Nodes, n)
	return n
}

// Force makes a node the constant value for all that read it; a wire or output is driven with
// it instead.
func (e *Editor) Force(name string, value uint64) {
	e.Change(name, func(n *ir.Node) *ir.Node { return e.Const(n.Width, value) })
}

// Invert inverts every bit of a node for all that read it; a wire or output is driven with
// the inverse.
func (e *Editor) Invert(name string) {
	e.Change(name, func(n *ir.Node) *ir.Node { return e.New(ir.OpNot, n.Width, n) })
}

// Change puts the node that f makes of a node in its place: for a wire, output or instance input
// in that of every value it is Set to, for all else in what reads it, but for nodes that f makes.
func (e *Editor) Change(name string, f func(*ir.Node) *ir.Node) {
	n := e.Node(name)
	if n.Op == ir.OpPoison {
		return
	}
	if n.Op == ir.OpWire {
		for _, s := range e.Sets(name) {
			s.Src = e.fits(s.Src, f(s.Src))
		}
		return
	}
	old := len(e.Module.Nodes)
	e.replace(n, f(n), old)
}

// replace makes all that reads a node, among the first readers nodes of the module and the
// statements, read another of its width.
func (e *Editor) replace(n, by *ir.Node, readers int) {
	by = e.fits(n, by)
	swap := func(p **ir.Node) {
		if *p == n {
			*p = by
		}
	}
	for _, reader := range e.Module.Nodes[:readers] {
		for i := range reader.Args {
			swap(&reader.Args[i])
		}
	}
	each(e.Module.Body, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Set:
			swap(&s.Src)
		case *ir.When:
			swap(&s.Cond)
		case *ir.Switch:
			swap(&s.Sel)
		case *ir.Write:
			swap(&s.Addr)
			swap(&s.Data)
		case *ir.Assert:
			swap(&s.Cond)
		}
	})
}

// SetValue changes a named constant, or the reset value of a register.
func (e *Editor) SetValue(name string, value uint64) {
	n := e.Node(name)
	if n.Value == nil {
		e.errorf("%s is neither a constant nor a register with reset", name)
		return
	}
	n.Value = new(big.Int).SetUint64(value)
	if n.Value.BitLen() > n.Width {
		e.errorf("%s: %d does not fit in %d bits", name, value, n.Width)
	}
}

// fits returns by, or n with a fault when their widths differ.
func (e *Editor) fits(n, by *ir.Node) *ir.Node {
	if by.Width != n.Width {
		e.errorf("a node of %d bits cannot stand for %s of %d", by.Width, n.Name, n.Width)
		return n
	}
	return by
}

// reorder puts arguments before their users again.
func (e *Editor) reorder() {
	var sorted []*ir.Node
	state := map[*ir.Node]int{} // 1 while its arguments are visited, 2 when it is placed
	var place func(n *ir.Node)
	place = func(n *ir.Node) {
		switch state[n] {
		case 1:
			e.errorf("a node reads itself: %s %s", n.Op, n.Name)
			return
		case 2:
			return
		}
		state[n] = 1
		for _, a := range n.Args {
			place(a)
		}
		state[n] = 2
		n.ID = len(sorted)
		sorted = append(sorted, n)
	}
	for _, n := range slices.Clone(e.Module.Nodes) {
		place(n)
	}
	e.Module.Nodes = sorted
}

// each calls f for every statement, those inside others included.
func each(body []ir.Stmt, f func(ir.Stmt)) {
	for _, s := range body {
		f(s)
		switch s := s.(type) {
		case *ir.When:
			each(s.Then, f)
			each(s.Else, f)
		case *ir.Switch:
			for _, c := range s.Cases {
				each(c.Body, f)
			}
			each(s.Default, f)
		}
	}
}
