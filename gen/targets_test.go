package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// The flags that reproduce a setting give that setting again, for every parameter at both ends of
// its range.
func TestFlagsReproduceTheSetting(t *testing.T) {
	for _, target := range targets() {
		defaults, err := target.Parse(nil)
		require.NoError(t, err)
		for _, p := range target.Params {
			r := p.Range(defaults)
			for _, v := range []uint64{r.Min, r.Max} {
				set := fmt.Sprintf("%s=%s", p.Name, p.Format(v))
				want, err := target.Parse([]string{set})
				require.NoError(t, err, "%s %s", target.Name, set)
				var sets []string
				for _, flag := range target.Flags(want)[2:] { // past -target
					if flag != "-set" {
						sets = append(sets, flag)
					}
				}
				got, err := target.Parse(sets)
				require.NoError(t, err, "%s %s", target.Name, set)
				require.Equal(t, want, got, "%s %s", target.Name, set)
			}
		}
	}
}
