package deadlock

import (
	"testing"

	"github.com/flitwright/flitwright/routing"
	"github.com/stretchr/testify/require"
)

// Recovery frees channels. Where nodes answer requests it is enough if a packet that is not taken keeps nothing
// from the replies that it waits for: one that is killed does not, one that is deflected keeps channels that both
// use, and one in the escape buffers keeps these.
func TestRecoveryOfRequestsAndReplies(t *testing.T) {
	for _, c := range []struct {
		routing  string
		protocol bool
		set      []string
		want     Verdict
	}{
		{"timeout", false, nil, FreeByRecovery},
		{"timeout", true, nil, FreeByRecovery},
		{"compressionless", true, []string{"classes=2"}, FreeByRecovery},
		{"disha", false, nil, FreeByRecovery},
		{"disha", true, nil, Unproven},
		{"disha", true, []string{"classes=2"}, Unproven},
		{"chaos", false, nil, FreeByRecovery},
		{"chaos", true, nil, Unproven},
		{"chaos", true, []string{"classes=2"}, FreeByRecovery},
	} {
		p := prove(t, graphOf(t, "torus", 4, 4), Wormhole, c.protocol, c.routing, c.set...)[0]
		require.Equal(t, c.want, p.Verdict, "%s protocol %t %v: %s", c.routing, c.protocol, c.set, p.Reason)
	}
	for _, change := range []func(*routing.Messages){
		func(m *routing.Messages) { m.SharedInjection = true },
		func(m *routing.Messages) { m.SharedEjection = true },
		func(m *routing.Messages) { m.Sink = false },
	} {
		list, err := routing.New(graphOf(t, "mesh", 3, 3), "timeout", "classes=2")
		require.NoError(t, err)
		change(list[0].Messages)
		p, err := Prove(t.Context(), list[0], Options{Protocol: true})
		require.NoError(t, err)
		require.Equal(t, Unproven, p.Verdict, "a request that is killed is still in its queue")
	}
}
