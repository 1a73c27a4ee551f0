package topology

import (
	"errors"

	"github.com/flitwright/flitwright/topology/internal/source"
)

// Limits of DOT and GML files beyond those of the graph: how deep braces or brackets nest, and how many
// nodes all subgraphs of a DOT file list together, those of their subgraphs included.
const (
	maxNesting  = 100
	maxGathered = 1 << 23
)

// readDOT reads a graph in Graphviz's DOT language. A node's name is its identifier. An edge of a
// graph is a link, one of a digraph a one-way channel; parallel edges stay, unless the graph is
// strict, and so do loops. A subgraph as the end of an edge stands for all its nodes. Attributes,
// ports (which are places in a picture) and ranks say nothing about the graph and are ignored. All
// nodes are terminals and switches.
//
// The parser is our own because the known ones (gonum's graph/formats/dot) keep no line numbers
// after parsing and stop at the first fault.
func readDOT(text *source.Text) (*Graph, error) {
	p := &dotParser{
		text: text, lexer: newDOTLexer(text), builder: NewBuilder(graphName(text.Name)),
		nodes: map[string]int{}, subgraphs: map[string]*dotSet{}, joined: map[[2]int]bool{},
	}
	p.step()
	if err := p.graph(); err == nil && p.token.kind != dotEnd {
		p.unexpected("the end of the file: a file holds one graph")
	}
	return p.builder.imported(text)
}

// errSyntax ends the parsing. The fault is in the text already.
var errSyntax = errors.New("syntax")

type dotParser struct {
	text      *source.Text
	lexer     *dotLexer
	token     dotToken // the next
	builder   *Builder
	directed  bool
	strict    bool
	nodes     map[string]int
	subgraphs map[string]*dotSet
	joined    map[[2]int]bool // of a strict graph
	channels  int
	gathered  int
	nesting   int
}

// A dotSet is the nodes of a subgraph, each once.
type dotSet struct {
	nodes []int
	has   map[int]bool
}

func (s *dotSet) add(nodes ...int) {
	for _, n := range nodes {
		if !s.has[n] {
			s.has[n] = true
			s.nodes = append(s.nodes, n)
		}
	}
}

func newDOTSet() *dotSet { return &dotSet{has: map[int]bool{}} }

func (p *dotParser) step() dotToken {
	t := p.token
	p.token = p.lexer.next()
	return t
}

func (p *dotParser) is(kind dotKind) bool { return p.token.kind == kind }

func (p *dotParser) isKeyword(word string) bool { return p.is(dotKeyword) && p.token.text == word }

func (p *dotParser) isID() bool { return p.is(dotID) || p.is(dotQuoted) }

func (p *dotParser) unexpected(want string) error {
	if !p.is(dotBad) {
		p.text.Faultf(p.token.line, "found %v instead of %s", p.token, want)
	}
	return errSyntax
}

func (p *dotParser) expect(kind dotKind) error {
	if !p.is(kind) {
		return p.unexpected(string(rune(kind)))
	}
	p.step()
	return nil
}

// id is an identifier; strings are joined by +.
func (p *dotParser) id() (string, error) {
	if !p.isID() {
		return "", p.unexpected("a name")
	}
	t := p.step()
	for t.kind == dotQuoted && p.is('+') {
		p.step()
		if !p.is(dotQuoted) {
			return "", p.unexpected("a string")
		}
		t.text += p.step().text
	}
	return t.text, nil
}

func (p *dotParser) graph() error {
	if p.isKeyword("strict") {
		p.strict = true
		p.step()
	}
	switch {
	case p.isKeyword("graph"):
	case p.isKeyword("digraph"):
		p.directed = true
	default:
		return p.unexpected("graph or digraph")
	}
	p.step()
	if p.isID() {
		name, err := p.id()
		if err != nil {
			return err
		}
		if name != "" {
			p.builder.graph.Name = name
		}
	}
	return p.body(nil)
}

// body is a list of statements in braces. Their nodes are added to a set unless it is nil.
func (p *dotParser) body(set *dotSet) error {
	if p.nesting++; p.nesting > maxNesting {
		p.text.Faultf(p.token.line, "braces nest deeper than %d", maxNesting)
		return errSyntax
	}
	if err := p.expect('{'); err != nil {
		return err
	}
	for !p.is('}') {
		if p.is(';') {
			p.step()
			continue
		}
		if err := p.statement(set); err != nil {
			return err
		}
	}
	p.nesting--
	p.step()
	return nil
}

