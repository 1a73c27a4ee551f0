package ir

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// callers holds raw program counters from the place a node was made outwards; resolving
// them costs ten times as much as taking them, so it waits until a message is printed. The
// longest way through this package (SExt of one bit) takes 7 of them.
type callers [12]uintptr

// A Pos is a place in the builder's source.
type Pos struct {
	File string // base name
	Line int
}

func (p Pos) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// A Diagnostic is one fault of a design.
type Diagnostic struct {
	Pos     Pos
	Module  string
	Message string
}

func (d Diagnostic) String() string {
	return fmt.Sprintf("%s: %s: %s", d.Pos, d.Module, d.Message)
}

// Errors is every fault found in a design, in the order of their places.
type Errors []Diagnostic

func (e Errors) Error() string {
	var b strings.Builder
	for i, d := range e {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.String())
	}
	return b.String()
}

// AsErrors gives the diagnostics inside err, nil if it holds none.
func AsErrors(err error) Errors {
	var e Errors
	errors.As(err, &e)
	return e
}

// fault is a diagnostic before its places are resolved.
type fault struct {
	caller callers
	node   *Node // the result, for the name it may be given later; or nil
	format string
	args   []any
}

// errorf records a fault at the caller's place. Arguments of type *Node, *Mem and *Instance
// print as name[width] with their place, callers as a place.
func (m *Module) errorf(node *Node, format string, args ...any) {
	f := fault{node: node, format: format, args: args}
	m.caller(&f.caller)
	m.faults = append(m.faults, f)
}

// errorAt records a fault at the place where something was made.
func (m *Module) errorAt(c callers, format string, args ...any) {
	m.faults = append(m.faults, fault{caller: c, format: format, args: args})
}

// diagnostic resolves the places of a fault.
func (m *Module) diagnostic(f fault) Diagnostic {
	args := make([]any, len(f.args))
	for i, a := range f.args {
		switch a := a.(type) {
		case *Node:
			args[i] = m.describe(a)
		case *Mem:
			args[i] = fmt.Sprintf("%s[%d] (%s)", a.Name, a.Width, a.Mod.pos(a.caller))
		case *Instance:
			args[i] = fmt.Sprintf("%s (%s)", a.Name, a.Mod.pos(a.caller))
		case callers:
			args[i] = m.pos(a)
		default:
			args[i] = a
		}
	}
	msg := fmt.Sprintf(f.format, args...)
	if f.node != nil && f.node.Name != "" {
		msg = f.node.Name + ": " + msg
	}
	return Diagnostic{m.pos(f.caller), m.Name, msg}
}

// describe names a node for a message: name or kind, width and place.
func (m *Module) describe(n *Node) string {
	if n == nil {
		return "no signal"
	}
	name := n.Name
	switch {
	case n.Op == OpPoison:
		return fmt.Sprintf("a faulty signal (%s)", n.pos())
	case name != "":
	case n.Op == OpConst:
		name = n.Value.String()
	default:
		name = n.Op.String()
	}
	return fmt.Sprintf("%s[%d] (%s)", name, n.Width, n.pos())
}

func (n *Node) pos() Pos {
	if n.Mod == nil {
		return (&Module{}).pos(n.caller)
	}
	return n.Mod.pos(n.caller)
}

// Pos is the place in the builder's source that made the node.
func (n *Node) Pos() Pos { return n.pos() }

const self = "github.com/flitwright/flitwright/ir."

// caller fills c with the program counters of the callers outside this package's methods.
func (m *Module) caller(c *callers) {
	runtime.Callers(3, c[:])
}

// pos resolves to the first frame outside this package and outside every function marked
// as a helper.
func (m *Module) pos(c callers) Pos {
	frames := runtime.CallersFrames(slices.DeleteFunc(slices.Clone(c[:]), func(pc uintptr) bool { return pc == 0 }))
	var last Pos
	for {
		f, more := frames.Next()
		if f.File != "" {
			last = Pos{filepath.Base(f.File), f.Line}
			inside := strings.HasPrefix(f.Function, self) && !strings.HasSuffix(f.File, "_test.go")
			if !inside && !m.isHelper(f.Function) {
				return last
			}
		}
		if !more {
			return last
		}
	}
}

// Helper marks the calling function as a part's helper, as testing.T.Helper does: faults of
// signals made in it are reported at its caller's line.
func (m *Module) Helper() {
	var pc [1]uintptr
	runtime.Callers(2, pc[:])
	f, _ := runtime.CallersFrames(pc[:]).Next()
	if m.helpers == nil {
		m.helpers = map[string]bool{}
	}
	m.helpers[f.Function] = true
}

// isHelper reports whether a function, or the one that a function literal stands in, is
// marked.
func (m *Module) isHelper(function string) bool {
	outer, _, _ := strings.Cut(function, ".func")
	return m.helpers[function] || m.helpers[outer]
}

func sortErrors(e Errors) Errors {
	slices.SortStableFunc(e, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Module, b.Module), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(e)
}
