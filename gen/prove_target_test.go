package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

// A changed router is told by what differs, and its own relation is judged all the same.
func TestProveDifferent(t *testing.T) {
	for _, x := range []struct {
		name  string
		patch func(*ir.Design) error
		size  []string
		says  []string
	}{
		{"no dateline", tb.Force("t3e_route", "vc_bit", 0), []string{"-set", "x=3", "-set", "y=1", "-set", "z=2"}, []string{
			"the logic is not as the page says\n  VC, in ", "the logic says 100-x on VC 0, the relation 100-x on VC 1\n",
			"\nthe least deadlock has 2 packets:\n", "\ndeadlock: ",
			"\ndifferent: the logic differs from the relation of its page; the verdict above is that of the logic\n",
		}},
		{"ejects too soon", tb.Change("t3e_route", "at_destination", func(e *tb.Editor, n *ir.Node) *ir.Node {
			return e.Node("at_x")
		}), []string{"-set", "x=3", "-set", "y=1", "-set", "z=2"}, []string{
			"  ejection, in ", "\nno verdict: t3e as emitted: a packet to ", "\ndifferent: ",
		}},
		{"a large torus", tb.Force("t3e_route", "vc_bit", 0), []string{"-set", "x=9", "-set", "y=8", "-set", "z=1", "-set", "initial=", "-set", "signs=minimal"}, []string{
			"states by factors, the logic is not as the page says\n  VC, in ", "\nno verdict: the logic's own relation is not proved at this size\n", "\ndifferent: ",
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			changed := t3erouter.Target()
			build := changed.Build
			changed.Build = func(v target.Values) (*ir.Design, error) {
				d, err := build(v)
				require.NoError(t, err)
				return d, x.patch(d)
			}
			run := func(args ...string) string {
				var stdout, stderr bytes.Buffer
				c := &command{ctx: t.Context(), stdout: &stdout, stderr: &stderr, targets: []target.Target{changed}}
				require.Equal(t, failed, c.run(append(append([]string{"prove", "-target", "t3e"}, x.size...), args...)))
				require.Empty(t, stderr.String())
				return stdout.String()
			}
			text := run()
			for _, s := range x.says {
				require.Contains(t, text, s)
			}
			if x.name != "no dateline" {
				return
			}
			var proof struct{ Verdict string }
			require.NoError(t, json.Unmarshal([]byte(run("-json")), &proof))
			require.Equal(t, "different", proof.Verdict)
		})
		if testing.Short() {
			break // the race detector sees the same for each
		}
	}
}
