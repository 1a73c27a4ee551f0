package verilator

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const counted = "# SystemC::Coverage-3\n" +
	"C '\x01f\x02pair.v\x01l\x0212\x01n\x025\x01page\x02v_toggle/pair\x01o\x02q[3]\x01h\x02.pair' 17\n" +
	"C '\x01f\x02pair.v\x01l\x0220\x01page\x02v_branch/pair\x01o\x02else\x01S\x0220-21' 0\n"

func TestReadCoverage(t *testing.T) {
	points, err := ReadCoverage(strings.NewReader(counted))
	require.NoError(t, err)
	require.Equal(t, []Point{
		{Kind: "toggle", Module: "pair", Instance: ".pair", File: "pair.v", Line: 12, What: "q[3]", Count: 17},
		{Kind: "branch", Module: "pair", File: "pair.v", Line: 20, What: "else"},
	}, points)
	for text, want := range map[string]string{
		"C 'no end": "line 2: \"C 'no end\" is no point", "C 'x' many": "line 2: strconv.ParseUint",
		"C '\x01l\x02y' 1": "line 2: strconv.Atoi",
	} {
		_, err := ReadCoverage(strings.NewReader("#\n" + text + "\n"))
		require.ErrorContains(t, err, want)
	}
}

func FuzzReadCoverage(f *testing.F) {
	f.Add(counted)
	f.Add("\nC '' 0")
	f.Add("\nC '\x01' 1\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		points, err := ReadCoverage(strings.NewReader(text))
		if err == nil {
			require.LessOrEqual(t, len(points), strings.Count(text, "\n"))
		}
	})
}
