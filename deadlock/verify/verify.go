// Package verify checks certificates of package deadlock, with nothing in common with it or with
// package routing but the graphs of package topology.
//
// What it recomputes, for the schemes that it knows and networks that are small enough: all
// dependences, or wait sets, of the named routing scheme, from a second reading of
// docs/spec/deadlock.md that follows each packet from each source to each destination, with each
// choice of its header. They must be those of the certificate.
//
// What it always checks: the digest, so that a changed byte is refused; that the argument holds of what
// the certificate lists: every dependence climbs, or every wait set has a vertex before its own,
// or every packet of the witness waits for what others hold.
//
// What it trusts is said in the [Report]: for other schemes, or larger networks, that the certificate
// lists all dependences of the relation.
package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/topology"
)

// A Report says what was checked of a certificate that holds.
type Report struct {
	Topology string   `json:"topology"`
	Routing  string   `json:"routing"`
	Flow     string   `json:"flow"`
	Verdict  string   `json:"verdict"`
	Checked  []string `json:"checked"`
	Trusted  []string `json:"trusted"`
}

type certificate struct {
	Format    string      `json:"format"`
	Topology  shape       `json:"topology"`
	Routing   string      `json:"routing"`
	Set       []string    `json:"set"`
	Flow      string      `json:"flow"`
	Messages  *messages   `json:"messages"`
	Lanes     int         `json:"lanes"`
	Verdict   string      `json:"verdict"`
	Argument  string      `json:"argument"`
	Edges     [][]int32   `json:"edges,omitempty"`
	Numbering []int32     `json:"numbering,omitempty"`
	Waits     [][][]int32 `json:"waits,omitempty"`
	Order     []int32     `json:"order,omitempty"`
	Packets   []packet    `json:"packets,omitempty"`
}

type shape struct {
	Kind     string   `json:"kind"`
	K        []int    `json:"k,omitempty"`
	Name     string   `json:"name,omitempty"`
	Nodes    []node   `json:"nodes,omitempty"`
	Channels [][5]int `json:"channels,omitempty"`
}

type node struct {
	Name     string `json:"name"`
	Terminal bool   `json:"terminal"`
	Switch   bool   `json:"switch"`
}

type messages struct {
	SharedInjection bool `json:"shared_injection"`
	SharedEjection  bool `json:"shared_ejection"`
	Sink            bool `json:"sink"`
}

type packet struct {
	Source      int     `json:"source"`
	Destination int     `json:"destination"`
	Holds       []int32 `json:"holds"`
	Waits       []int32 `json:"waits"`
}

// maxVertices bounds the memory that a certificate can ask for.
const maxVertices = 1 << 26

const digestMark = `,"sha256":"`

// Check checks the text of a certificate. Its error is the first thing that does not hold.
func Check(text []byte) (*Report, error) {
	c, err := read(text)
	if err != nil {
		return nil, err
	}
	g, err := c.Topology.graph()
	if err != nil {
		return nil, err
	}
	if c.Lanes < 1 || c.Lanes > 1<<16 {
		return nil, fmt.Errorf("lanes: %d is not in 1..%d", c.Lanes, 1<<16)
	}
	r := &Report{Topology: g.Name, Routing: strings.Join(append([]string{c.Routing}, c.Set...), " "), Flow: c.Flow, Verdict: c.Verdict}
	r.Checked = append(r.Checked, "the digest")
	k := &checker{certificate: c, g: g, vertices: vertices(c, g)}
	if k.vertices > maxVertices {
		return nil, fmt.Errorf("%d vertices; the limit is %d", k.vertices, maxVertices)
	}
	arguments := map[string]struct {
		verdict string
		check   func() (string, error)
	}{
		"numbering": {"free", k.numbering}, "escape": {"free-by-escape", k.numbering},
		"order": {"free", k.order}, "witness": {"deadlock", k.witness},
	}
	if !slices.Contains([]string{"wormhole", "vct", "saf", "circuit"}, c.Flow) {
		return nil, fmt.Errorf("flow: there is no %q", c.Flow)
	}
	a, ok := arguments[c.Argument]
	if !ok || a.verdict != c.Verdict {
		return nil, fmt.Errorf("argument %q does not make verdict %q", c.Argument, c.Verdict)
	}
	for _, part := range []struct {
		name      string
		n         int
		arguments string
	}{
		{"edges", len(c.Edges), "numbering escape"}, {"numbering", len(c.Numbering), "numbering escape"},
		{"waits", len(c.Waits), "order"}, {"order", len(c.Order), "order"}, {"packets", len(c.Packets), "witness"},
	} {
		if part.n > 0 && !slices.Contains(strings.Fields(part.arguments), c.Argument) {
			return nil, fmt.Errorf("%s: is no part of argument %s", part.name, c.Argument)
		}
	}
	if c.Argument == "order" && c.Flow != "vct" && c.Flow != "saf" {
		return nil, fmt.Errorf("argument order is not enough for flow %s", c.Flow)
	}
	said, err := a.check()
	if err != nil {
		return nil, err
	}
	r.Checked = append(r.Checked, said)
	again, err := k.derive()
	switch {
	case errors.Is(err, errTrust):
		r.Trusted = append(r.Trusted, fmt.Sprintf("that this is all of %s: %v", c.Routing, err))
		if c.Argument == "escape" {
			r.Trusted = append(r.Trusted, "that every packet can always ask for an escape channel")
		}
		if c.Argument == "numbering" {
			r.Trusted = append(r.Trusted, "that no packet is stuck")
		}
	case err != nil:
		return nil, err
	default:
		r.Checked = append(r.Checked, again)
	}
	return r, nil
}

