package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// inputFirst picks an open channel for each input channel, then an input channel for each output
// channel. An input arbiter moves when its pick is granted, so what it picks while it waits depends
// on the free channels alone.
func (a *vcAllocator) inputFirst() {
	picks := make([]ir.Signal, len(a.Req))
	arbiters := make([]ArbiterPorts, len(a.Req))
	for i, want := range a.want {
		free := make([]ir.Signal, a.Outputs)
		for o := range free {
			free[o] = a.freeAt(i, o)
		}
		open := want.And(ir.OneHotMux(ir.CatList(a.at[i]...), free...)).Named(fmt.Sprintf("open_%d", i))
		arbiters[i] = a.arbiter(fmt.Sprintf("input_%d", i), open)
		picks[i] = arbiters[i].Grant
	}
	a.grant = a.outputStage(func(i, o, k int) ir.Signal { return a.at[i][o].And(picks[i].Bit(k)) })
	for i, grant := range a.grant {
		arbiters[i].Take.Set(grant.Any())
	}
}

// outputFirst picks an input channel for each free output channel, then one of the output channels
// that picked it for each input channel. An input channel that was picked is granted something, so
// every arbiter that picks moves: one that was refused has seen its pick served elsewhere, and to
// keep to it could let others wait for ever.
func (a *vcAllocator) outputFirst() {
	offers := a.outputStage(func(i, o, k int) ir.Signal {
		return ir.And(a.at[i][o], a.want[i].Bit(k), a.Free[o].Bit(a.successors[a.channel(i)][k]))
	})
	for i, offered := range offers {
		arbiter := a.arbiter(fmt.Sprintf("input_%d", i), offered)
		arbiter.Take.Set(a.m.Const(1, 1))
		a.grant = append(a.grant, arbiter.Grant)
	}
}

// outputStage has an arbiter for each output channel pick one of the input channels that ask for it,
// i on its successor k at port o. It gives, for each input channel, the successors that picked it.
func (a *vcAllocator) outputStage(ask func(i, o, k int) ir.Signal) []ir.Signal {
	picked := make([][][]ir.Signal, len(a.Req)) // of i and its successor k, by port
	for i := range picked {
		picked[i] = make([][]ir.Signal, len(a.successors[a.channel(i)]))
	}
	for o := range a.Outputs {
		for w, inputs := range a.predecessors {
			if len(inputs) == 0 {
				continue
			}
			var asks []ir.Signal
			for _, i := range inputs {
				asks = append(asks, ask(i, o, a.path(i, w)))
			}
			arbiter := a.arbiter(fmt.Sprintf("output_%d_%d", o, w), ir.CatList(asks...))
			arbiter.Take.Set(a.m.Const(1, 1))
			for n, i := range inputs {
				k := a.path(i, w)
				picked[i][k] = append(picked[i][k], arbiter.Grant.Bit(n))
			}
		}
	}
	var all []ir.Signal
	for i, successors := range picked {
		var any []ir.Signal
		for _, ports := range successors {
			any = append(any, ir.Or(ports...))
		}
		all = append(all, ir.CatList(any...).Named(fmt.Sprintf("picked_%d", i)))
	}
	return all
}

// arbiter places an arbiter for requests.
func (a *vcAllocator) arbiter(name string, req ir.Signal) ArbiterPorts {
	arbiter := ir.Inst(a.m, name, a.Arbiter(req.Width()))
	arbiter.Req.Set(req)
	return arbiter
}
