package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// waiverFiles have the holes that no traffic can fill, for each target and for parts that many have. A line is an expression that matches all of a
// hole as gen coverage names it, and after two spaces or more the reason. Lines that begin with # say nothing.
//
//go:embed waivers/*.txt
var waiverFiles embed.FS

// A waiver is a line.
type waiver struct {
	hole   *regexp.Regexp
	reason string
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
		hole, err := regexp.Compile("^(?:" + expression + ")$")
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		list = append(list, waiver{hole, strings.TrimSpace(reason)})
	}
	return list, nil
}

// reasonFor is why a hole cannot be filled, or "" if it can for all that is known.
func reasonFor(hole string, list []waiver) string {
	for _, w := range list {
		if w.hole.MatchString(hole) {
			return w.reason
		}
	}
	return ""
}
