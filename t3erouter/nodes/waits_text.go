package nodes

import (
	"cmp"
	"fmt"
	"strings"
)

// String draws the graph: every packet that waits, where, with its header, for which buffers and who is in
// them; then a cycle.
func (w *Waits) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%d packets wait, %d of them for each other alone\n", len(w.waits), w.Deadlocked())
	for _, x := range w.waits {
		fmt.Fprintf(&s, "%s\n  %v, %s, header %016x\n", w.name(x.At), x.Packet, describe(x.Packet), uint64(x.Packet))
		for _, n := range x.Needs {
			fmt.Fprintf(&s, "  waits for %s: %s%s\n", w.name(n.Buffer), n.Why, w.holders(n.Buffer))
		}
	}
	cycle := w.Cycle()
	if cycle == nil {
		return s.String() + "no cycle\n"
	}
	s.WriteString("cycle\n")
	for _, x := range cycle {
		fmt.Fprintf(&s, "  %v holds %s and waits for\n", x.Packet, w.name(x.At))
	}
	fmt.Fprintf(&s, "  %s\n", w.name(cycle[0].At))
	return s.String()
}

// holders lists what stands in a buffer.
func (w *Waits) holders(b Buffer) string {
	var names []string
	for _, p := range w.held[b] {
		names = append(names, p.String())
	}
	if names == nil {
		return ""
	}
	return ", held by " + strings.Join(names, " and ")
}

func describe(p Packet) string {
	return fmt.Sprintf("%s of %d", [...]string{"request", "reply"}[p.Class()], p.Length())
}

var (
	portNames  = [...]string{"+x", "-x", "+y", "-y", "+z", "-z", "node"}
	classNames = [...]string{"requests", "replies"}
)

// name names a buffer: an input VC by the neighbour that it leads from.
func (w *Waits) name(b Buffer) string {
	at := w.torus.FormatNode(b.Node)
	rules := w.plan.Replies
	switch {
	case b.Kind == Injection && rules != nil && rules.SharedInjection:
		return fmt.Sprintf("node %s, packets to send", at)
	case b.Kind == Ejection && rules != nil && rules.SharedEjection:
		return fmt.Sprintf("node %s, packets to sink", at)
	case b.Kind == Injection:
		return fmt.Sprintf("node %s, %s to send", at, classNames[b.VC])
	case b.Kind == Ejection:
		return fmt.Sprintf("node %s, %s to sink", at, classNames[b.VC])
	}
	return fmt.Sprintf("router %s from %s, VC %d", at, portNames[b.Port], b.VC)
}

// compare orders buffers by node, kind, port and VC.
func compare(a, b Buffer) int {
	return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Port, b.Port), cmp.Compare(a.VC, b.VC))
}
