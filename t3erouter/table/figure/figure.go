// Package figure draws the balance of a routing table.
package figure

import (
	"bytes"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/flitwright/flitwright/t3erouter/table"
)

// The layout: a row of two panels for each dimension, under a line with the legend.
const (
	width       = 9 * vg.Inch
	panelHeight = 2.1 * vg.Inch
	headHeight  = 0.55 * vg.Inch
	textSize    = 10
)

// A series is how a scheme is drawn, in the order in which they are laid over each other.
type series struct {
	scheme int
	color  color.Color
	width  float64 // points
	shape  draw.GlyphDrawer
	legend float64 // its distance from the right edge, points
}

var schemes = []series{
	{table.AllVC0, color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, 1, draw.TriangleGlyph{}, 286},
	{table.TwoDateline, color.RGBA{0x00, 0x72, 0xB2, 0xFF}, 1, draw.BoxGlyph{}, 202},
	{table.Annealed, color.Black, 1.6, draw.CircleGlyph{}, 98},
}

// SVG draws for each dimension and direction the share of VC1 in the load of the links, by the
// coordinate of the router that sends: of the rings in that direction the one that is farthest
// from one half. It fails if no link carries packets.
func SVG(t *table.Table) ([]byte, error) {
	var panels [][]*plot.Plot
	for d := table.PlusX; d <= table.MinusZ; d += 2 {
		if t.Torus.Size()[d.Dim()] > 1 {
			row := []*plot.Plot{panel(t, d), panel(t, d.Opposite())}
			panels = append(panels, row)
		}
	}
	if panels == nil {
		return nil, fmt.Errorf("a torus of one node has no links")
	}
	height := headHeight + vg.Length(len(panels))*panelHeight
	canvas := vgsvg.New(width, height)
	whole := draw.New(canvas)
	head(t, draw.Crop(whole, 0, 0, height-headHeight, 0))
	tiles := draw.Tiles{
		Rows: len(panels), Cols: 2, PadX: vg.Points(12), PadY: vg.Points(8),
		PadLeft: vg.Points(6), PadRight: vg.Points(10), PadBottom: vg.Points(6),
	}
	for i, row := range plot.Align(panels, tiles, draw.Crop(whole, 0, 0, 0, -headHeight)) {
		for j, c := range row {
			panels[i][j].Draw(c)
		}
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(b.Bytes(), []byte("Liberation Sans;"), []byte("Liberation Sans,Arial,Helvetica,sans-serif;")), nil
}

// sans is the font of all text.
func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// head writes the title and the legend side by side.
func head(t *table.Table, c draw.Canvas) {
	style := plot.New().Legend.TextStyle
	style.Font = sans(textSize + 1)
	size := t.Torus.Size()
	title := fmt.Sprintf("Share of VC1 in the load of a link, torus %dx%dx%d", size[0], size[1], size[2])
	if dead := len(t.Torus.Dead()); dead > 0 {
		title += fmt.Sprintf(", dead links: %d", dead)
	}
	c.FillText(style, vg.Point{X: c.Min.X + vg.Points(12), Y: c.Min.Y + vg.Points(18)}, title)
	for _, s := range schemes {
		l := plot.NewLegend()
		l.TextStyle.Font = sans(textSize)
		l.Left, l.Top, l.ThumbnailWidth = true, true, vg.Points(26)
		l.YPosition = draw.PosCenter
		line, points := s.plotters(nil)
		l.Add(table.SchemeNames[s.scheme], line, points)
		l.Draw(draw.Crop(c, width-vg.Points(s.legend), 0, 0, -vg.Points(12)))
	}
}

// plotters are the line and the points of a series.
func (s series) plotters(xys plotter.XYs) (*plotter.Line, *plotter.Scatter) {
	line := &plotter.Line{XYs: xys, LineStyle: draw.LineStyle{Color: s.color, Width: vg.Points(s.width)}}
	points := &plotter.Scatter{XYs: xys, GlyphStyle: draw.GlyphStyle{Color: s.color, Radius: vg.Points(2.2), Shape: s.shape}}
	return line, points
}

// panel is the plot of one direction.
func panel(t *table.Table, d table.Direction) *plot.Plot {
	p := plot.New()
	k := t.Torus.Size()[d.Dim()]
	p.Title.Text = d.String()
	p.Title.TextStyle.Font = sans(textSize)
	p.Y.Min, p.Y.Max = -0.04, 1.04
	p.Y.Tick.Marker = plot.ConstantTicks{
		{Value: 0, Label: "0"}, {Value: 0.25}, {Value: 0.5, Label: "0.5"}, {Value: 0.75}, {Value: 1, Label: "1"},
	}
	p.X.Min, p.X.Max = -0.3, float64(k)-0.7
	p.X.Tick.Marker = coordinates(k)
	p.X.Label.Text = fmt.Sprintf("%c of the sending router; the dateline is at %d", "xyz"[d.Dim()], dateline(k, d))
	p.Y.Label.Text = "VC1/(VC0+VC1)"
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font, axis.Tick.Label.Font = sans(textSize-1), sans(textSize-1)
	}
	half := &plotter.Line{
		XYs:       plotter.XYs{{X: p.X.Min, Y: 0.5}, {X: p.X.Max, Y: 0.5}},
		LineStyle: draw.LineStyle{Color: color.Gray{0xA0}, Width: vg.Points(0.7), Dashes: []vg.Length{vg.Points(3), vg.Points(3)}},
	}
	p.Add(half)
	for _, s := range schemes {
		line, points := s.plotters(shares(t, d, s.scheme))
		p.Add(line, points)
	}
	return p
}

// dateline is the coordinate from which a hop in a direction crosses the dateline.
func dateline(k int, d table.Direction) int {
	if d.Minus() {
		return 0
	}
	return k - 1
}

// coordinates marks all of them and labels at most nine.
func coordinates(k int) plot.ConstantTicks {
	step := 1
	for (k-1)/step > 8 {
		step *= 2
	}
	var ticks plot.ConstantTicks
	for c := range k {
		tick := plot.Tick{Value: float64(c)}
		if c%step == 0 || c == k-1 {
			tick.Label = fmt.Sprint(c)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// shares gives by coordinate the share of VC1 that is farthest from one half.
func shares(t *table.Table, d table.Direction, scheme int) plotter.XYs {
	worst := make([]float64, t.Torus.Size()[d.Dim()])
	for c := range worst {
		worst[c] = math.NaN()
	}
	for _, channel := range t.Balance {
		if channel.Dir != d {
			continue
		}
		l := channel.Loads[scheme]
		share := float64(l[1]) / float64(l[0]+l[1])
		c := t.Torus.Coordinates(channel.From)[d.Dim()]
		if math.IsNaN(worst[c]) || math.Abs(share-0.5) > math.Abs(worst[c]-0.5) {
			worst[c] = share
		}
	}
	var xys plotter.XYs
	for c, share := range worst {
		if !math.IsNaN(share) {
			xys = append(xys, plotter.XY{X: float64(c), Y: share})
		}
	}
	return xys
}
