package regress

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/flitwright/flitwright/tb"
)

// told is a summary of everything that there can be: runs that held, one that failed, one that could not be
// made, and one that is left.
func told(t *testing.T) *Summary {
	plan := &Plan{Seeds: Seeds{1, 2}}
	add := func(target, set, engine, traffic string) {
		plan.Points = append(plan.Points, Point{Target: target, Set: strings.Fields(set), Engine: engine, Traffic: traffic, Cycles: 1000})
	}
	add("toy", "", "wasm", "random")
	add("toy", "width=4", "wasm", "random")
	add("toy", "", "verilator", "random")
	add("toy", "", "wasm", "sparse")
	add("cm5", "words=18 link=3", "wasm", "mixed")
	records := map[int]Record{}
	for n := range 9 {
		r := plan.Run(n)
		missed := []string{"never", "late[1]", "late[2]", "odd"}[:4-n/3]
		report := &tb.Report{
			Target: r.Target, Engine: r.Engine, Traffic: r.Traffic, Seed: r.Seed, Cycles: 1000, Messages: uint64(100 + n), Injected: 3,
			Speed: float64(10000 * (n + 1)), Coverage: &tb.Coverage{Hit: 10 - len(missed), Total: 10, Missed: missed},
		}
		records[n] = Record{Run: r, Outcome: Held, Report: report, Seconds: 0.25, Attempts: 1,
			Ended: time.Date(2026, 12, 1, 8, 0, n, 0, time.UTC)}
	}
	failed := records[1]
	failed.Outcome = Failed
	failed.Report.Coverage, failed.Report.Cycles = nil, 7
	failed.Report.Mismatch = &tb.Mismatch{
		Kind: tb.Lockstep, Engine: "wasm", Cycle: 6, Port: "out_0_flit", Golden: "8'hf8", Design: "8'h07", Others: []string{"out_1_flit"},
		Wave: "cycle      00 01\nout_0_flit 00 <&\n              ^\n", Replay: "go run ./gen check -target toy -set width=4 -engine wasm -traffic random -seed 1 -cycles 11",
	}
	records[1] = failed
	unable := records[7]
	unable.Outcome, unable.Report, unable.Attempts = Errors, nil, 3
	unable.Error = "verilator: exit status 1\n\x1b[31m%Error\x1b[0m: <b> ]]> &amp;\n"
	records[7] = unable
	return Summarize(plan, plan.Runs(), records)
}

// The reports of one summary are those of testdata/reports.txtar.
func TestReports(t *testing.T) {
	s := told(t)
	junit, err := JUnit(s)
	require.NoError(t, err)
	page, err := Page(s)
	require.NoError(t, err)
	got := &txtar.Archive{Files: []txtar.File{{Name: "summary", Data: []byte(s.String())}, {Name: JUnitName, Data: junit}, {Name: PageName, Data: page}}}
	const golden = "testdata/reports.txtar"
	if *update {
		require.NoError(t, os.WriteFile(golden, txtar.Format(got), 0o666))
	}
	want, err := txtar.ParseFile(golden)
	require.NoError(t, err)
	require.Len(t, want.Files, len(got.Files))
	for i, f := range got.Files {
		require.Empty(t, cmp.Diff(string(want.Files[i].Data), string(f.Data)), f.Name)
	}
}

// JUnit is XML, whatever a simulator says, with every run once and what went wrong in full.
func TestJUnitIsWellFormed(t *testing.T) {
	s := told(t)
	text, err := JUnit(s)
	require.NoError(t, err)
	type result struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	var all struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Suites   []struct {
			Cases []struct {
				Class   string  `xml:"classname,attr"`
				Name    string  `xml:"name,attr"`
				Failure *result `xml:"failure"`
				Error   *result `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(text, &all))
	require.Equal(t, "10 1 1 1", fmt.Sprint(all.Tests, all.Failures, all.Errors, all.Skipped))
	seen := map[string]bool{}
	for _, suite := range all.Suites {
		for _, c := range suite.Cases {
			seen[c.Class+c.Name] = true
			if c.Failure != nil {
				require.Equal(t, "cycle 6: out_0_flit: golden 8'hf8, wasm 8'h07", c.Failure.Message)
				require.Equal(t, s.Wrong[0].Report.Mismatch.Details(), c.Failure.Text)
			}
			if c.Error != nil {
				require.Contains(t, c.Error.Text, "[31m%Error[0m: <b> ]]> &amp;\n")
			}
		}
	}
	require.Len(t, seen, 10)
}

// The page needs no other file, is one tree, and tells failures before all else.
func TestPageStandsAlone(t *testing.T) {
	page, err := Page(told(t))
	require.NoError(t, err)
	text := string(page)
	for _, outside := range []string{"src=", "<link", "@import", "url("} {
		require.NotContains(t, text, outside)
	}
	require.Less(t, strings.Index(text, "golden 8&#39;hf8"), strings.Index(text, "Targets and traffic"))
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	depth := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	require.Zero(t, depth)
}

// A plan of which nothing was run has a page too.
func TestPageOfNothing(t *testing.T) {
	s := Summarize(small(), small().Runs(), nil)
	_, err := Page(s)
	require.NoError(t, err)
	_, err = JUnit(s)
	require.NoError(t, err)
	require.Equal(t, 4, s.Left())
}
