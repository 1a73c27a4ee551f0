package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/target"
)

// compact are settings of every target that are small enough to be run in many variants.
var compact = map[string]string{
	"cm5":              "words=2 parents=2 depth=4 crc_width=8",
	"t3e":              "x=3 y=2 z=1 max_flits=2 adaptive_depth=3 escape_depth=2",
	"myrinet":          "ports=3 depth=20 ks=11 kg=9 link_latency=0 refresh=4 stop_expire=16",
	"vcalloc-dateline": "inputs=3 outputs=2 vcs=4",
	"vcalloc-escape":   "inputs=2 outputs=3 vcs=5 arch=wavefront",
}

// eachCompact runs a test for every target at its compact setting.
func eachCompact(t *testing.T, test func(t *testing.T, j *job)) {
	for _, target := range targets() {
		t.Run(target.Name, func(t *testing.T) {
			test(t, compactJob(t, target))
		})
	}
}

func compactJob(t testing.TB, x target.Target) *job {
	require.NotEmpty(t, compact[x.Name])
	values, err := x.Parse(strings.Fields(compact[x.Name]))
	require.NoError(t, err)
	return &job{&x, values}
}
