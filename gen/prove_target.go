package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/prover"
	schemes "github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/target"
)

// An emission is a target whose routing relation can be read out of its logic.
type emission struct {
	target   string
	around   []target.Param    // of -set, besides those of the target: numbers about what is around it
	names    []string          // likewise; read looks at their values
	defaults map[string]string // of names, where they are not those of the scheme
	graph    bool              // -topology, -k, -n and -routing say what network is made of it
	scheme   string            // that names are of, unless -routing names one
	flow     deadlock.Flow
	protocol bool
	read     func(context.Context, *described) (*prover.Reading, []prover.Difference, error)
}

// described is an emitted design with all that a line says of it.
type described struct {
	*ir.Design
	options *options
	values  target.Values // of the target
	around  target.Values
	scheme  string
	names   []string // assignments to its parameters
}

func emissions() []emission {
	return []emission{
		{target: "cm5", around: []target.Param{
			{Name: "levels", Help: "levels of routers in the network", Range: target.Fixed(1, 7, 1, 3)},
			{Name: "afd", Help: "1: all-fall-down may be switched on and off", Range: target.Fixed(0, 1, 1, 0)},
		}, read: readCM5},
		{target: "t3e", names: prover.T3EParams, defaults: map[string]string{"signs": "any", "initial": "+x+y+z", "final": "-z"},
			scheme: "t3e", flow: deadlock.VCT, protocol: true, read: readT3E},
		{target: "myrinet", graph: true, scheme: "updown", read: readMyrinet},
		{target: "vcalloc-dateline", read: readAllocator(prover.VCDateline)},
		{target: "vcalloc-escape", flow: deadlock.VCT, read: readAllocator(prover.VCEscape)},
	}
}

func readCM5(_ context.Context, d *described) (*prover.Reading, []prover.Difference, error) {
	r, err := prover.CM5(d.Design, int(d.values["parents"]), int(d.around["levels"]), d.around["afd"] == 1)
	return r, nil, err
}

func readT3E(ctx context.Context, d *described) (*prover.Reading, []prover.Difference, error) {
	v := d.values
	return prover.T3E(ctx, d.Design, config.Config{
		X: int(v["x"]), Y: int(v["y"]), Z: int(v["z"]), MaxFlits: int(v["max_flits"]),
		AdaptiveDepth: int(v["adaptive_depth"]), EscapeDepth: int(v["escape_depth"]),
	}, d.names...)
}

// readMyrinet takes a torus 4x4 and up*/down* where the line does not say.
func readMyrinet(_ context.Context, d *described) (*prover.Reading, []prover.Difference, error) {
	o := *d.options
	if o.topology == "" {
		o.topology, o.k, o.n = "torus", "4", 2
	}
	g := readTopology(&o)
	if g == nil {
		return nil, nil, errors.Join(o.faults...)
	}
	list, err := schemes.New(g, d.scheme, d.names...)
	if err != nil {
		return nil, nil, err
	}
	if len(list) > 1 {
		return nil, nil, fmt.Errorf("-set: -target is for one relation, and this line compares %d", len(list))
	}
	r, err := prover.Myrinet(d.Design, int(d.values["ports"]), list[0])
	return r, nil, err
}

func readAllocator(read func(*ir.Design, prover.VCShape) (*prover.Reading, error)) func(context.Context, *described) (*prover.Reading, []prover.Difference, error) {
	return func(_ context.Context, d *described) (*prover.Reading, []prover.Difference, error) {
		v := d.values
		r, err := read(d.Design, prover.VCShape{Inputs: int(v["inputs"]), Outputs: int(v["outputs"]), VCs: int(v["vcs"])})
		return r, nil, err
	}
}

// different is the verdict where the logic is not as the relation of package routing.
const different deadlock.Verdict = "different"

// An emittedProof is a proof of a relation that was read out of logic.
type emittedProof struct {
	*deadlock.Proof
	Verdict     deadlock.Verdict    `json:"verdict"`       // different, or that of the relation
	OfLogic     deadlock.Verdict    `json:"logic_verdict"` // that of the relation of the logic, "" if it routes wrongly
	Compared    uint64              `json:"compared"`      // states
	Factored    bool                `json:"factored"`      // they are combinations of what a state has in each dimension
	Differences []prover.Difference `json:"differences"`
}

// proveTarget proves the relation that is read out of a target's logic, and compares it with the one of its page.
func (c *command) proveTarget(o *options) int {
	e, d := c.describe(o)
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	r, differences, err := e.read(c.ctx, d)
	if err != nil {
		return c.refuse(o, err)
	}
	p := &emittedProof{Verdict: different, Factored: r.Factored(), Differences: []prover.Difference{}}
	progress := c.progress("compare " + r.Logic.Name + " on " + r.Logic.Graph.Name)
	progress.unit = "parts"
	more, states, err := r.Compare(c.ctx, progress.set)
	progress.end()
	if err != nil {
		return c.refuse(o, err)
	}
	p.Compared = states
	p.Differences = append(append(p.Differences, differences...), more...)

	relation := r.Logic
	switch {
	case r.Factored() && len(p.Differences) > 0:
		return c.provedTarget(o, p, errors.New("the logic's own relation is not proved at this size"))
	case r.Factored():
		relation = r.Rules
	}
	progress = c.progress("prove " + relation.Name + " on " + relation.Graph.Name)
	progress.unit = "parts"
	p.Proof, err = deadlock.Prove(c.ctx, relation, deadlock.Options{Flow: e.flow, Protocol: e.protocol, Progress: progress.set, Set: d.names})
	progress.end()
	if err != nil && len(p.Differences) == 0 {
		return c.refuse(o, err)
	}
	return c.provedTarget(o, p, err)
}

