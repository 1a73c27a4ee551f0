package deadlock

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"image/color"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

var update = flag.Bool("update", false, "rewrite growth and its figure in docs/deadlock.md")

// The growth that docs/deadlock.md shows, as a table and as a figure, is the one measured by
// BenchmarkGrowth, whose output testdata/growth.txt is.
func TestGrowthPage(t *testing.T) {
	const page, picture = "../docs/deadlock.md", "../docs/deadlock-growth.svg"
	text, err := os.ReadFile("testdata/growth.txt")
	require.NoError(t, err)
	proofs := readGrowth(t, text)
	svg := drawGrowth(t, proofs)
	require.Equal(t, string(svg), string(drawGrowth(t, proofs)))

	shown, err := os.ReadFile(page)
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)<!-- growth -->\n\n```\n.*?```")
	require.Len(t, block.FindAll(shown, -1), 1)
	want := block.ReplaceAllLiteral(shown, []byte("<!-- growth -->\n\n```\n"+growthTable(proofs)+"```"))
	if *update {
		require.NoError(t, os.WriteFile(page, want, 0o666))
		require.NoError(t, os.WriteFile(picture, svg, 0o666))
		return
	}
	require.Equal(t, string(want), string(shown))
	drawn, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Equal(t, string(svg), string(drawn))
}

// A grown is the least of what a proof took when it was measured several times.
type grown struct {
	torus, scheme string
	nodes         int
	states        float64
	seconds       float64 // of processor time
	bytes         float64 // allocated in all
}

// schemeStyles are the schemes in the order of table and legend.
var schemeStyles = []struct {
	name, label string
	color       color.Color
	shape       draw.GlyphDrawer
}{
	{"t3e", "t3e, requests and replies", color.Black, draw.CircleGlyph{}},
	{"duato", "duato", color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, draw.TriangleGlyph{}},
	{"dor-dateline", "dor-dateline", color.RGBA{0x00, 0x72, 0xB2, 0xFF}, draw.BoxGlyph{}},
}

// readGrowth reads the output of BenchmarkGrowth: by scheme, fewest nodes first.
func readGrowth(t *testing.T, text []byte) map[string][]grown {
	name := regexp.MustCompile(`^Growth/torus=(\d+)x(\d+)x(\d+)/routing=([a-z0-9-]+?)(-\d+)?$`)
	least := map[string]grown{}
	r := benchfmt.NewReader(bytes.NewReader(text), "growth.txt")
	for r.Scan() {
		result, ok := r.Result().(*benchfmt.Result)
		require.True(t, ok, "%v", r.Result())
		m := name.FindStringSubmatch(result.Name.String())
		require.NotNil(t, m, "%s", result.Name)
		g := grown{torus: strings.Join(m[1:4], "x"), scheme: m[4], nodes: 1}
		for _, k := range m[1:4] {
			var n int
			_, err := fmt.Sscan(k, &n)
			require.NoError(t, err)
			g.nodes *= n
		}
		for unit, value := range map[string]*float64{"states": &g.states, "cpu-sec/op": &g.seconds, "B/op": &g.bytes} {
			*value, ok = result.Value(unit)
			require.True(t, ok, "%s: no %s", result.Name, unit)
		}
		if before, ok := least[m[0]]; ok {
			require.Equal(t, before.states, g.states)
			g.seconds, g.bytes = min(before.seconds, g.seconds), min(before.bytes, g.bytes)
		}
		least[m[0]] = g
	}
	require.NoError(t, r.Err())
	proofs := map[string][]grown{}
	for _, g := range slices.SortedFunc(maps.Values(least), func(a, b grown) int { return cmp.Compare(a.nodes, b.nodes) }) {
		proofs[g.scheme] = append(proofs[g.scheme], g)
	}
	require.Len(t, proofs, len(schemeStyles))
	return proofs
}

