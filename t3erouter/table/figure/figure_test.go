package figure_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/table"
	"github.com/flitwright/flitwright/t3erouter/table/figure"
)

func draw(t *testing.T, size [3]int) (string, error) {
	to, err := table.NewTorus(size)
	require.NoError(t, err)
	tab, err := table.Build(t.Context(), to, 1)
	require.NoError(t, err)
	svg, err := figure.SVG(tab)
	return string(svg), err
}

// The figure is XML, has two panels a dimension and the legend, and the same bytes each time.
func TestSVG(t *testing.T) {
	for size, panels := range map[[3]int]int{{2, 1, 1}: 2, {4, 1, 3}: 4, {3, 2, 2}: 6} {
		svg, err := draw(t, size)
		require.NoError(t, err)
		again, err := draw(t, size)
		require.NoError(t, err)
		require.Equal(t, svg, again)
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		require.Equal(t, panels, strings.Count(svg, "VC1/(VC0+VC1)"))
		for _, name := range table.SchemeNames {
			require.Contains(t, svg, ">"+name+"<")
		}
	}
}

func TestNothingToDraw(t *testing.T) {
	_, err := draw(t, [3]int{1, 1, 1})
	require.EqualError(t, err, "a torus of one node has no links")
}