// describe finds how a target is read, and builds it. What is wrong with the line goes to its faults.
func (c *command) describe(o *options) (*emission, *described) {
	e := findEmission(c, o)
	if e == nil {
		return nil, nil
	}
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"certificate", o.certificate != ""}, {"explicit", o.explicit}, {"fabric", o.fabric != ""}, {"flow", o.flow != ""},
		{"k", o.k != "" && !e.graph}, {"lft", o.lft != ""}, {"n", o.n != 0 && !e.graph}, {"protocol", o.protocol},
		{"routing", o.routing != "" && !e.graph}, {"sl", o.sl != ""}, {"topology", o.topology != "" && !e.graph},
	} {
		if f.given {
			o.faultf("-%s: does not go with -target %s", f.name, o.target)
		}
	}
	d := &described{options: o}
	var scheme *schemes.Scheme
	if e.scheme != "" {
		var err error
		if scheme, err = schemes.Find(cmp.Or(o.routing, e.scheme)); err != nil {
			o.faults = append(o.faults, err)
			return nil, nil
		}
		d.scheme = scheme.Name
	}
	if e.graph {
		for _, p := range scheme.Params {
			e.names = append(e.names, p.Name)
		}
	}
	around := c.divide(o, e, d)
	var err error
	if d.around, err = around.Parse(around.set); err != nil {
		o.faults = append(o.faults, err)
	}
	if scheme != nil {
		if _, err := scheme.Parse(d.names); err != nil {
			o.faults = append(o.faults, err)
		}
	}
	j := c.job(o)
	if len(o.faults) > 0 {
		return nil, nil
	}
	d.values = j.values
	if d.Design, err = j.target.Build(j.values); err != nil {
		o.faults = append(o.faults, err)
	}
	return e, d
}

// surroundings are the parameters of an emission and assignments to them.
type surroundings struct {
	target.Target
	set []string
}

// findEmission finds how the target of a line is read; nil, with faults, if it is not.
func findEmission(c *command, o *options) *emission {
	list := emissions()
	var known []string
	for _, e := range list {
		known = append(known, e.target)
	}
	i := slices.Index(known, o.target)
	if i < 0 {
		if j := c.job(o); j != nil && j.target.Name == o.target {
			o.faultf("-target %s: its relation cannot be read out of its logic%s", o.target, target.Nearest("", known))
		}
		return nil
	}
	return &list[i]
}

// divide leaves in the assignments of a line those that are for the target itself.
func (c *command) divide(o *options, e *emission, d *described) surroundings {
	s := surroundings{Target: target.Target{Name: e.target, Params: e.around}}
	known := slices.Clone(e.names)
	for _, p := range e.around {
		known = append(known, p.Name)
	}
	var own []string
	for _, p := range c.find(o).Params {
		own = append(own, p.Name)
	}
	o.set = slices.DeleteFunc(slices.Clone(o.set), func(text string) bool {
		name, _, _ := strings.Cut(text, "=")
		switch {
		case slices.Contains(own, name):
			return false
		case slices.Contains(e.names, name):
			d.names = append(d.names, text)
		case slices.Contains(known, name):
			s.set = append(s.set, text)
		default:
			o.faultf("-set %s: %s has no such parameter%s", text, e.target, target.Nearest(name, append(own, known...)))
		}
		return true
	})
	return s
}

// provedTarget tells the outcome. astray is what is wrong with a relation that routes wrongly.
func (c *command) provedTarget(o *options, p *emittedProof, astray error) int {
	status := held
	if p.Proof != nil {
		p.OfLogic = p.Proof.Verdict
		if len(p.Differences) == 0 {
			p.Verdict = p.OfLogic
		}
		if err := c.keep(o, p.Proof); err != nil {
			for _, text := range lines(err) {
				fmt.Fprintf(c.stderr, "gen: %s\n", text)
			}
			status = failed
		}
	}
	if !p.Verdict.Holds() {
		status = failed
	}
	if o.json {
		c.print(p)
		return status
	}
	how, outcome := "", "the logic is as the page says"
	if p.Factored {
		how = " by factors"
	}
	if len(p.Differences) > 0 {
		outcome = "the logic is not as the page says"
	}
	fmt.Fprintf(c.stdout, "%-16s %d states%s, %s\n", "compared", p.Compared, how, outcome)
	for _, d := range p.Differences {
		fmt.Fprintf(c.stdout, "  %s\n", d)
	}
	if p.Proof != nil {
		fmt.Fprint(c.stdout, p.Proof)
	} else {
		fmt.Fprintf(c.stdout, "no verdict: %v\n", astray)
	}
	if p.Verdict == different {
		fmt.Fprintf(c.stdout, "%s: the logic differs from the relation of its page; the verdict above is that of the logic\n", different)
	}
	return status
}
