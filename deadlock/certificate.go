package deadlock

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/flitwright/flitwright/topology"
)

// A certificate is what package verify checks. It is one JSON object whose last member is the
// SHA-256 of the object before it, without blanks.
//
// Vertices are numbers: channel*lanes + virtual channel, channels in the order of package
// topology; behind these, node by node, the injection queues, and behind these the ejection
// queues, one of each a class of messages or, without messages or shared, one a node.
type certificate struct {
	Format   string    `json:"format"`
	Topology shape     `json:"topology"`
	Routing  string    `json:"routing"`
	Set      []string  `json:"set"`
	Flow     string    `json:"flow"`
	Messages *messages `json:"messages"`
	Lanes    int       `json:"lanes"`
	Verdict  Verdict   `json:"verdict"`
	Argument string    `json:"argument"`

	// Argument numbering: the dependence graph, and a number for each vertex that climbs. Argument
	// escape: the extended graph of the escape relation.
	Edges     [][]int32 `json:"edges,omitempty"` // vertex and what it depends on
	Numbering []int32   `json:"numbering,omitempty"`
	// Argument order: the least wait sets of each vertex, and an order of the vertices in which each
	// set has a vertex before its own.
	Waits [][][]int32 `json:"waits,omitempty"` // [vertex] and its sets
	Order []int32     `json:"order,omitempty"`
	// Argument witness.
	Packets []certified `json:"packets,omitempty"`
}

// formatName is that of certificates.
const formatName = "flitwright deadlock certificate 1"

// A shape is a topology: one with a name, or all its nodes and channels.
type shape struct {
	Kind     string          `json:"kind"`
	K        []int           `json:"k,omitempty"`
	Name     string          `json:"name,omitempty"`
	Nodes    []certifiedNode `json:"nodes,omitempty"`
	Channels [][5]int        `json:"channels,omitempty"` // from, port, to, port, reverse
}

type certifiedNode struct {
	Name     string `json:"name"`
	Terminal bool   `json:"terminal"`
	Switch   bool   `json:"switch"`
}

type messages struct {
	SharedInjection bool `json:"shared_injection"`
	SharedEjection  bool `json:"shared_ejection"`
	Sink            bool `json:"sink"`
}

type certified struct {
	Source      int     `json:"source"`
	Destination int     `json:"destination"`
	Holds       []int32 `json:"holds"`
	Waits       []int32 `json:"waits"`
}

// Certificate writes the proof for package verify. The routing scheme and its parameters are as on the
// command line. Its error is a verdict without one: unproven, or by recovery.
func (p *Proof) Certificate(routing string, set []string) ([]byte, error) {
	s := p.space
	c := certificate{
		Format: formatName, Topology: shapeOf(s.Graph), Routing: routing, Set: append([]string{}, set...),
		Flow: p.Flow, Lanes: s.lanes, Verdict: p.Verdict,
	}
	if m := s.messages; m != nil {
		c.Messages = &messages{m.SharedInjection, m.SharedEjection, m.Sink}
	}
	switch {
	case p.Verdict == Deadlock:
		c.Argument = "witness"
		c.Packets = p.certified
	case p.Verdict == FreeByEscape:
		c.Argument = "escape"
		c.Edges, c.Numbering = edges(p.ext), p.ext.numbering()
	case p.Verdict == Free && !p.Cyclic:
		c.Argument = "numbering"
		c.Edges, c.Numbering = edges(p.full), p.full.numbering()
	case p.Verdict == Free:
		c.Argument = "order"
		c.Order = p.order
		c.Waits = p.waits()
	case p.Verdict == FreeByRecovery:
		return nil, fmt.Errorf("there is none for verdict %s, which does not rest on dependences", p.Verdict)
	default:
		return nil, fmt.Errorf("there is none for verdict %s, which proves nothing", p.Verdict)
	}
	return encode(c)
}

// encode appends the digest.
func encode(c certificate) ([]byte, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	return fmt.Appendf(bytes.TrimSuffix(body, []byte("}")), ",\"sha256\":%q}\n", hex.EncodeToString(sum[:])), nil
}

func edges(g *graph) [][]int32 {
	var rows [][]int32
	for v := range g.size() {
		if of := g.of(v); len(of) > 0 {
			rows = append(rows, append([]int32{int32(v)}, of...))
		}
	}
	return rows
}

// waits are the least wait sets of all vertices, those of ejection queues included.
func (p *Proof) waits() [][][]int32 {
	s := p.space
	var rows [][][]int32
	for v := range s.vertices() {
		if !p.facts.used[v] {
			continue
		}
		row := [][]int32{{int32(v)}}
		width := s.width(s.node(v))
		for i := 0; i < len(p.facts.waits[v]); i += width {
			var set []int32
			s.members(s.node(v), p.facts.waits[v][i:i+width], func(w int) { set = append(set, int32(w)) })
			row = append(row, set)
		}
		if s.messages != nil && s.isEjection(v) {
			for _, w := range p.facts.answers(s, v) {
				row = append(row, []int32{int32(w)})
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func shapeOf(g *topology.Graph) shape {
	if g.Kind != topology.Irregular {
		return shape{Kind: g.Kind.String(), K: g.K}
	}
	s := shape{Kind: g.Kind.String(), Name: g.Name}
	for _, n := range g.Nodes {
		s.Nodes = append(s.Nodes, certifiedNode{n.Name, n.Terminal, n.Switch})
	}
	for _, c := range g.Channels {
		s.Channels = append(s.Channels, [5]int{c.From, c.FromPort, c.To, c.ToPort, c.Reverse})
	}
	return s
}
