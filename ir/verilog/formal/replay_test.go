package formal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
)

type counterPorts struct{ By ir.Signal }

// counter adds up by[69:0] and asserts that the sum is not 2^68 + 1.
func counter(t testing.TB) *ir.Design {
	t.Helper()
	d, err := ir.Elaborate(ir.Build("counter", counterPorts{ir.In(70)}, func(m *ir.Module, io counterPorts) {
		sum := m.Reg("sum", 70, 0)
		sum.Set(sum.Add(io.By))
		m.Assert(sum.Eq(m.Const(70, 1).Or(m.Const(70, 1).Shl(m.Const(7, 68)))).Not(), "it is reached")
	}).Module)
	require.NoError(t, err)
	return d
}

func TestReplay(t *testing.T) {
	c, err := replay(counter(t), "# a comment\nrst@0=1\nsum[3]@0=1\nby[0]@1=1\nby[68]@2=1\nby[1]@3=0\nby[0]@4=1\n# DONE\n")
	require.NoError(t, err)
	require.Equal(t, "it is reached", c.Failure.Message)
	require.Equal(t, 3, c.Failure.Cycle)
	require.Equal(t, 4, c.Cycles)
	require.Contains(t, c.String(), "replay_test.go:19: cycle 3: counter: it is reached\ncycle ")

	c, err = replay(counter(t), "rst@0=1\nby[0]@1=1\n")
	require.NoError(t, err)
	require.Nil(t, c.Failure)
}

func TestReplayRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "berkeley-abc: counterexample: it is empty",
		"nothing@0=1":                            "berkeley-abc: counterexample: it is empty",
		"by[70]@0=1":                             "berkeley-abc: counterexample: by[70]@0=1: by has 70 bits, a run fewer than 65536 cycles",
		"by[99999999999999999999]@0=0":           "berkeley-abc: counterexample: by[99999999999999999999]@0=0: by has 70 bits, a run fewer than 65536 cycles",
		"rst@65536=1":                            "berkeley-abc: counterexample: rst@65536=1: rst has 1 bits, a run fewer than 65536 cycles",
		"rst@0=1\nrst[1]@99999999999999999999=0": "berkeley-abc: counterexample: rst[1]@99999999999999999999=0: rst has 1 bits, a run fewer than 65536 cycles",
	} {
		_, err := replay(counter(t), text)
		require.EqualError(t, err, want)
	}
}

// Whatever the text says, reading it does not panic, and what it gives has the length it says.
func FuzzReplay(f *testing.F) {
	for _, s := range []string{"rst@0=1", "by[69]@7=1\nby[3]@2=0", "by[-1]@1=1", "by[]@1=1", "@1=1", "by[1]@=1", "rst@99=1"} {
		f.Add(s)
	}
	d := counter(f)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := replay(d, text)
		if err == nil {
			require.Len(t, c.Inputs, c.Cycles*c.Layout.InWords)
		}
	})
}
