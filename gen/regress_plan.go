package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/regress"
	"github.com/flitwright/flitwright/target"
)

// planOf is the plan of a line: that of a directory with -resume.
func (c *command) planOf(o *options, dir string) (plan *regress.Plan) {
	if !o.resume {
		plan = c.plan(o)
	} else if d, err := regress.Load(dir); err != nil {
		o.faultf("-resume: %w", err)
	} else {
		plan = d.Plan
	}
	if o.resume && (o.target+o.params+o.engine+o.traffic+o.seeds != "" || o.cycles > 0 || len(o.set) > 0) {
		o.faultf("-resume: the plan is the one in %s: not with -target, -set, -params, -engine, -traffic, -cycles or -seeds", dir)
	}
	if plan != nil && plan.Seeds.Endless() && o.hours == 0 && !o.list {
		o.faultf("-seeds %s: endless seeds go with -hours", plan.Seeds)
	}
	if plan != nil && plan.Seeds.Endless() && o.farm != "" {
		o.faultf("-seeds %s: a farm needs seeds with an end", plan.Seeds)
	}
	return plan
}

// plan is what a line asks for: every target with every parameter set, engine, profile of traffic and
// seed. It adds what is wrong with the line to its faults.
func (c *command) plan(o *options) *regress.Plan {
	plan := &regress.Plan{}
	chosen := c.chosenTargets(o)
	chosenEngines := chosenEngines(o)
	traffic := chosenTraffic(o, chosen)
	seeds := o.seeds
	if seeds == "" {
		seeds = "1"
	}
	var err error
	if plan.Seeds, err = regress.ParseSeeds(seeds); err != nil {
		o.faultf("-seeds %w", err)
	}
	// Neighbours are of different parameters, so that workers do not wait for each other's build.
	var columns [][]regress.Point
	for _, t := range chosen {
		for _, v := range c.sets(o, t) {
			for _, e := range chosenEngines {
				cycles := o.cycles
				if cycles == 0 {
					cycles = e.cycles
				}
				var column []regress.Point
				for _, p := range t.Traffic {
					if len(traffic) == 0 || slices.Contains(traffic, p.Name) {
						column = append(column, regress.Point{Target: t.Name, Set: assignments(t, v), Engine: e.name, Traffic: p.Name, Cycles: cycles})
					}
				}
				columns = append(columns, column)
			}
		}
	}
	for i, more := 0, true; more; i++ {
		more = false
		for _, column := range columns {
			if i < len(column) {
				plan.Points, more = append(plan.Points, column[i]), true
			}
		}
	}
	if len(o.faults) > 0 {
		return nil
	}
	if n := plan.Seeds.Last - plan.Seeds.First + 1; !plan.Seeds.Endless() && n > regress.MostRuns/uint64(len(plan.Points)) {
		o.faultf("-seeds %s: %d seeds of %d runs are more than %d runs", seeds, n, len(plan.Points), regress.MostRuns)
		return nil
	}
	return plan
}

// assignments are the parameters as -set takes them.
func assignments(t *target.Target, v target.Values) []string {
	list := []string{}
	for _, flag := range t.Flags(v)[2:] { // past -target
		if flag != "-set" {
			list = append(list, flag)
		}
	}
	return list
}

// chosenTargets are those that -target lists, all without it.
func (c *command) chosenTargets(o *options) []*target.Target {
	var all []string
	for _, t := range c.targets {
		all = append(all, t.Name)
	}
	var list []*target.Target
	for _, name := range choose(o, "target", o.target, all) {
		list = append(list, &c.targets[slices.Index(all, name)])
	}
	return list
}

// chosenEngines are those that -engine lists, the first without it.
func chosenEngines(o *options) []engine {
	if o.engine == "" {
		return engines()[:1]
	}
	var all []string
	for _, e := range engines() {
		all = append(all, e.name)
	}
	var list []engine
	for _, name := range choose(o, "engine", o.engine, all) {
		list = append(list, engines()[slices.Index(all, name)])
	}
	return list
}

// chosenTraffic are the profiles that -traffic lists, which each target has or has not; none stands for all.
func chosenTraffic(o *options, targets []*target.Target) []string {
	if o.traffic == "" || len(targets) == 0 {
		return nil
	}
	var all []string
	for _, t := range targets {
		for _, p := range t.Traffic {
			if !slices.Contains(all, p.Name) {
				all = append(all, p.Name)
			}
		}
	}
	return choose(o, "traffic", o.traffic, all)
}

// choose reads a list of names with commas between; "" is all. Those that there are not are faults.
func choose(o *options, flag, text string, all []string) []string {
	if text == "" {
		return all
	}
	var list []string
	for name := range strings.SplitSeq(text, ",") {
		switch {
		case !slices.Contains(all, name):
			o.faultf("-%s %s: no such %s%s", flag, name, flag, target.Nearest(name, all))
		case slices.Contains(list, name):
			o.faultf("-%s %s: given twice", flag, name)
		default:
			list = append(list, name)
		}
	}
	return list
}

// sets are the parameter sets of a target: that of -set, or those that -params names.
func (c *command) sets(o *options, t *target.Target) []target.Values {
	if len(o.set) > 0 {
		if o.params != "" {
			o.faultf("-params %s: the parameters are those of -set", o.params)
		}
		one := *o
		one.target, one.faults = t.Name, nil
		j := c.job(&one)
		o.faults = append(o.faults, one.faults...)
		return []target.Values{j.values}
	}
	params := o.params
	if params == "" {
		params = "default,corners,2"
	}
	var list []target.Values
	add := func(more ...target.Values) {
		for _, v := range more {
			same := func(w target.Values) bool { return slices.Equal(assignments(t, v), assignments(t, w)) }
			if !slices.ContainsFunc(list, same) {
				list = append(list, v)
			}
		}
	}
	for word := range strings.SplitSeq(params, ",") {
		n, err := strconv.Atoi(word)
		switch {
		case word == "default":
			v, _ := t.Parse(nil)
			add(v)
		case word == "corners":
			add(corners(t)...)
		case err != nil || n < 1 || n > 1000:
			o.faults = addOnce(o.faults, fmt.Errorf("-params %s: want default, corners or a number of random sets from 1 to 1000, with commas between", word))
		default:
			drawn, err := regress.Drawn(t, n, o.seed)
			if err != nil {
				o.faultf("-params %d: %w", n, err)
			}
			add(drawn...)
		}
	}
	return list
}

// addOnce adds a fault that is not of one target.
func addOnce(faults []error, fault error) []error {
	for _, f := range faults {
		if f.Error() == fault.Error() {
			return faults
		}
	}
	return append(faults, fault)
}
