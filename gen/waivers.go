package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// waiverFiles have the holes that no traffic can fill, for each target and for parts that many have. A line is an expression that matches all of a
// hole as gen coverage names it, or all but its instance, and after two spaces or more the reason. If the word apart stands before it, it matches
// events: no two of them that agree in what its groups match come in one cycle. Lines that begin with # say nothing.
//
//go:embed waivers/*.txt
var waiverFiles embed.FS

// A waiver is a line.
type waiver struct {
	hole   *regexp.Regexp
	reason string
	apart  bool // of events, two of which make a hole
}

// waivers reads those of a target, which may have none of its own, and those of parts that many have.
func waivers(target string) ([]waiver, error) {
	list, err := readWaivers("waivers/parts.txt")
	if err != nil {
		return nil, err
	}
	own, err := readWaivers("waivers/" + target + ".txt")
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return append(list, own...), err
}

func readWaivers(name string) ([]waiver, error) {
	text, err := waiverFiles.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []waiver
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		expression, reason, ok := strings.Cut(line, "  ")
		if !ok {
			return nil, fmt.Errorf("%s:%d: no reason after two spaces", name, n)
		}
		expression, apart := strings.CutPrefix(expression, "apart ")
		hole, err := regexp.Compile("^(?:" + expression + ")$")
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		list = append(list, waiver{hole, strings.TrimSpace(reason), apart})
	}
	return list, nil
}

// reasonFor is why a hole cannot be filled, or "" if it can for all that is known.
func reasonFor(hole string, list []waiver) string {
	place, _, _ := strings.Cut(hole, " in ")
	for _, w := range list {
		if !w.apart && (w.hole.MatchString(hole) || w.hole.MatchString(place)) {
			return w.reason
		}
	}
	return ""
}

// reasonApart is why two events do not come in one cycle, or "".
func reasonApart(a, b string, list []waiver) string {
	for _, w := range list {
		if !w.apart {
			continue
		}
		first, second := w.hole.FindStringSubmatch(a), w.hole.FindStringSubmatch(b)
		if first != nil && second != nil && slices.Equal(first[1:], second[1:]) {
			return w.reason
		}
	}
	return reasonFor("pair "+a+" and "+b, list)
}
