package draw

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"

	svg "github.com/ajstarks/svgo/float"
)

const (
	nodeSize = 15  // half the height of a node with its label inside
	dotSize  = 7   // of one with its label beside it
	em       = 6.7 // width of a character of a label
	fontSize = 11
	margin   = 30
	lineHigh = 17 // of the text below
)

// A style is how the virtual channels of a number are drawn. The colours tell them apart for eyes
// that do not tell red from green (M. Okabe and K. Ito), the dashes without colour.
type style struct{ strong, faint, dash string }

var styles = []style{
	{"#d55e00", "#f2b48a", ""}, {"#0072b2", "#8cc4e8", "8,3"}, {"#009e73", "#8fd6c0", "2,3"}, {"#aa4499", "#e3bfdc", "8,3,2,3"},
	{"#b58900", "#e3cf8f", "12,3"}, {"#222222", "#aaaaaa", "4,3"}, {"#56b4e9", "#b9def5", "2,5"}, {"#7f3c8d", "#c9a8d0", "12,3,2,3"},
}

func styleOf(vc int) style { return styles[vc%len(styles)] }

// SVG writes the picture as Scalable Vector Graphics.
func SVG(w io.Writer, p *Picture) error {
	v := newView(p)
	v.place()
	var out bytes.Buffer
	d := drawing{view: v, SVG: svg.New(&out)}
	d.Decimals = 1
	d.draw()
	_, err := w.Write(out.Bytes())
	return err
}

// A drawing is a view on its way to SVG.
type drawing struct {
	*view
	*svg.SVG
}

// An arrow is a line with a head.
type arrow struct {
	path           path
	colour, dash   string
	width          float64
	length, breath float64 // of the head
	title          string
}

// lines are the arrows of the view, those that are marked last, and the badges of the cycle.
func (v *view) lines() (arrows []arrow, badges []badge) {
	var set, cycle []arrow
	for _, c := range v.channels {
		ch := v.Graph.Channels[c]
		p, whole := v.route(c)
		if !whole {
			p = v.hint(c)
		}
		name := v.Graph.ChannelName(c)
		plain := arrow{path: v.trim(p, ch.From, ch.To), colour: "#9a9a9a", width: 1, length: 6, breath: 5, title: name}
		if !whole {
			plain.path = v.trim(p, ch.From, -1)
		}
		arrows = append(arrows, plain)
		for i, m := range v.marked[c] {
			l := arrow{path: v.trim(p.shifted(float64(i*lane)), ch.From, ch.To), title: fmt.Sprintf("%s, VC %d", name, m.vc)}
			s := styleOf(m.vc)
			l.colour, l.dash, l.width, l.length, l.breath = s.faint, s.dash, 2.2, 8, 7
			if len(m.cycle) == 0 {
				set = append(set, l)
				continue
			}
			l.colour, l.width, l.length, l.breath = s.strong, 3, 12, 10
			cycle = append(cycle, l)
			badges = append(badges, badge{numbers(m.cycle), s.strong, l.path, point{}})
		}
	}
	arrows = append(append(arrows, set...), cycle...)
	return arrows, badges
}

// A badge is places in the cycle, on a path.
type badge struct {
	text   string
	colour string
	path   path
	at     point
}

func (b badge) box() box { return boxAround(b.at, max(8, float64(len(b.text))*3.2+3), 8) }

// place moves badges along their paths to where they hide least.
func place(badges []badge, taken []box) {
	for i := range badges {
		b := &badges[i]
		best, least := point{}, math.Inf(1)
		for _, part := range [...]float64{0.42, 0.5, 0.34, 0.58, 0.26, 0.66, 0.18, 0.74} {
			b.at, _ = b.path.along(b.path.length() * part)
			cost := 0.0
			for _, t := range taken {
				cost += b.box().overlap(t)
			}
			if cost < least {
				best, least = b.at, cost
			}
		}
		b.at = best
		taken = append(taken, b.box())
	}
}

func numbers(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, ",")
}

// trim cuts off what is in the nodes at the ends of a path. A node -1 is none.
func (v *view) trim(p path, from, to int) path {
	const gap = 1.5
	begin, end := p.leaves(v.within(from, gap)), p.length()
	if to >= 0 {
		end -= p.reversed().leaves(v.within(to, gap))
	}
	if end <= begin {
		return p
	}
	return p.cut(begin, end)
}

