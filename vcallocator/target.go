// Package vcallocator is the VC allocators of package rtl as routers' parts to be emitted and
// checked by themselves, as docs/spec/vcalloc.md specifies them.
package vcallocator

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/vcallocator/config"
	"github.com/flitwright/flitwright/vcallocator/golden"
	"github.com/flitwright/flitwright/vcallocator/traffic"
)

// Dateline is the target vcalloc-dateline for the command line.
func Dateline() target.Target {
	return newTarget(config.Dateline, "VC allocator, a dateline pair of VCs for each message class, sparse (Becker & Dally 2009)")
}

// Escape is the target vcalloc-escape for the command line.
func Escape() target.Target {
	return newTarget(config.Escape, "VC allocator, adaptive VCs over dateline pairs as escape, sparse (Becker & Dally 2009)")
}

func newTarget(classes config.Classes, help string) target.Target {
	of := func(v target.Values) config.Config {
		n := func(name string) int { return int(v[name]) }
		return config.Config{
			Classes: classes, Inputs: n("inputs"), Outputs: n("outputs"), VCs: n("vcs"),
			Arch: config.Arch(n("arch")), Arb: config.Arb(n("arb")),
		}
	}
	t := target.Target{
		Name: "vcalloc-" + classes.String(), Help: help,
		Build:      func(v target.Values) (*ir.Design, error) { return Build(of(v)) },
		Golden:     func(v target.Values) (target.Model, error) { return golden.New(of(v)) },
		Traffic:    traffic.Profiles(classes),
		Scoreboard: func(v target.Values) target.Scoreboard { return traffic.NewScoreboard(of(v)) },
	}
	texts := []string{"input ports", "output ports", "VCs of each port", "order of decisions", "arbiters of sep-if and sep-of"}
	names := map[string][]string{"arch": config.Arches, "arb": config.Arbs}
	defaults := config.Default(classes).Values()
	for i, r := range config.Ranges(classes) {
		t.Params = append(t.Params, target.Param{
			Name: r.Name, Help: texts[i], Names: names[r.Name], Range: target.Fixed(r.Min, r.Max, r.Multiple, defaults[i]),
		})
	}
	return t
}

// Ports are the pins of the top module.
type Ports struct {
	Req        []rtl.VCRequest
	Free       []ir.Signal
	Gnt        []rtl.VCGrant
	ErrIllegal ir.Signal
}

// Build makes the allocator as a top module: what package rtl's lacks are a register for err_illegal
// and that nothing is granted in reset. Its error is that of c.Validate or an ir.Errors.
func Build(c config.Config) (*ir.Design, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	part := Part(c)
	io := part.Ports()
	pins := Ports{Req: io.Req, Free: io.Free, Gnt: io.Gnt, ErrIllegal: io.Illegal}
	return ir.Elaborate(ir.Build("vcalloc_"+c.Classes.String(), pins, func(m *ir.Module, pins Ports) {
		m.SetDoc("VC allocator with classes " + c.Classes.String() + ".")
		a := ir.Inst(m, "allocator", part.Component())
		heard := m.Reset().Not().Named("heard").Doc("requests are heard out of reset only")
		for i, r := range pins.Req {
			a.Req[i].Valid.Set(r.Valid.And(heard))
			a.Req[i].Port.Set(r.Port)
			a.Req[i].VCs.Set(r.VCs)
			a.Req[i].Turn.Set(r.Turn)
			pins.Gnt[i].Valid.Set(a.Gnt[i].Valid)
			pins.Gnt[i].VC.Set(a.Gnt[i].VC)
		}
		for o, free := range pins.Free {
			a.Free[o].Set(free)
		}
		illegal := m.Reg("illegal", a.Illegal.Width(), 0)
		illegal.Set(a.Illegal)
		pins.ErrIllegal.Set(illegal)
	}).Module)
}

// Part is the part of package rtl that c describes. c is valid.
func Part(c config.Config) rtl.VCAllocator {
	classes := rtl.DatelineClasses(c.VCs / 2)
	if c.Classes == config.Escape {
		messages := (c.VCs - 1) / 2
		classes = rtl.EscapeClasses(messages, c.VCs-2*messages)
	}
	p := rtl.VCAllocator{Inputs: c.Inputs, Outputs: c.Outputs, Classes: classes, Arbiter: rtl.RoundRobin}
	switch c.Arch {
	case config.SepOF:
		p.Arch = rtl.SeparableOutputFirst
	case config.Wavefront:
		p.Arch = rtl.Wavefront
	}
	if c.Arb == config.Matrix {
		p.Arbiter = rtl.Matrix
	}
	return p
}
