package topology

import (
	"html"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/topology/internal/source"
)

// readGML reads a graph in GML, the Graph Modelling Language (M. Himsolt, Passau 1996). A node's name
// is its label, with character entities such as &amp; replaced, or its id if it has no label; nodes
// that share a label are called label#id. An edge is a link, or a one-way channel if the graph says
// "directed 1"; parallel edges and loops stay. All other keys are ignored. All nodes are terminals
// and switches.
func readGML(text *source.Text) (*Graph, error) {
	p := &gmlParser{text: text, rest: text.Data, line: 1}
	p.step()
	file := gmlGraph{name: graphName(text.Name)}
	p.list(func(key gmlToken) {
		switch {
		case key.text != "graph":
			p.value()
		case file.line > 0:
			text.Faultf(key.line, "a second graph: a file holds one")
			p.value()
		default:
			file.line = key.line
			p.graph(key, &file)
		}
	})
	if p.token.kind == ']' {
		text.Faultf(p.token.line, "this ] closes nothing")
	}
	if text.Err() == nil && file.line == 0 {
		text.Faultf(0, "there is no graph")
	}
	return file.build(text)
}

// A gmlToken is a number, a string, a key, a bracket, or the end of the file.
type gmlToken struct {
	kind byte // one of 0 " k [ ] and . for a number
	text string
	line int
}

const (
	gmlEnd    = 0
	gmlKey    = 'k'
	gmlNumber = '.'
	gmlString = '"'
)

type gmlParser struct {
	text    *source.Text
	rest    string
	line    int
	token   gmlToken // the next
	failed  bool     // a syntax fault has ended the reading
	nesting int
}

// step returns the next token and reads the one after it. After a syntax fault it finds the end of
// the file.
func (p *gmlParser) step() gmlToken {
	t := p.token
	p.token = p.read()
	return t
}

func (p *gmlParser) fail(line int, format string, args ...any) gmlToken {
	p.text.Faultf(line, format, args...)
	p.rest, p.failed = "", true
	p.token = gmlToken{line: line}
	return p.token
}

func (p *gmlParser) read() gmlToken {
	for {
		blank := len(p.rest) - len(strings.TrimLeft(p.rest, " \t\r\n\f\v"))
		p.line += strings.Count(p.rest[:blank], "\n")
		p.rest = p.rest[blank:]
		if !strings.HasPrefix(p.rest, "#") {
			break
		}
		end := strings.IndexByte(p.rest, '\n')
		if end < 0 {
			end = len(p.rest)
		}
		p.rest = p.rest[end:]
	}
	if p.rest == "" {
		return gmlToken{line: p.line}
	}
	take := func(kind byte, n int) gmlToken {
		t := gmlToken{kind, p.rest[:n], p.line}
		p.rest = p.rest[n:]
		return t
	}
	switch c := p.rest[0]; {
	case c == '[' || c == ']':
		return take(c, 1)
	case c == '"':
		n := strings.IndexByte(p.rest[1:], '"')
		if n < 0 {
			return p.fail(p.line, "this string has no end")
		}
		t := take(gmlString, n+2)
		p.line += strings.Count(t.text, "\n")
		t.text = t.text[1 : n+1]
		return t
	default:
		n := strings.IndexAny(p.rest, " \t\r\n\f\v[]\"")
		if n < 0 {
			n = len(p.rest)
		}
		if isDigit(rune(c)) || strings.IndexByte("+-.", c) >= 0 {
			return take(gmlNumber, n)
		}
		return take(gmlKey, n)
	}
}

// list reads keys with their values up to a closing bracket or the end of the file. For each key it
// calls a function, which reads the value.
func (p *gmlParser) list(each func(key gmlToken)) {
	for p.token.kind != ']' && p.token.kind != gmlEnd {
		key := p.step()
		if key.kind != gmlKey {
			p.fail(key.line, "found %s instead of a key", source.Quote(key.text))
			return
		}
		switch {
		case p.failed:
			return
		case p.token.kind == gmlEnd || p.token.kind == ']' || p.token.kind == gmlKey:
			p.fail(key.line, "key %s has no value", source.Quote(key.text))
			return
		}
		each(key)
	}
}

// inner reads a list in brackets.
func (p *gmlParser) inner(each func(key gmlToken)) {
	open := p.step()
	if p.nesting++; p.nesting > maxNesting {
		p.fail(open.line, "brackets nest deeper than %d", maxNesting)
		return
	}
	p.list(each)
	p.nesting--
	if p.token.kind == ']' {
		p.step()
	} else if !p.failed {
		p.fail(open.line, "this [ is not closed")
	}
}

// value reads a value that is of no interest.
func (p *gmlParser) value() {
	if p.token.kind == '[' {
		p.inner(func(gmlToken) { p.value() })
		return
	}
	p.step()
}

// A gmlGraph is what is read before names and ends are known.
type gmlGraph struct {
	name     string
	line     int // of the graph; 0: there is none
	directed bool
	nodes    []gmlNode
	edges    []gmlEdge
}