func (d *drawing) draw() {
	arrows, badges := d.lines()
	place(badges, d.boxes)
	area := d.boxes[0]
	for _, b := range d.boxes {
		area = area.join(b)
	}
	for _, a := range arrows {
		for _, p := range a.path {
			area = area.join(boxAround(p, 8, 8))
		}
	}
	width := max(area.high.x-area.low.x+2*margin, float64(letters(d.view.Title))*9.2+2*margin, 520)
	text := d.lettering(int((width - 2*margin) / 7.3))
	top := area.low.y - margin - 2*lineHigh
	height := area.high.y - top + margin + float64(lineHigh*(len(text)+1))
	left := (area.low.x+area.high.x)/2 - width/2
	d.Startview(width, height, left, top, width, height)
	d.Title(d.view.Title)
	d.Rect(left, top, width, height, "fill:white")
	d.Gstyle("font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace")
	d.Text(left+width/2, top+margin, d.view.Title, "font-size:15px;font-weight:bold;text-anchor:middle")
	for _, a := range arrows {
		d.arrow(a)
	}
	d.nodesAndLabels()
	for _, b := range badges {
		d.badge(b)
	}
	d.queues()
	y := area.high.y + margin + lineHigh
	for _, line := range text {
		d.line(left+margin, y, line)
		y += lineHigh
	}
	d.Gend()
	d.End()
}

func (d *drawing) arrow(a arrow) {
	l := a.path.length()
	tip, ahead := a.path.along(l)
	head := min(a.length, l)
	base := tip.minus(ahead.times(head))
	side := ahead.right().times(a.breath / 2)
	style := fmt.Sprintf("fill:none;stroke:%s;stroke-width:%g", a.colour, a.width)
	if a.dash != "" {
		style += ";stroke-dasharray:" + a.dash
	}
	d.Group()
	d.Title(a.title)
	if l > head {
		d.Path(a.path.cut(0, l-head+1).data(12), style)
	}
	d.Path(path{tip, base.plus(side), base.minus(side)}.data(0)+"Z", "fill:"+a.colour)
	d.Gend()
}

// data is the path in the language of SVG, with round corners.
func (p path) data(radius float64) string {
	var s strings.Builder
	fmt.Fprintf(&s, "M%.1f,%.1f", p[0].x, p[0].y)
	for i := 1; i < len(p); i++ {
		if i+1 == len(p) || radius == 0 {
			fmt.Fprintf(&s, "L%.1f,%.1f", p[i].x, p[i].y)
			continue
		}
		before, after := p[i].minus(p[i-1]), p[i+1].minus(p[i])
		r := min(radius, before.length()/2, after.length()/2)
		a, b := p[i].minus(before.unit().times(r)), p[i].plus(after.unit().times(r))
		fmt.Fprintf(&s, "L%.1f,%.1fQ%.1f,%.1f %.1f,%.1f", a.x, a.y, p[i].x, p[i].y, b.x, b.y)
	}
	return s.String()
}

func (d *drawing) nodesAndLabels() {
	for _, n := range d.nodes {
		at, s, node := d.at[n], d.shape(n), d.Graph.Nodes[n]
		fill := "fill:#f4f4f4;stroke:#333333;stroke-width:1.2"
		if !node.Switch {
			fill = "fill:#ffffff;stroke:#777777;stroke-width:1.2"
		}
		d.Group()
		d.Title(node.Name)
		round := 3.0
		if d.round(n) {
			round = s.y
		}
		d.Roundrect(at.x-s.x, at.y-s.y, 2*s.x, 2*s.y, round, round, fill)
		if l, beside := d.labels[n]; beside {
			d.Text(l.at.x, l.at.y, l.text, fmt.Sprintf("font-size:%dpx;text-anchor:%s;stroke:white;stroke-width:3px;stroke-linejoin:round;paint-order:stroke", fontSize, l.anchor))
		} else {
			d.Text(at.x, at.y+4, node.Name, fmt.Sprintf("font-size:%dpx;text-anchor:middle", fontSize))
		}
		d.Gend()
	}
}

