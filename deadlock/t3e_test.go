package deadlock

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Requests and replies need four conditions on their queues, and a dead link the table's adaptive
// bits: without any one of them there is a deadlock.
func TestMessagesT3E(t *testing.T) {
	g := graphOf(t, "torus", 4, 4, 2)
	for set, want := range map[string]Verdict{
		"":                                   FreeByEscape,
		"tie=both":                           FreeByEscape,
		"signs=any":                          FreeByEscape,
		"initial=+x+y+z final=-z":            FreeByEscape,
		"sink=0":                             Deadlock,
		"reply_escape=0":                     Deadlock,
		"shared_injection=1":                 Deadlock,
		"shared_ejection=1":                  Deadlock,
		"dead=1,2,1,+x":                      FreeByEscape,
		"dead=0,0,0,1 tie=both":              FreeByEscape,
		"dead=1,2,1,+x adaptive=all":         Deadlock,
		"initial=+x+y+z initial_vc=dateline": Deadlock,
		"initial=+x+y+z initial_vc=1":        Deadlock,
		"dateline=0":                         Deadlock,
		"initial=-y":                         Deadlock,
	} {
		t.Run(set, func(t *testing.T) {
			p := prove(t, g, VCT, true, "t3e", strings.Fields(set)...)[0]
			require.Equal(t, want, p.Verdict)
			require.NotZero(t, *p.Endpoints)
		})
	}
}