type gmlNode struct {
	id    int
	label string
	line  int
}

type gmlEdge struct{ source, target, line int }

// brackets reads a list that a key must have for its value. It is false if the list is not there
// or not whole.
func (p *gmlParser) brackets(key gmlToken, each func(key gmlToken)) bool {
	if p.token.kind != '[' {
		p.text.Faultf(key.line, "%s is followed by %s instead of [", key.text, source.Quote(p.step().text))
		return false
	}
	p.inner(each)
	return !p.failed
}

// integer reads the value of a key that must have an integer.
func (p *gmlParser) integer(key gmlToken) int {
	if p.token.kind == '[' {
		p.text.Faultf(key.line, "%s is not an integer", key.text)
		p.value()
		return 0
	}
	t := p.step()
	n, err := strconv.Atoi(t.text)
	if err != nil || t.kind != gmlNumber {
		p.text.Faultf(key.line, "%s %s is not an integer", key.text, source.Quote(t.text))
	}
	return n
}

func (p *gmlParser) graph(at gmlToken, g *gmlGraph) {
	p.brackets(at, func(key gmlToken) {
		switch key.text {
		case "directed":
			g.directed = p.integer(key) == 1
		case "label":
			g.name = p.name(g.name)
		case "node":
			if len(g.nodes) == MaxNodes {
				p.fail(key.line, "more than %d nodes", MaxNodes)
				return
			}
			g.nodes = append(g.nodes, p.node(key))
		case "edge":
			if 2*len(g.edges) >= MaxChannels {
				p.fail(key.line, "more than %d channels", MaxChannels)
				return
			}
			g.edges = append(g.edges, p.edge(key))
		default:
			p.value()
		}
	})
}

// name reads a string or number; a list or an empty string leaves the name that was.
func (p *gmlParser) name(was string) string {
	if p.token.kind == '[' {
		p.value()
		return was
	}
	if s := strings.TrimSpace(html.UnescapeString(p.step().text)); s != "" {
		return s
	}
	return was
}

func (p *gmlParser) node(at gmlToken) gmlNode {
	n := gmlNode{line: at.line}
	known := false
	whole := p.brackets(at, func(key gmlToken) {
		switch key.text {
		case "id":
			n.id, known = p.integer(key), true
		case "label":
			n.label = p.name("")
		default:
			p.value()
		}
	})
	if whole && !known {
		p.text.Faultf(at.line, "this node has no id")
	}
	return n
}

func (p *gmlParser) edge(at gmlToken) gmlEdge {
	e := gmlEdge{line: at.line}
	var from, to bool
	whole := p.brackets(at, func(key gmlToken) {
		switch key.text {
		case "source":
			e.source, from = p.integer(key), true
		case "target":
			e.target, to = p.integer(key), true
		default:
			p.value()
		}
	})
	if whole && !from {
		p.text.Faultf(at.line, "this edge has no source")
	}
	if whole && !to {
		p.text.Faultf(at.line, "this edge has no target")
	}
	return e
}

// build names the nodes and joins them.
func (g *gmlGraph) build(text *source.Text) (*Graph, error) {
	if err := text.Err(); err != nil {
		return nil, err
	}
	index := make(map[int]int, len(g.nodes))
	labels := make([]string, len(g.nodes))
	for i, n := range g.nodes {
		if first, ok := index[n.id]; ok {
			text.Faultf(n.line, "node id %d is taken by line %d", n.id, g.nodes[first].line)
			continue
		}
		index[n.id] = i
		labels[i] = n.label
	}
	b := NewBuilder(g.name)
	for _, name := range distinct(labels, func(i int) string { return strconv.Itoa(g.nodes[i].id) }) {
		b.Node(Node{Name: name, Terminal: true, Switch: true})
	}
	for _, e := range g.edges {
		from, known := index[e.source]
		if !known {
			text.Faultf(e.line, "source %d is not a node", e.source)
		}
		to, ok := index[e.target]
		if !ok {
			text.Faultf(e.line, "target %d is not a node", e.target)
		}
		switch {
		case !known || !ok:
		case g.directed:
			b.Channel(End{from, AnyPort}, End{to, AnyPort})
		default:
			b.Link(End{from, AnyPort}, End{to, AnyPort})
		}
	}
	return b.imported(text)
}

// distinct makes unique names from labels: a label that is empty becomes the id, one that several
// share label#id. Ids are unique. A name that is taken even so gets more of #id.
func distinct(labels []string, id func(int) string) []string {
	count := make(map[string]int, len(labels))
	for i, label := range labels {
		if label == "" {
			labels[i] = id(i)
		}
		count[labels[i]]++
	}
	for i, label := range labels {
		if count[label] > 1 {
			for count[labels[i]] > 0 {
				labels[i] += "#" + id(i)
			}
			count[labels[i]] = 1
		}
	}
	return labels
}
