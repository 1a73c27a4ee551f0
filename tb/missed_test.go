package tb

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGroup(t *testing.T) {
	for events, want := range map[string]string{
		"":                                  "",
		"one two":                           "one two",
		"a[0] a[1] a[2] a[3]":               "a[0..3]",
		"a[7]":                              "a[7]",
		"a[0] a[1]":                         "a[0,1]",
		"a[0] a[1] a[2] a[5] a[7] a[8]":     "a[0..2,5,7,8]",
		"turn[-3] turn[-2] turn[-1] x y[0]": "turn[-3..-1] x y[0]",
		"a[0] b[0] a[1]":                    "a[0] b[0] a[1]",
		"a[x] a[01] a[ [1] a]":              "a[x] a[01] a[ [1] a]",
	} {
		require.Equal(t, want, group(strings.Fields(events)), events)
	}
}
