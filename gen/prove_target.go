package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/prover"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/target"
)

// An emission is a target whose routing relation can be read out of its logic.
type emission struct {
	target   string
	params   []string // of -set, besides those of the target: what is around the router
	flow     deadlock.Flow
	protocol bool
	read     func(d *ir.Design, v target.Values, set []string) (*prover.Reading, []prover.Difference, error)
}

func emissions() []emission {
	return []emission{
		{"t3e", prover.T3EParams, deadlock.VCT, true, readT3E},
	}
}

func readT3E(d *ir.Design, v target.Values, set []string) (*prover.Reading, []prover.Difference, error) {
	return prover.T3E(d, config.Config{
		X: int(v["x"]), Y: int(v["y"]), Z: int(v["z"]), MaxFlits: int(v["max_flits"]),
		AdaptiveDepth: int(v["adaptive_depth"]), EscapeDepth: int(v["escape_depth"]),
	}, set...)
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
	for flag, given := range map[string]bool{
		"topology": o.topology != "", "k": o.k != "", "n": o.n != 0, "routing": o.routing != "", "flow": o.flow != "",
		"protocol": o.protocol, "explicit": o.explicit, "certificate": o.certificate != "",
	} {
		if given {
			o.faultf("-%s: does not go with -target, which implies it", flag)
		}
	}
	slices.SortFunc(o.faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	e, set := c.emission(o)
	j := c.job(o)
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	d, err := j.target.Build(j.values)
	if err != nil {
		return c.refuse(o, err)
	}
	r, differences, err := e.read(d, j.values, set)
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
	p.Proof, err = deadlock.Prove(c.ctx, relation, deadlock.Options{Flow: e.flow, Protocol: e.protocol, Progress: progress.set})
	progress.end()
	if err != nil && len(p.Differences) == 0 {
		return c.refuse(o, err)
	}
	return c.provedTarget(o, p, err)
}

// emission finds how a target is read, and takes what is not for the target itself out of the assignments of the line.
func (c *command) emission(o *options) (*emission, []string) {
	list := emissions()
	var known []string
	for _, e := range list {
		known = append(known, e.target)
	}
	i := slices.Index(known, o.target)
	if i < 0 {
		if slices.ContainsFunc(c.targets, func(t target.Target) bool { return t.Name == o.target }) {
			o.faultf("-target %s: its relation cannot be read out of its logic%s", o.target, target.Nearest(o.target, known))
		}
		return nil, nil
	}
	var around []string
	o.set = slices.DeleteFunc(slices.Clone(o.set), func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		if !slices.Contains(list[i].params, name) {
			return false
		}
		around = append(around, s)
		return true
	})
	return &list[i], around
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
