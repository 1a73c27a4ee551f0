package difftest

import "math/rand/v2"

// choices makes decisions from bytes; when they are used up it takes the simplest one, 0.
type choices struct{ data []byte }

func (c *choices) below(n int) int {
	if len(c.data) == 0 {
		return 0
	}
	b := int(c.data[0])
	c.data = c.data[1:]
	return b % n
}

// one is a choice among values, the simplest first.
func one[T any](c *choices, values ...T) T { return values[c.below(len(values))] }

// more is the condition of a loop that runs up to most times, n-1 on average.
func (c *choices) more(n int, done, most int) bool { return done < most && c.below(n) > 0 }

// take splits off a part of the bytes.
func (c *choices) take(part int) *choices {
	t := &choices{c.data[:part]}
	c.data = c.data[part:]
	return t
}

// Random is the string of choices of a seed.
func Random(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 0xf117))
	data := make([]byte, 40+r.IntN(400))
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}