func growthTable(proofs map[string][]grown) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s", "")
	for _, s := range schemeStyles {
		fmt.Fprintf(&b, "  %-28s", s.label)
	}
	fmt.Fprintf(&b, "\n%-8s  %10s", "torus", "nodes")
	for range schemeStyles {
		fmt.Fprintf(&b, "  %11s %7s %8s", "states", "s", "MB")
	}
	b.WriteString("\n")
	for i, g := range proofs[schemeStyles[0].name] {
		fmt.Fprintf(&b, "%-8s  %10d", g.torus, g.nodes)
		for _, s := range schemeStyles {
			g := proofs[s.name][i]
			fmt.Fprintf(&b, "  %11.0f %7s %8.1f", g.states, twoDigits(g.seconds), g.bytes/1e6)
		}
		b.WriteString("\n")
	}
	return regexp.MustCompile(`(?m) +$`).ReplaceAllString(b.String(), "")
}

func twoDigits(x float64) string {
	if x >= 10 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2g", x)
}

// drawGrowth draws time and memory by nodes, both axes logarithmic, beside each other.
func drawGrowth(t *testing.T, proofs map[string][]grown) []byte {
	const width, height, head = 9 * vg.Inch, 3.4 * vg.Inch, 0.2 * vg.Inch
	canvas := vgsvg.New(width, height)
	whole := draw.New(canvas)
	panels := [][]*plot.Plot{{
		growthPanel("processor time, seconds", proofs, func(g grown) float64 { return g.seconds }),
		growthPanel("allocated in all, MB", proofs, func(g grown) float64 { return g.bytes / 1e6 }),
	}}
	tiles := draw.Tiles{Rows: 1, Cols: 2, PadX: vg.Points(16), PadLeft: vg.Points(6), PadRight: vg.Points(12), PadBottom: vg.Points(6)}
	for i, c := range plot.Align(panels, tiles, draw.Crop(whole, 0, 0, 0, -head))[0] {
		panels[0][i].Draw(c)
	}
	left := vg.Points(60)
	for _, s := range schemeStyles {
		l := plot.NewLegend()
		l.TextStyle.Font = growthFont(10)
		l.Left, l.Top, l.ThumbnailWidth, l.YPosition = true, true, vg.Points(26), draw.PosCenter
		line, points := growthPlotters(nil, s.color, s.shape)
		l.Add(s.label, line, points)
		l.Draw(draw.Crop(whole, left, 0, 0, -vg.Points(10)))
		left += vg.Points(60) + vg.Points(4.6)*vg.Length(len(s.label))
	}
	var b bytes.Buffer
	_, err := canvas.WriteTo(&b)
	require.NoError(t, err)
	return bytes.ReplaceAll(b.Bytes(), []byte("Liberation Sans;"), []byte("Liberation Sans,Arial,Helvetica,sans-serif;"))
}

func growthPanel(label string, proofs map[string][]grown, of func(grown) float64) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "nodes of the torus", label
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.Y.Tick.Marker = plot.LogTicks{Prec: -1}
	var nodes plot.ConstantTicks
	for _, g := range proofs[schemeStyles[0].name] {
		nodes = append(nodes, plot.Tick{Value: float64(g.nodes), Label: fmt.Sprint(g.nodes)})
	}
	p.X.Tick.Marker = nodes
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font, axis.Tick.Label.Font = growthFont(10), growthFont(9)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{0xE0}, color.Gray{0xE0}
	p.Add(grid)
	for _, s := range schemeStyles {
		var xys plotter.XYs
		for _, g := range proofs[s.name] {
			xys = append(xys, plotter.XY{X: float64(g.nodes), Y: of(g)})
		}
		line, points := growthPlotters(xys, s.color, s.shape)
		p.Add(line, points)
	}
	return p
}

func growthPlotters(xys plotter.XYs, c color.Color, shape draw.GlyphDrawer) (*plotter.Line, *plotter.Scatter) {
	return &plotter.Line{XYs: xys, LineStyle: draw.LineStyle{Color: c, Width: vg.Points(1.4)}},
		&plotter.Scatter{XYs: xys, GlyphStyle: draw.GlyphStyle{Color: c, Radius: vg.Points(2.6), Shape: shape}}
}

func growthFont(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}
