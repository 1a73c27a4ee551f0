package sim_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// choices makes decisions from the bytes of a fuzzer, 0 when they are used up.
type choices struct{ data []byte }

func (c *choices) below(n int) int {
	if len(c.data) == 0 {
		return 0
	}
	b := c.data[0]
	c.data = c.data[1:]
	return int(b) % n
}

// A designer builds a random module.
type designer struct {
	*choices
	m       *ir.Module
	signals []ir.Signal
	named   int
}

type designPorts struct{ In, Out wires }

var designWidths = []int{1, 1, 1, 2, 3, 8, 33, 64, 65, 130}

func (c *choices) width() int { return designWidths[c.below(len(designWidths))] }

// randomModule builds a module with instances down to the given depth.
func randomModule(c *choices, name string, depth int) ir.Component[designPorts] {
	var kids []ir.Component[designPorts]
	for i := range depth {
		kids = append(kids, randomModule(c, fmt.Sprintf("%s_kid_%d", name, i), i))
	}
	io := designPorts{}
	for range 1 + c.below(3) {
		io.In = append(io.In, ir.In(c.width()))
	}
	for range 1 + c.below(3) {
		io.Out = append(io.Out, ir.Out(c.width()))
	}
	return ir.Build(name, io, func(m *ir.Module, io designPorts) {
		d := &designer{choices: c, m: m, signals: append([]ir.Signal{}, io.In...)}
		d.fill(io.Out, kids)
	})
}

func (d *designer) name(kind string) string {
	d.named++
	return fmt.Sprintf("%s_%d", kind, d.named)
}

// fit brings a signal to a width.
func (d *designer) fit(s ir.Signal, w int) ir.Signal {
	switch {
	case s.Width() > w:
		lo := d.below(s.Width() - w + 1)
		return s.Slice(lo+w-1, lo)
	case d.below(2) == 0:
		return s.ZExt(w)
	}
	return s.SExt(w)
}

// any is a signal of the given width.
func (d *designer) any(w int) ir.Signal {
	if d.below(5) == 0 {
		v := new(big.Int)
		for i := range w {
			v.SetBit(v, i, uint(d.below(2)))
		}
		return d.m.ConstBig(w, v)
	}
	return d.fit(d.signals[d.below(len(d.signals))], w)
}

func (d *designer) add(s ir.Signal) { d.signals = append(d.signals, s) }

func (d *designer) operator() ir.Signal {
	w := d.width()
	a, b := d.any(w), d.any(w)
	switch d.below(20) {
	case 0:
		return a.Not()
	case 1:
		return a.And(b, d.any(w))
	case 2:
		return a.Or(b)
	case 3:
		return a.Xor(b)
	case 4:
		return a.Add(b)
	case 5:
		return a.Sub(b)
	case 6:
		return a.Mul(b)
	case 7:
		return a.Eq(b)
	case 8:
		return a.Lt(b)
	case 9:
		return a.LtS(b)
	case 10:
		return a.Shl(d.any(d.width()))
	case 11:
		return a.Shr(d.any(d.width()))
	case 12:
		return a.Sra(d.any(d.width()))
	case 13:
		return ir.Mux(d.any(1), a, b)
	case 14:
		return ir.OneHotMux(d.any(3), a, b, d.any(w))
	case 15:
		return ir.Cat(a, b, d.any(d.width()))
	case 16:
		return d.fit(ir.Cat(a, b), d.width())
	case 17:
		return a.All()
	case 18:
		return a.Any()
	}
	return a.Parity()
}

// set drives a target on every path.
func (d *designer) set(target ir.Signal, depth int) {
	inner := func() { d.set(target, depth-1) }
	plain := func() { target.Set(d.any(target.Width())) }
	if depth == 0 {
		plain()
		return
	}
	switch d.below(5) {
	case 0:
		plain()
	case 1:
		d.m.When(d.any(1), inner).Else(inner)
	case 2:
		plain()
		d.m.When(d.any(1), inner)
	case 3:
		plain()
		chain := d.m.When(d.any(1), d.maybe(inner))
		for range d.below(4) {
			chain = chain.ElseWhen(d.any(1), d.maybe(inner))
		}
		chain.Else(d.maybe(inner))
	case 4:
		d.m.Switch(d.any(2)).CaseC(1, inner).CaseC(2, inner).Default(inner)
	}
}

// maybe is body or nothing.
func (d *designer) maybe(body func()) func() {
	if d.below(2) == 0 {
		return func() {}
	}
	return body
}

// sometimes reaches body under random conditions.
func (d *designer) sometimes(body func()) {
	switch d.below(4) {
	case 0:
		body()
	case 1:
		d.m.When(d.any(1), func() {}).Else(body)
	case 2:
		d.m.When(d.any(1), body).ElseWhen(d.any(1), body)
	case 3:
		d.m.Switch(d.any(2)).CaseC(0, body).CaseC(3, body).Default(func() {})
	}
}

