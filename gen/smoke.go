package main

import (
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

// smokeCycles is the length of the run that an emission brings along as a testbench: enough for messages to pass through every target.
const smokeCycles = 128

// smoke runs the golden model under the target's first profile.
func (j *job) smoke(l *sim.Layout) (*verilog.Vectors, error) {
	model, err := j.target.Golden(j.values)
	if err != nil {
		return nil, err
	}
	stimulus := j.target.Traffic[0].New(j.values, 1)
	v := &verilog.Vectors{In: make([]uint64, smokeCycles*l.InWords), Out: make([]uint64, smokeCycles*l.OutWords), First: smokeCycles}
	prev := make([]uint64, l.OutWords)
	for t := range smokeCycles {
		in, out := v.In[t*l.InWords:][:l.InWords], v.Out[t*l.OutWords:][:l.OutWords]
		stimulus.Next(prev, in)
		model.Step(in, out)
		if in[0]&1 != 0 { // rst
			v.First = min(v.First, t+1)
		}
		if t < v.First {
			clear(out)
		}
		prev = out
	}
	return v, nil
}
