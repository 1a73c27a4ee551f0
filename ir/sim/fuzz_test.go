package sim_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/internal/enginetest"
)

// agree runs a random design on the interpreter and naively. It reports whether the design
// was free of faults.
func agree(t *testing.T, data []byte) bool {
	c := &enginetest.Choices{Data: data}
	top := enginetest.RandomModule(c, "top", 2).Module
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
				v.SetBit(v, i, uint(c.Below(2)))
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
	r := enginetest.NewRand(t)
	count, good := 150, 0
	if testing.Short() {
		count = 60
	}
	for range count {
		if agree(t, enginetest.RandomBytes(r)) {
			good++
		}
		if t.Failed() {
			return
		}
	}
	require.Greater(t, good, count/2, "designs free of faults")
}

// FuzzInterp is best run with -fuzzminimizetime 5x: there are few execs a second.
func FuzzInterp(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		f.Add(enginetest.RandomBytes(r))
	}
	f.Fuzz(func(t *testing.T, data []byte) { agree(t, data) })
}

func pow2(w int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(w)) }

// twos is x in two's complement of w bits.
func twos(x *big.Int, w int) *big.Int {
	if x.Cmp(pow2(w-1)) < 0 {
		return x
	}
	return new(big.Int).Sub(x, pow2(w))
}

func number(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}
