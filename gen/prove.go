package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/ir/verilog"
	schemes "github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/topology"
	"github.com/flitwright/flitwright/topology/draw"
)

// A subject is a kind of what prove is about, chosen by the flag that names it.
type subject struct {
	flag  string
	given func(*options) bool
	// relations are what is to be proved; more than one are compared. What is wrong with the
	// line goes to its faults.
	relations func(*command, *options) []*schemes.Relation
}

func subjects() []subject {
	return []subject{
		{"topology", func(o *options) bool { return o.topology != "" }, (*command).ofTopology},
	}
}

// prove decides whether packets of a relation can wait for each other for ever.
func (c *command) prove(o *options) int {
	if o.list {
		return c.listSchemes(o)
	}
	if o.target != "" {
		return c.proveTarget(o)
	}
	flow := deadlock.Wormhole
	if o.flow != "" {
		i := slices.Index(deadlock.Flows(), o.flow)
		if i < 0 {
			o.faultf("-flow %s: no such flow%s", o.flow, target.Nearest(o.flow, deadlock.Flows()))
		}
		flow = deadlock.Flow(max(i, 0))
	}
	o.ownFiles()
	if o.fabric != "" {
		return c.proveFabric(o, flow)
	}
	if o.lft+o.sl != "" {
		o.faultf("-lft, -sl: go with -fabric")
	}
	list := subjects()
	i := slices.IndexFunc(list, func(s subject) bool { return s.given(o) })
	if i < 0 {
		i = 0
	}
	relations := list[i].relations(c, o)
	if len(relations) > 1 && o.certificate+o.dot+o.svg != "" {
		o.faultf("-certificate, -dot, -svg: are of one relation, and this line compares %d", len(relations))
	}
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	var proofs []*deadlock.Proof
	for _, r := range relations {
		progress := c.progress("prove " + r.Name + " on " + r.Graph.Name)
		progress.unit = "parts"
		p, err := deadlock.Prove(c.ctx, r, deadlock.Options{
			Flow: flow, Protocol: o.protocol, Explicit: o.explicit, Brief: len(relations) > 1, Progress: progress.set, Set: o.set,
		})
		progress.end()
		if err != nil {
			return c.refuse(o, err)
		}
		proofs = append(proofs, p)
	}
	if len(proofs) > 1 {
		return c.compare(o, proofs)
	}
	return c.proved(o, proofs[0])
}

// proved tells the outcome of one proof. A file that was asked for and could not be written is a failure.
func (c *command) proved(o *options, p *deadlock.Proof) int {
	lost := c.keep(o, p)
	if o.json {
		c.print(p)
	} else {
		fmt.Fprint(c.stdout, p)
		if lost == nil {
			for _, line := range c.next(o, p) {
				fmt.Fprintln(c.stdout, line)
			}
		}
	}
	if lost != nil {
		for _, text := range lines(lost) {
			fmt.Fprintf(c.stderr, "gen: %s\n", text)
		}
	}
	if lost != nil || !p.Verdict.Holds() {
		return failed
	}
	return held
}

// A comparison is what programs are told about several relations.
type comparison struct {
	Relations int               `json:"relations"`
	Free      int               `json:"free"`
	Proofs    []*deadlock.Proof `json:"proofs"`
}

// compare tells which of several relations are free of deadlock.
func (c *command) compare(o *options, proofs []*deadlock.Proof) int {
	cmp := comparison{Relations: len(proofs), Proofs: proofs}
	for _, p := range proofs {
		if p.Verdict.Holds() {
			cmp.Free++
		}
	}
	if o.json {
		c.print(cmp)
		return held
	}
	for _, p := range proofs {
		fmt.Fprintf(c.stdout, "%-14s %s\n", p.Verdict, p.Relation)
	}
	fmt.Fprintf(c.stdout, "%d of %d free\n", cmp.Free, cmp.Relations)
	return held
}

// ofTopology makes a relation from -topology, -k, -n, -routing and -set.
func (c *command) ofTopology(o *options) []*schemes.Relation {
	g := readTopology(o)
	s, err := schemes.Find(o.routing)
	if err != nil {
		o.faults = append(o.faults, err)
		return nil
	}
	v, err := s.Parse(o.set)
	if err != nil {
		o.faults = append(o.faults, err)
	}
	if g == nil || len(o.faults) > 0 {
		return nil
	}
	list, err := s.Build(g, v)
	if err != nil {
		o.faults = append(o.faults, err)
	}
	return list
}

// shapes are the topologies that have a name.
var shapes = []string{"ring", "mesh", "torus", "fattree"}

