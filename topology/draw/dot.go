package draw

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// DOT writes the picture in the language of Graphviz, whose programs all draw it with everything in its
// place of the SVG; without the line layout=nop2 they find places of their own. A marked virtual channel
// is an edge of its own.
func DOT(w io.Writer, p *Picture) error {
	v := newView(p)
	v.place()
	var out bytes.Buffer
	fmt.Fprintf(&out, "digraph %s {\n", quote(p.Graph.Name))
	lines := []string{p.Title}
	if len(p.Cycle) > 0 {
		lines = append(lines, strings.Join(v.cycleItems(), " "))
	}
	lines = append(append(lines, v.shapesText()), v.notes...)
	lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
	fmt.Fprintf(&out, "\tlabel=%s;\n", quote(strings.Join(lines, "\n")))
	out.WriteString("\tlayout=nop2;\n")
	out.WriteString("\tnode [fontname=\"monospace\", fontsize=11, style=filled, fillcolor=\"#f4f4f4\", width=0.4, height=0.4, margin=0.03];\n")
	out.WriteString("\tedge [fontname=\"monospace\", fontsize=10, color=\"#9a9a9a\", arrowsize=0.6];\n")
	for _, n := range v.nodes {
		node := p.Graph.Nodes[n]
		attributes := fmt.Sprintf("pos=\"%.1f,%.1f!\"", v.at[n].x, -v.at[n].y)
		if !v.round(n) {
			attributes += ", shape=box"
		}
		if !node.Switch {
			attributes += ", fillcolor=white"
		}
		fmt.Fprintf(&out, "\t%s [%s];\n", quote(node.Name), attributes)
	}
	for _, c := range v.channels {
		ch := p.Graph.Channels[c]
		edge := fmt.Sprintf("\t%s -> %s", quote(p.Graph.Nodes[ch.From].Name), quote(p.Graph.Nodes[ch.To].Name))
		way, whole := v.route(c)
		if len(v.marked[c]) == 0 {
			if !whole {
				way = path{v.at[ch.From], v.at[ch.To]}
			}
			fmt.Fprintf(&out, "%s [pos=\"%s\"];\n", edge, v.trim(way, ch.From, ch.To).spline())
		}
		for i, m := range v.marked[c] {
			pos := v.trim(way.shifted(float64(i*lane)), ch.From, ch.To).spline()
			fmt.Fprintf(&out, "%s [pos=\"%s\", %s];\n", edge, pos, edgeAttributes(m, p.VCs))
		}
	}
	out.WriteString("}\n")
	_, err := w.Write(out.Bytes())
	return err
}

// spline is the path in the language, with the tip of an arrow first.
func (p path) spline() string {
	tip, _ := p.along(p.length())
	p = p.cut(0, p.length()-6)
	var s strings.Builder
	fmt.Fprintf(&s, "e,%.1f,%.1f %.1f,%.1f", tip.x, -tip.y, p[0].x, -p[0].y)
	for i := 1; i < len(p); i++ {
		for _, q := range [...]point{between(p[i-1], p[i], 1./3), between(p[i-1], p[i], 2./3), p[i]} {
			fmt.Fprintf(&s, " %.1f,%.1f", q.x, -q.y)
		}
	}
	return s.String()
}

// edgeAttributes are the colour, and in the cycle the places and the number of the virtual channel
// if there are several.
func edgeAttributes(m mark, vcs int) string {
	s := styleOf(m.vc)
	attributes := fmt.Sprintf("color=%q, penwidth=1.8", s.faint)
	if len(m.cycle) > 0 {
		label := numbers(m.cycle)
		if vcs > 1 {
			label += fmt.Sprintf(" VC %d", m.vc)
		}
		attributes = fmt.Sprintf("color=%q, fontcolor=%q, penwidth=3, label=%q", s.strong, s.strong, label)
	}
	if s.dash != "" {
		attributes += ", style=dashed"
	}
	return attributes
}

// quote makes a string of the language: quotes are escaped, and what would escape one that is not
// is doubled.
func quote(s string) string {
	var b strings.Builder
	pending := false // a backslash that would escape what follows
	for _, c := range []byte(s) {
		if c == '"' {
			if pending {
				b.WriteByte('\\')
			}
			b.WriteByte('\\')
		}
		pending = c == '\\' && !pending
		b.WriteByte(c)
	}
	if pending {
		b.WriteByte('\\')
	}
	return `"` + b.String() + `"`
}
