package mutate

import (
	"math/rand/v2"

	"github.com/flitwright/flitwright/ir/sim/flat"
)

// What runs at random find costs no solver.
const (
	walks     = 4 // of 64 runs each
	walkSteps = 200
	looked    = 2 // of the 64 are looked at
)

// walk takes in the states of runs with random inputs from the reset on. All of them are reached, so that reach would find them too, one by one.
func (f *states) walk(s *steps, n *flat.Netlist, of []int, next map[int]word, most int) {
	if n.Rst == flat.None {
		return
	}
	regs, rst := map[int]word{}, s.word(of[n.Rst])
	for i, r := range n.Regs {
		regs[i] = s.word(of[r.Node])
	}
	var fixed []word
	for _, x := range f.fixed {
		fixed = append(fixed, s.word(of[n.Inputs[x.input]])[x.at:][:1])
	}
	rng := rand.New(rand.NewPCG(1, 0))
	for range walks {
		now := map[int][]uint64{} // by register and bit, a bit for each run
		for i, r := range n.Regs {
			now[i] = make([]uint64, len(next[i]))
			for k := range now[i] {
				switch {
				case r.Reset == nil:
					now[i][k] = rng.Uint64()
				case r.Reset.Bit(k) == 1:
					now[i][k] = ^uint64(0)
				}
			}
		}
		for range walkSteps {
			bits := s.evaluate(func(set func(w word, to []uint64)) {
				for i, w := range regs {
					set(w, now[i])
				}
				set(rst, []uint64{0})
				for i, x := range f.fixed {
					value := uint64(0)
					if x.value {
						value = ^value
					}
					set(fixed[i], []uint64{value})
				}
			}, rng)
			for i := range n.Regs {
				for k, bit := range next[i] {
					now[i][k] = bits(bit)
				}
			}
			for run := range looked {
				f.take(func(i int) (x uint64) {
					for k, bit := range now[i] {
						x |= bit >> run & 1 << k
					}
					return x
				}, most)
			}
		}
	}
}

// evaluate gives the bits of a circuit in 64 runs at a time, for inputs that are random but for those that are set.
func (c *circuit) evaluate(inputs func(set func(w word, to []uint64)), rng *rand.Rand) func(bit int) uint64 {
	is, known := make([]uint64, c.last+1), make([]bool, c.last+1)
	is[one], known[one] = ^uint64(0), true
	inputs(func(w word, to []uint64) {
		for i, bit := range w {
			is[bit], known[bit] = to[i], true
		}
	})
	value := func(bit int) uint64 {
		if bit < 0 {
			return ^is[-bit]
		}
		return is[bit]
	}
	for x := range is {
		switch in := c.inputOf[x]; {
		case known[x]:
		case in == [2]int{}:
			is[x] = rng.Uint64()
		default:
			is[x] = value(in[0]) & value(in[1])
		}
	}
	return value
}
