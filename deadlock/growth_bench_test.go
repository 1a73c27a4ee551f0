//go:build unix

package deadlock

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Growth of proofs from 64 to 4096 nodes, processor time included. What it prints is kept in
// testdata/growth.txt, for TestGrowthPage to draw:
//
//	go test -run '^$' -bench Growth -benchtime 1x -count 2 -timeout 2h ./deadlock > deadlock/testdata/growth.txt
//	go test -run GrowthPage ./deadlock -update
func BenchmarkGrowth(b *testing.B) {
	for _, k := range [][]int{{4, 4, 4}, {8, 4, 4}, {8, 8, 4}, {8, 8, 8}, {8, 16, 8}, {8, 32, 8}, {16, 16, 16}} {
		for _, scheme := range []string{"t3e", "dor-dateline", "duato"} {
			b.Run(fmt.Sprintf("torus=%dx%dx%d/routing=%s", k[0], k[1], k[2], scheme), func(b *testing.B) {
				before := processorTime(b)
				benchmark(b, VCT, scheme == "t3e", "torus", k, scheme)
				b.ReportMetric(float64(processorTime(b)-before)/float64(b.N), "cpu-ns/op")
			})
		}
	}
}

// processorTime is what the process has used so far.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
