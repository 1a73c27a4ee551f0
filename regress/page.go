package regress

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strconv"
	"strings"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"grouped": grouped, "percent": percent, "list": func(s []string) string { return strings.Join(s, " ") },
	"waves": waves,
}).Parse(pageText))

// Page is the summary for people: one file that needs no other, what went wrong first.
func Page(s *Summary) ([]byte, error) {
	view := struct {
		*Summary
		Targets  []string
		Traffic  []string
		Plots    []template.HTML
		Records  []Record
		First    string
		Last     string
		CellAt   func(target, traffic string) *Cell
		OfTarget func(target string) Cell
		Most     int // of what went wrong in full
	}{Summary: s, Records: s.records, CellAt: s.cell, OfTarget: s.target, Most: 100}
	var targets, traffic keyed[string]
	for _, c := range s.Cells {
		*targets.at(c.Target), *traffic.at(c.Traffic) = c.Target, c.Traffic
	}
	for _, t := range targets.list() {
		view.Targets = append(view.Targets, *t)
	}
	for _, t := range traffic.list() {
		view.Traffic = append(view.Traffic, *t)
	}
	for _, r := range s.records {
		if at := r.Ended.Format("2006-01-02 15:04:05 MST"); view.First == "" || at < view.First {
			view.First = at
		}
		view.Last = max(view.Last, r.Ended.Format("2006-01-02 15:04:05 MST"))
	}
	if len(s.Speeds) > 0 {
		for _, plot := range []func() (template.HTML, error){s.outcomePlot, s.coveragePlot, s.speedPlot} {
			svg, err := plot()
			if err != nil {
				return nil, err
			}
			view.Plots = append(view.Plots, svg)
		}
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, view)
	return []byte(printable(b.String())), err
}

// cell is that of a target and a profile, nil if there is none.
func (s *Summary) cell(target, traffic string) *Cell {
	for i := range s.Cells {
		if s.Cells[i].Target == target && s.Cells[i].Traffic == traffic {
			return &s.Cells[i]
		}
	}
	return nil
}

// target is the sum over the profiles of a target; its events are those that any of them met.
func (s *Summary) target(target string) Cell {
	all := Cell{Target: target}
	for _, c := range s.Cells {
		if c.Target == target {
			all.Tally = all.plus(c.Tally)
		}
	}
	for _, c := range s.Coverage {
		if c.Target == target {
			all.Hit, all.Total = all.Hit+c.Hit, all.Total+c.Total
		}
	}
	return all
}

// waves is the line that writes the waves of a run.
func waves(r Record) string {
	ext := ".vcd"
	if r.Engine == "verilator" || r.Engine == "iverilog" {
		ext = ".fst"
	}
	return fmt.Sprintf("%s -vcd run-%d%s", r.Replay(), r.Number, ext)
}

// grouped writes a number with spaces between thousands.
func grouped(n any) string {
	var text string
	switch n := n.(type) {
	case float64:
		text = strconv.FormatFloat(n, 'f', 0, 64)
	default:
		text = fmt.Sprint(n)
	}
	var b strings.Builder
	for i, c := range text {
		if i > 0 && (len(text)-i)%3 == 0 {
			b.WriteRune('\u202F')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// percent is a part of a whole, rounded down so that 100 is all.
func percent(part, whole int) string {
	if whole == 0 {
		return ""
	}
	return fmt.Sprintf("%d %%", 100*part/whole)
}