func (d *drawing) badge(b badge) {
	x := b.box()
	d.Roundrect(x.low.x, x.low.y, x.high.x-x.low.x, 16, 8, 8, "fill:white;stroke-width:1.5;stroke:"+b.colour)
	d.Text(b.at.x, b.at.y+3.6, b.text, "font-size:10px;font-weight:bold;text-anchor:middle;fill:"+b.colour)
}

// queues of nodes that are in the cycle have a badge at the node.
func (d *drawing) queues() {
	at := map[int][]int{}
	var order []int
	for i, r := range d.Cycle {
		if r.Channel < 0 && d.shown[r.Node] {
			if at[r.Node] == nil {
				order = append(order, r.Node)
			}
			at[r.Node] = append(at[r.Node], i+1)
		}
	}
	for _, n := range order {
		s := d.shape(n)
		d.badge(badge{text: numbers(at[n]), colour: "#333333", at: d.at[n].plus(point{s.x * math.Sqrt2 / 2, -s.y - 2})})
	}
}

// A textLine is a line below the picture, with a sample of a line if it has a colour.
type textLine struct {
	text         string
	colour, dash string
	width        float64
}

func (d *drawing) line(x, y float64, l textLine) {
	if l.colour != "" {
		style := fmt.Sprintf("stroke:%s;stroke-width:%g", l.colour, l.width)
		if l.dash != "" {
			style += ";stroke-dasharray:" + l.dash
		}
		d.Line(x, y-4, x+34, y-4, style)
		x += 44
	}
	d.Text(x, y, l.text, "font-size:12px;fill:#222222")
}

// lettering is the text below the picture, in lines of so many characters.
func (d *drawing) lettering(wide int) []textLine {
	var lines []textLine
	add := func(text string) {
		for _, part := range wrap(strings.Fields(text), wide) {
			lines = append(lines, textLine{text: part})
		}
	}
	cycle, set := map[int]bool{}, map[int]bool{}
	for _, list := range d.marked {
		for _, m := range list {
			if len(m.cycle) > 0 {
				cycle[m.vc] = true
			} else {
				set[m.vc] = true
			}
		}
	}
	for vc := range max(1, d.VCs) {
		s, name := styleOf(vc), ""
		if d.VCs > 1 {
			name = fmt.Sprintf("VC %d, ", vc)
		}
		if cycle[vc] {
			lines = append(lines, textLine{name + "in the cycle", s.strong, s.dash, 3})
		}
		if set[vc] {
			lines = append(lines, textLine{name + "in the deadlock set", s.faint, s.dash, 2.2})
		}
	}
	if len(d.Cycle) > 0 {
		for _, part := range wrap(d.cycleItems(), wide) {
			lines = append(lines, textLine{text: part})
		}
	}
	add(d.shapesText())
	for _, n := range d.notes {
		add(n)
	}
	const most = 60
	if more := len(lines) - most; more > 1 {
		lines = append(lines[:most], textLine{text: fmt.Sprintf("and %d more lines", more)})
	}
	return lines
}

// cycleItems lists the cycle.
func (v *view) cycleItems() []string {
	const most = 40
	items := []string{fmt.Sprintf("cycle of %d:", len(v.Cycle))}
	for i, r := range v.Cycle {
		if i == most {
			return append(items, fmt.Sprintf("and %d more", len(v.Cycle)-most))
		}
		item := fmt.Sprintf("%d %s", i+1, r.Name)
		if i+1 < len(v.Cycle) {
			item += " >"
		}
		items = append(items, item)
	}
	return items
}

// shapesText says what is not plain in the picture.
func (v *view) shapesText() string {
	var words []string
	leaf, box, planes := false, false, false
	for _, n := range v.nodes {
		leaf = leaf || !v.Graph.Nodes[n].Switch
		box = box || !v.Graph.Nodes[n].Terminal
	}
	for _, c := range v.channels {
		if _, whole := v.route(c); !whole {
			planes = true
		}
	}
	if box {
		words = append(words, "box: passes packets on")
	}
	if leaf {
		words = append(words, "white: packets begin and end")
	}
	if planes {
		words = append(words, "short strokes: channels to other planes, upwards to the next")
	}
	return strings.Join(words, "; ")
}

// wrap joins words to lines.
func wrap(words []string, wide int) []string {
	var lines []string
	for _, word := range words {
		if n := len(lines) - 1; n >= 0 && letters(lines[n])+1+letters(word) <= wide {
			lines[n] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