// read takes a certificate that has not been changed.
func read(text []byte) (*certificate, error) {
	i := bytes.LastIndex(text, []byte(digestMark))
	if i < 0 {
		return nil, errors.New("no certificate: it has no digest at its end")
	}
	body := append(slices.Clone(text[:i]), '}')
	sum := sha256.Sum256(body)
	if end := string(text[i+len(digestMark):]); end != hex.EncodeToString(sum[:])+"\"}\n" {
		return nil, errors.New("changed: the digest is of another certificate")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	c := &certificate{}
	if err := d.Decode(c); err != nil {
		return nil, err
	}
	if again, err := json.Marshal(c); err != nil || !bytes.Equal(again, body) {
		return nil, errors.New("not as certificates are written")
	}
	if want := "flitwright deadlock certificate 1"; c.Format != want {
		return nil, fmt.Errorf("format %q is not %q", c.Format, want)
	}
	return c, nil
}

func (s shape) graph() (*topology.Graph, error) {
	var g *topology.Graph
	var err error
	switch {
	case s.Kind == "irregular":
		g, err = s.irregular()
	case len(s.K) < 1:
		return nil, fmt.Errorf("topology: a %s has no size", s.Kind)
	case s.Name != "" || s.Nodes != nil || s.Channels != nil:
		return nil, fmt.Errorf("topology: a %s has no list of nodes", s.Kind)
	case s.Kind == "ring":
		g, err = topology.Ring(s.K[0])
	case s.Kind == "fattree":
		g, err = topology.FatTree(s.K[0], len(s.K))
	case s.Kind == "mesh":
		g, err = topology.Mesh(s.K...)
	case s.Kind == "torus":
		g, err = topology.Torus(s.K...)
	default:
		return nil, fmt.Errorf("topology: no such kind %q", s.Kind)
	}
	if err == nil && !slices.Equal(g.K, s.K) {
		return nil, fmt.Errorf("topology: a %s has sizes %v, not %v", s.Kind, g.K, s.K)
	}
	return g, err
}

func (s shape) irregular() (*topology.Graph, error) {
	b := topology.NewBuilder(s.Name)
	for _, n := range s.Nodes {
		b.Node(topology.Node{Name: n.Name, Terminal: n.Terminal, Switch: n.Switch})
	}
	for i, c := range s.Channels {
		from, to, reverse := topology.End{Node: c[0], Port: c[1]}, topology.End{Node: c[2], Port: c[3]}, c[4]
		switch {
		case reverse < 0:
			b.Channel(from, to)
		case reverse > i:
			b.Link(from, to)
		}
	}
	g, err := b.Graph()
	if err != nil {
		return nil, err
	}
	if len(g.Channels) != len(s.Channels) {
		return nil, errors.New("topology: channels do not name each other")
	}
	for i, c := range g.Channels {
		if [5]int{c.From, c.FromPort, c.To, c.ToPort, c.Reverse} != s.Channels[i] {
			return nil, fmt.Errorf("topology: channel %d is not where it is listed", i)
		}
	}
	return g, nil
}

// vertices counts channels' lanes and the queues of nodes.
func vertices(c *certificate, g *topology.Graph) int {
	queues := 2
	if m := c.Messages; m != nil {
		queues = 4
		if m.SharedInjection {
			queues--
		}
		if m.SharedEjection {
			queues--
		}
	}
	return len(g.Channels)*c.Lanes + queues*len(g.Nodes)
}
