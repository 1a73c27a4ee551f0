package regress

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"
)

// JUnit is the summary as Jenkins and GitLab take it: a suite for each target, a case for each run with
// target and parameters as its class. Names are those of the plan, so that a case has a history over many
// regressions. Runs not made are skipped ones.
func JUnit(s *Summary) ([]byte, error) {
	suites := keyed[junit.Testsuite]{}
	var seconds keyed[float64]
	add := func(r Run, c junit.Testcase) {
		c.Classname = r.Target + "." + r.Setting()
		c.Name = fmt.Sprintf("%s, seed %d, %s", r.Traffic, r.Seed, r.Engine)
		suites.at(r.Target).Name = r.Target
		suites.at(r.Target).AddTestcase(c)
	}
	for _, r := range s.records {
		c := junit.Testcase{Time: fmt.Sprintf("%.3f", r.Seconds)}
		message, _, _ := strings.Cut(r.Text(), "\n")
		switch r.Outcome {
		case Failed:
			m := r.Report.Mismatch
			c.Failure = &junit.Result{Message: printable(message), Type: string(m.Kind), Data: printable(m.Details())}
		case Errors:
			c.Error = &junit.Result{Message: printable(message), Type: "error", Data: printable(r.Error + "\n\nreplay: " + r.Replay() + "\n")}
		}
		add(r.Run, c)
		*seconds.at(r.Target) += r.Seconds
	}
	for _, r := range s.remaining {
		add(r, junit.Testcase{Skipped: &junit.Result{Message: "not run"}})
	}
	all := junit.Testsuites{Name: "flitwright", Time: fmt.Sprintf("%.3f", s.Seconds)}
	for i, suite := range suites.list() {
		suite.ID = i
		suite.Time = fmt.Sprintf("%.3f", *seconds.at(suite.Name))
		suite.AddProperty("plan", s.Digest)
		all.AddSuite(*suite)
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	err := all.WriteXML(&b)
	return b.Bytes(), err
}

// printable takes out what XML and HTML cannot hold, such as the control characters of a compiler's colors.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if c >= ' ' && c != 0xFFFE && c != 0xFFFF || c == '\n' || c == '\t' {
			return c
		}
		return -1
	}, text)
}