func (d *designer) fill(outs []ir.Signal, kids []ir.Component[designPorts]) {
	m := d.m
	var regs []ir.Signal
	for range d.below(4) {
		w := d.width()
		var r ir.Signal
		if d.below(2) == 0 {
			r = m.Reg(d.name("reg"), w, uint64(d.below(2)))
		} else {
			r = m.RegNoReset(d.name("free"), w)
		}
		regs = append(regs, r)
		d.add(r)
	}
	var mems []*ir.Mem
	for range d.below(3) {
		mems = append(mems, m.Mem(d.name("mem"), d.width(), 1+d.below(5)))
	}
	for range 3 + d.below(12) {
		switch d.below(8) {
		case 0:
			w := m.Wire(d.name("wire"), d.width())
			d.set(w, 2)
			d.add(w)
		case 1:
			if len(mems) > 0 {
				mem := mems[d.below(len(mems))]
				if d.below(2) == 0 {
					d.add(mem.Read(d.any(mem.AddrWidth())))
				} else {
					d.add(mem.ReadReg(d.name("read"), d.any(mem.AddrWidth()), d.any(1)))
				}
			}
		case 2:
			if len(kids) > 0 {
				k := ir.Inst(m, d.name("kid"), kids[d.below(len(kids))])
				for _, in := range k.In {
					d.set(in, 1)
				}
				for _, out := range k.Out {
					d.add(out)
				}
			}
		default:
			d.add(d.operator())
		}
	}
	for _, r := range regs {
		if d.below(4) == 0 {
			d.sometimes(func() { r.Set(d.any(r.Width())) })
		} else {
			d.set(r, 2)
		}
	}
	for _, mem := range mems {
		d.add(mem.Read(d.any(mem.AddrWidth())))
		for range 1 + d.below(2) {
			d.sometimes(func() { mem.Write(d.any(mem.AddrWidth()), d.any(mem.Width)) })
		}
	}
	if d.below(4) == 0 {
		d.sometimes(func() { m.Assert(d.any(2).Any(), "often true") })
	}
	// All is read: by the first output at least in one bit each.
	for i, o := range outs {
		if i > 0 {
			d.set(o, 2)
			continue
		}
		var parities []ir.Signal
		for _, s := range d.signals {
			parities = append(parities, s.Parity())
		}
		o.Set(ir.Xor(parities...).SExt(o.Width()).Xor(d.any(o.Width())))
	}
}

// agree runs a random design on the interpreter and naively. It reports whether the design
// was free of faults.
func agree(t *testing.T, data []byte) bool {
	c := &choices{data: data}
	top := randomModule(c, "top", 2).Module
	d, err := ir.Elaborate(top)
	if err != nil {
		return false
	}
	e, err := sim.NewInterp(d)
	require.NoError(t, err)
	n := newNaive(d.Top)
	byPath := powerUp(e, n)
	b := sim.NewBench(e)
	armed, failed := false, false
	cycle := 0
	for tries := range 20 {
		pins := map[string]*big.Int{"rst": new(big.Int)}
		for _, p := range e.Layout().Inputs {
			v := new(big.Int)
			for i := range p.Width {
				v.SetBit(v, i, uint(c.below(2)))
			}
			if p.Name == "rst" {
				v.SetInt64(number(tries == 2 || tries == 12 || failed).Int64())
			}
			b.SetBig(p.Name, v)
			pins[p.Name] = v
		}
		n.begin(pins)
		b.Step()
		rst := pins["rst"].Sign() == 1
		armed = armed || rst
		for _, p := range d.Top.Ports {
			if p.Dir == ir.Output {
				require.Equal(t, n.eval(p.Node).Text(16), b.GetBig(p.Name).Text(16), "cycle %d: %s", cycle, p.Name)
			}
		}
		for i, p := range e.Signals() {
			if at, ok := byPath[p.Path]; ok {
				require.Equal(t, at.scope.eval(at.node).Text(16), big64(e.Peek(i)).Text(16), "cycle %d: %s", cycle, p.Path)
			}
		}
		var faults []string
		if armed && !rst {
			faults = n.faults()
		}
		if len(faults) > 0 {
			var f *sim.Failure
			require.ErrorAs(t, b.Err(), &f, "want one of %q", faults)
			require.Equal(t, cycle, f.Cycle)
			require.Contains(t, faults, f.Path+": "+f.Message)
			// The cycle comes again, now in reset, where nothing is judged.
			b, failed = sim.NewBench(e), true
			continue
		}
		require.NoError(t, b.Err())
		n.edge()
		cycle, failed = cycle+1, false
	}
	return true
}

type naiveSignal struct {
	scope *naive
	node  *ir.Node
}

// powerUp gives the naive design the state of the interpreter, and finds its signals by path.
func powerUp(e *sim.Interp, n *naive) map[string]naiveSignal {
	byPath := map[string]naiveSignal{}
	mems := map[string]int{}
	for i, m := range e.Memories() {
		mems[m.Path] = i
	}
	for _, s := range n.all() {
		for _, node := range s.mod.Nodes {
			if node.Name != "" {
				byPath[s.path+"."+node.Name] = naiveSignal{s, node}
			}
		}
		for _, m := range s.mod.Mems {
			for a := range m.Depth {
				s.cells[m] = append(s.cells[m], big64(e.PeekMemory(mems[s.path+"."+m.Name], a)))
			}
		}
	}
	for i, p := range e.Signals() {
		if at, ok := byPath[p.Path]; ok {
			at.scope.state[at.node] = big64(e.Peek(i))
		}
	}
	return byPath
}

func big64(words []uint64) *big.Int {
	v := new(big.Int)
	for k, w := range words {
		v.Add(v, new(big.Int).Mul(new(big.Int).SetUint64(w), pow2(64*k)))
	}
	return v
}

func TestRandomDesigns(t *testing.T) {
	r := newRand(t)
	count, good := 150, 0
	if testing.Short() {
		count = 60
	}
	for range count {
		if agree(t, randomBytes(r)) {
			good++
		}
		if t.Failed() {
			return
		}
	}
	require.Greater(t, good, count/2, "designs free of faults")
}

func randomBytes(r *rand.Rand) []byte {
	data := make([]byte, 200+r.IntN(2000))
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}

// FuzzInterp is best run with -fuzzminimizetime 5x: there are few execs a second.
func FuzzInterp(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		f.Add(randomBytes(r))
	}
	f.Fuzz(func(t *testing.T, data []byte) { agree(t, data) })
}