// readTopology makes or reads the graph; nil if that cannot be done.
func readTopology(o *options) *topology.Graph {
	if o.topology == "" {
		o.faultf("-topology is missing%s", target.Nearest("", append(slices.Clone(shapes), "FILE")))
		return nil
	}
	var g *topology.Graph
	var err error
	if !slices.Contains(shapes, o.topology) {
		g, err = readGraph(o.topology)
		if (o.k != "" || o.n != 0) && !errors.Is(err, fs.ErrNotExist) {
			o.faultf("-k, -n: are for %s", strings.Join(shapes, ", "))
		}
	} else if k := sizes(o); k == nil {
		return nil
	} else {
		switch o.topology {
		case "ring":
			g, err = topology.Ring(k[0])
		case "mesh":
			g, err = topology.Mesh(k...)
		case "torus":
			g, err = topology.Torus(k...)
		case "fattree":
			g, err = topology.FatTree(k[0], len(k))
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		o.faultf("-topology %s: no such shape, nor file%s", o.topology, target.Nearest(o.topology, shapes))
		return nil
	case err != nil:
		o.faults = append(o.faults, fmt.Errorf("-topology %s: %w", o.topology, err))
		return nil
	}
	return g
}

func readGraph(name string) (*topology.Graph, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return topology.Read(name, f)
}

// ownFiles finds flags that name the same file, of which one would be lost.
func (o *options) ownFiles() {
	names := map[string]string{}
	for _, f := range [][2]string{{"certificate", o.certificate}, {"dot", o.dot}, {"svg", o.svg}} {
		if f[1] == "" {
			continue
		}
		name := filepath.Clean(f[1])
		if other, taken := names[name]; taken {
			o.faultf("-%s %s: is the file of -%s too", f[0], f[1], other)
		}
		names[name] = f[0]
	}
}

// keep writes what the line wants of a proof to files.
func (c *command) keep(o *options, p *deadlock.Proof) error {
	var errs []error
	for _, f := range []struct {
		flag, name string
		write      func() ([]byte, error)
	}{
		{"certificate", o.certificate, func() ([]byte, error) { return p.Certificate(o.routing, o.set) }},
		{"dot", o.dot, func() ([]byte, error) { return picture(p, draw.DOT) }},
		{"svg", o.svg, func() ([]byte, error) { return picture(p, draw.SVG) }},
	} {
		if f.name == "" {
			continue
		}
		text, err := f.write()
		if err == nil {
			sweep(filepath.Dir(f.name), func(name string) bool { return name == filepath.Base(f.name) })
			err = verilog.WriteFiles(filepath.Dir(f.name), []verilog.File{{Name: filepath.Base(f.name), Text: text}})
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("-%s %s: %w", f.flag, f.name, err))
		}
	}
	return errors.Join(errs...)
}

func picture(p *deadlock.Proof, write func(io.Writer, *draw.Picture) error) ([]byte, error) {
	var b bytes.Buffer
	err := write(&b, p.Picture())
	return b.Bytes(), err
}

// sizes reads -k and -n; nil if they are wrong.
func sizes(o *options) []int {
	var k []int
	if o.k == "" {
		o.faultf("-k is missing: the nodes in each dimension, as 4 or 8,32,8; of a fat tree the children of a switch")
		return nil
	}
	for _, s := range strings.Split(o.k, ",") {
		x, err := strconv.Atoi(s)
		if err != nil || x < 1 || x > topology.MaxNodes {
			o.faultf("-k %s: want numbers from 1 to %d with commas between", o.k, topology.MaxNodes)
			return nil
		}
		k = append(k, x)
	}
	switch {
	case o.topology == "ring" && (len(k) > 1 || o.n > 1):
		o.faultf("-topology ring: has one dimension, one way; the two-way ring is -topology torus -n 1")
		return nil
	case len(k) > 1 && o.n != 0 && o.n != len(k):
		o.faultf("-n %d: -k has %d sizes", o.n, len(k))
		return nil
	case len(k) == 1 && o.n > 1:
		k = slices.Repeat(k, o.n)
	case len(k) == 1 && o.n == 0 && o.topology != "ring":
		o.faultf("-n is missing: the number of dimensions, or the levels of a fat tree")
		return nil
	}
	if o.topology == "fattree" && slices.Min(k) != slices.Max(k) {
		o.faultf("-k %s: the levels of a fat tree have one arity", o.k)
		return nil
	}
	return k
}

// next is what to try after an outcome.
func (c *command) next(o *options, p *deadlock.Proof) []string {
	const same = "next: the same line "
	taken := taken(o)
	cure := o.cure()
	switch {
	case p.Verdict == deadlock.FreeByRecovery:
		return nil
	case p.Verdict.Holds() && o.certificate != "":
		return []string{"next: gen verify " + o.certificate}
	case p.Verdict.Holds():
		return []string{same + "with -certificate FILE, then gen verify FILE"}
	case taken != "":
		return []string{same + "without -set " + taken}
	case p.Verdict == deadlock.Unproven && p.Escape != nil && p.Escape.Connected:
		return []string{same + "with -flow vct, where a packet holds one buffer and has no indirect dependences"}
	case o.protocol && !slices.Contains(o.set, "classes=2") && o.routing != "t3e":
		return []string{same + "with -set classes=2, which gives requests and replies channels of their own"}
	case cure != "":
		return []string{"next: " + cure}
	}
	return nil
}

// cure is a line that proves a scheme that is free of deadlock on the same network, "" if there is no other.
func (o *options) cure() string {
	routing := map[string]string{"ring": "dateline", "mesh": "dor", "torus": "dor-dateline", "fattree": "fattree-updown"}[o.topology]
	switch {
	case o.topology != "" && !slices.Contains(shapes, o.topology):
		routing = "updown"
	case o.topology == "mesh" && (o.routing == "adaptive" || o.routing == "duato-text"):
		routing = "duato"
	}
	if routing == "" || routing == o.routing {
		return ""
	}
	line := "gen prove -topology " + o.topology
	if o.k != "" {
		line += " -k " + o.k
	}
	if o.n != 0 {
		line += fmt.Sprint(" -n ", o.n)
	}
	return line + " -routing " + routing
}

// taken is the first assignment of a line that takes a cure against deadlock away, "" if none does.
func taken(o *options) string {
	away := map[string][]string{
		"dor-dateline":    {"restart=0"},
		"direction-order": {"initial_vc=dateline"},
		"t3e": {
			"initial_vc=dateline", "initial_vc=1", "dateline=0", "escape=0", "adaptive=all",
			"sink=0", "reply_escape=0", "shared_injection=1", "shared_ejection=1",
		},
		"updown":         {"state=switch"},
		"shortest":       {"order=none"},
		"fattree-updown": {"parent_turns=1"},
	}[o.routing]
	i := slices.IndexFunc(o.set, func(text string) bool { return slices.Contains(away, text) })
	if i < 0 {
		return ""
	}
	return o.set[i]
}
