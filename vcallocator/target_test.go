package vcallocator_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/vcallocator"
	"github.com/flitwright/flitwright/vcallocator/config"
)

// Every number of VCs, small numbers of ports, every way to decide: built, and held for an episode.
func TestEverySize(t *testing.T) {
	for _, x := range []target.Target{vcallocator.Dateline(), vcallocator.Escape()} {
		for vcs := 2; vcs <= 8; vcs++ {
			for k, ports := range [][2]int{{1, 1}, {2, 3}, {3, 2}, {1, 5}} {
				for arch, name := range config.Arches {
					set := []string{
						fmt.Sprintf("inputs=%d", ports[0]), fmt.Sprintf("outputs=%d", ports[1]), fmt.Sprintf("vcs=%d", vcs),
						"arch=" + name, "arb=" + config.Arbs[(vcs+k+arch)%2],
					}
					values, err := x.Parse(set)
					if err != nil {
						require.Contains(t, err.Error(), "-set vcs=", x.Name)
						continue
					}
					_, err = tb.Check(t.Context(), tb.Config{Target: &x, Values: values, Engine: tb.Interp(), Cycles: 100, Seed: 1})
					require.NoError(t, err, "%s %v", x.Name, set)
				}
			}
		}
	}
}

func TestBuildLargest(t *testing.T) {
	for _, arch := range []config.Arch{config.SepIF, config.Wavefront} {
		_, err := vcallocator.Build(config.Config{Classes: config.Escape, Inputs: 8, Outputs: 8, VCs: 8, Arch: arch})
		require.NoError(t, err)
	}
	_, err := vcallocator.Build(config.Config{})
	require.ErrorContains(t, err, "inputs: 0, want 1..8\n")
}

func TestNames(t *testing.T) {
	x := vcallocator.Dateline()
	_, err := x.Parse([]string{"arch=sepif", "arb=0", "vcs=3"})
	require.EqualError(t, err, `-set vcs=3: want 2..8 in steps of 2
-set arch=sepif: want sep-if|sep-of|wavefront (did you mean sep-if?)
-set arb=0: want rr|matrix`)
}
