package regress

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	plotWidth  = 6 * vg.Inch
	plotHeight = 3.2 * vg.Inch
	textSize   = 10
)

// palette is told apart by the color-blind too.
var palette = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, color.RGBA{0x00, 0x9E, 0x73, 0xFF},
	color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, color.RGBA{0x56, 0xB4, 0xE9, 0xFF},
}

// newPlot is an empty one in the style of the page.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	sans := func(size vg.Length) font.Font { return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size} }
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.TextStyle.Font = sans(textSize + 1)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font, axis.Tick.Label.Font = sans(textSize), sans(textSize-1)
	}
	p.Legend.TextStyle.Font, p.Legend.Top = sans(textSize-1), true
	p.Legend.ThumbnailWidth, p.Legend.Padding, p.Legend.YPosition = vg.Points(14), vg.Points(2), draw.PosCenter
	p.Legend.Left, p.Legend.XOffs = true, plotWidth-vg.Points(170) // to the right, text after the mark: fonts differ in width
	return p
}

// inline is the plot as an element of a page.
func inline(p *plot.Plot) (template.HTML, error) {
	canvas := vgsvg.New(plotWidth, plotHeight)
	p.Draw(draw.Crop(draw.New(canvas), vg.Points(8), -vg.Points(24), vg.Points(6), -vg.Points(8)))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", err
	}
	svg := bytes.ReplaceAll(b.Bytes(), []byte("Liberation Sans;"), []byte("Liberation Sans,Arial,Helvetica,sans-serif;"))
	return template.HTML(svg[bytes.Index(svg, []byte("<svg")):]), nil // less the head of a file of its own
}

// speedPlot shows cycles a second: a group of bars for each target, a bar for each engine.
func (s *Summary) speedPlot() (template.HTML, error) {
	p := newPlot("Speed of lockstep", "", "1000 cycles a second")
	var targets, engines []string
	for _, v := range s.Speeds {
		if !slices.Contains(targets, v.Target) {
			targets = append(targets, v.Target)
		}
		if !slices.Contains(engines, v.Engine) {
			engines = append(engines, v.Engine)
		}
	}
	width := vg.Points(240 / float64(len(targets)*len(engines)+len(targets)))
	for i, engine := range engines {
		values := make(plotter.Values, len(targets))
		for _, v := range s.Speeds {
			if v.Engine == engine {
				values[slices.Index(targets, v.Target)] = v.PerSecond / 1000
			}
		}
		bars, err := plotter.NewBarChart(values, width)
		if err != nil {
			return "", err
		}
		bars.Color, bars.LineStyle.Width = palette[i%len(palette)], 0
		bars.Offset = width * vg.Length(float64(i)-float64(len(engines)-1)/2)
		p.Add(bars)
		p.Legend.Add(engine, bars)
	}
	p.NominalX(targets...)
	p.Y.Min, p.Y.Max = 0, 1.25*p.Y.Max // room for the legend
	return inline(p)
}

// coveragePlot shows how the events grow that some run met, of those of all parameter sets, over the
// runs in the order of the plan.
func (s *Summary) coveragePlot() (template.HTML, error) {
	p := newPlot("Coverage", "runs that held", "events met, %")
	type growth struct {
		name   string
		sets   keyed[union]
		points plotter.XYs
	}
	targets := keyed[growth]{}
	for _, r := range s.records {
		if r.Report == nil || r.Report.Coverage == nil {
			continue
		}
		g := targets.at(r.Target)
		g.name = r.Target
		g.sets.at(r.Setting()).add(r.Report.Coverage)
		hit := 0
		for _, u := range g.sets.list() {
			hit += u.hit()
		}
		g.points = append(g.points, plotter.XY{X: float64(len(g.points) + 1), Y: float64(hit)})
	}
	for i, g := range targets.list() {
		total := 0
		for _, u := range g.sets.list() {
			total += u.total
		}
		for k := range g.points {
			g.points[k].Y *= 100 / float64(max(1, total))
		}
		line := &plotter.Line{XYs: thin(g.points), LineStyle: draw.LineStyle{Color: palette[i%len(palette)], Width: vg.Points(1.5)}}
		p.Add(line)
		p.Legend.Add(g.name, line)
		p.X.Max = max(p.X.Max, float64(len(g.points)))
	}
	p.Legend.Top = false
	p.Y.Min, p.Y.Max, p.X.Min = 0, 104, 0
	p.X.Tick.Marker = whole{}
	return inline(p)
}

// whole marks an axis of counts.
type whole struct{}

// Ticks are labelled at whole numbers only.
func (whole) Ticks(least, greatest float64) []plot.Tick {
	var ticks []plot.Tick
	for _, t := range (plot.DefaultTicks{}).Ticks(least, greatest) {
		if t.Value == math.Trunc(t.Value) {
			if t.Label != "" {
				t.Label = fmt.Sprintf("%.0f", t.Value)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// thin leaves some hundred points of many, the last among them.
func thin(points plotter.XYs) plotter.XYs {
	step := len(points)/400 + 1
	var few plotter.XYs
	for i, xy := range points {
		if i%step == 0 || i == len(points)-1 {
			few = append(few, xy)
		}
	}
	return few
}

// outcomePlot shows the runs of each target: held, failed, not to be made, left.
func (s *Summary) outcomePlot() (template.HTML, error) {
	p := newPlot("Runs", "", "runs")
	var targets []string
	for _, c := range s.Cells {
		if !slices.Contains(targets, c.Target) {
			targets = append(targets, c.Target)
		}
	}
	counts := make([]plotter.Values, 4)
	for i := range counts {
		counts[i] = make(plotter.Values, len(targets))
	}
	for _, c := range s.Cells {
		i := slices.Index(targets, c.Target)
		counts[0][i] += float64(c.Held)
		counts[1][i] += float64(c.Failed)
		counts[2][i] += float64(c.Errors)
	}
	for _, r := range s.remaining {
		counts[3][slices.Index(targets, r.Target)]++
	}
	var below *plotter.BarChart
	for i, kind := range []struct {
		name  string
		color color.Color
	}{
		{"held", color.RGBA{0x00, 0x9E, 0x73, 0xFF}}, {"failed", color.RGBA{0xC0, 0x20, 0x20, 0xFF}},
		{"error", color.RGBA{0xE6, 0x9F, 0x00, 0xFF}}, {"left", color.Gray{0xC0}},
	} {
		if i > 1 && slices.Max(counts[i]) == 0 {
			continue
		}
		bars, err := plotter.NewBarChart(counts[i], vg.Points(200/float64(len(targets)+1)))
		if err != nil {
			return "", err
		}
		bars.Color, bars.LineStyle.Width = kind.color, 0
		if below != nil {
			bars.StackOn(below)
		}
		below = bars
		p.Add(bars)
		p.Legend.Add(fmt.Sprintf("%s %.0f", kind.name, sum(counts[i])), bars)
	}
	p.NominalX(targets...)
	p.Y.Min, p.Y.Max = 0, 1.25*p.Y.Max
	p.Y.Tick.Marker = whole{}
	return inline(p)
}

func sum(values plotter.Values) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}