func (p *dotParser) statement(set *dotSet) error {
	if p.isKeyword("graph") || p.isKeyword("node") || p.isKeyword("edge") {
		p.step()
		if !p.is('[') {
			return p.unexpected("[")
		}
		return p.attributes()
	}
	from, assignment, err := p.operand(set)
	if err != nil || assignment {
		return err
	}
	for p.is(dotLine) || p.is(dotArrow) {
		edge := p.step()
		if p.directed != (edge.kind == dotArrow) {
			p.text.Faultf(edge.line, "%s in a %s", edge.text, map[bool]string{false: "graph", true: "digraph"}[p.directed])
		}
		to, _, err := p.operand(set)
		if err != nil {
			return err
		}
		if err := p.join(edge.line, from, to); err != nil {
			return err
		}
		from = to
	}
	return p.attributes()
}

// attributes are any number of lists in brackets.
func (p *dotParser) attributes() error {
	for p.is('[') {
		p.step()
		for !p.is(']') {
			if _, err := p.id(); err != nil {
				return err
			}
			if p.is('=') {
				p.step()
				if _, err := p.id(); err != nil {
					return err
				}
			}
			if p.is(';') || p.is(',') {
				p.step()
			}
		}
		p.step()
	}
	return nil
}

// operand is what an edge may join: a node, with ports or without, or a subgraph. In place of the
// first operand of a statement there may be an assignment to an attribute.
func (p *dotParser) operand(set *dotSet) (nodes []int, assignment bool, err error) {
	if p.isKeyword("subgraph") || p.is('{') {
		nodes, err = p.subgraph(set)
		return nodes, false, err
	}
	if !p.isID() {
		return nil, false, p.unexpected("a node or a subgraph")
	}
	line := p.token.line
	name, err := p.id()
	if err != nil {
		return nil, false, err
	}
	if p.is('=') {
		p.step()
		_, err := p.id()
		return nil, true, err
	}
	for range 2 {
		if p.is(':') {
			p.step()
			if _, err := p.id(); err != nil {
				return nil, false, err
			}
		}
	}
	n, ok := p.nodes[name]
	if !ok {
		if name == "" {
			p.text.Faultf(line, "this node has an empty name")
		}
		if len(p.nodes) == MaxNodes {
			p.text.Faultf(line, "more than %d nodes", MaxNodes)
			return nil, false, errSyntax
		}
		n = p.builder.Node(Node{Name: name, Terminal: true, Switch: true})
		p.nodes[name] = n
	}
	if set != nil {
		set.add(n)
	}
	return []int{n}, false, nil
}

// subgraph reads a subgraph, or finds one of that name, and adds its nodes to the set it is in.
func (p *dotParser) subgraph(set *dotSet) ([]int, error) {
	inner := newDOTSet()
	body := true
	if p.isKeyword("subgraph") {
		p.step()
		if p.isID() {
			name, err := p.id()
			if err != nil {
				return nil, err
			}
			if known := p.subgraphs[name]; known != nil {
				inner = known
			}
			p.subgraphs[name] = inner
			body = p.is('{')
		}
	}
	line := p.token.line
	if body {
		if err := p.body(inner); err != nil {
			return nil, err
		}
	}
	if p.gathered += len(inner.nodes); p.gathered > maxGathered {
		p.text.Faultf(line, "the subgraphs list more than %d nodes", maxGathered)
		return nil, errSyntax
	}
	if set != nil && set != inner {
		set.add(inner.nodes...)
	}
	return inner.nodes, nil
}

// join adds an edge from every node of a set to every node of another.
func (p *dotParser) join(line int, from, to []int) error {
	each := 2
	if p.directed {
		each = 1
	}
	if p.channels += each * len(from) * len(to); p.channels > MaxChannels {
		p.text.Faultf(line, "more than %d channels", MaxChannels)
		return errSyntax
	}
	for _, f := range from {
		for _, t := range to {
			switch {
			case p.strict && p.known(f, t):
			case p.directed:
				p.builder.Channel(End{f, AnyPort}, End{t, AnyPort})
			default:
				p.builder.Link(End{f, AnyPort}, End{t, AnyPort})
			}
		}
	}
	return nil
}

// known says whether a strict graph has an edge already, and notes it.
func (p *dotParser) known(from, to int) bool {
	if !p.directed && to < from {
		from, to = to, from
	}
	edge := [2]int{from, to}
	known := p.joined[edge]
	p.joined[edge] = true
	return known
}
