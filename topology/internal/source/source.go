// Package source holds the text of a file that is being imported, and the faults found in it.
package source

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxBytes is the longest file that is read at once, MaxStream the longest that is read by line,
// and MaxLine the longest line of that.
const (
	MaxBytes  = 64 << 20
	MaxStream = 4 << 30
	MaxLine   = 64 << 10
)

// maxFaults is how many faults of a file are told one by one.
const maxFaults = 20

// A Text is the text of a file, without a byte order mark, and the faults found in it so far.
type Text struct {
	Name string
	Data string    // not of a stream
	r    io.Reader // of a stream

	faults []fault // the first maxFaults
	more   int     // found beyond those
}

// A fault is what is wrong at a line, counted from 1; at line 0 it is about the file as a whole.
type fault struct {
	line   int
	reason string
}

// Read reads a file to its end. It refuses one that is longer than MaxBytes or not UTF-8.
func Read(name string, r io.Reader) (*Text, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("%s: longer than %d MiB, the limit", name, MaxBytes>>20)
	}
	t := &Text{Name: name, Data: strings.TrimPrefix(string(data), "\ufeff")}
	if at := invalid(t.Data); at >= 0 {
		t.Faultf(1+strings.Count(t.Data[:at], "\n"), "byte %#02x is not UTF-8", t.Data[at])
	}
	return t, t.Err()
}

// Stream begins a file of which only the lines are read, when they are asked for. Errors of reading,
// and what is too long or not UTF-8, are faults.
func Stream(name string, r io.Reader) *Text { return &Text{Name: name, r: r} }

// invalid is where a text is first not UTF-8, or -1.
func invalid(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// Lines yields the lines, counted from 1, without their ends. Those of a stream can be asked for once.
func (t *Text) Lines() iter.Seq2[int, string] {
	if t.r != nil {
		return t.stream
	}
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.Lines(t.Data) {
			n++
			if !yield(n, strings.TrimRight(line, "\r\n")) {
				return
			}
		}
	}
}

func (t *Text) stream(yield func(int, string) bool) {
	limit := &io.LimitedReader{R: t.r, N: MaxStream + 1}
	s := bufio.NewScanner(limit)
	s.Buffer(nil, MaxLine)
	n := 0
	for s.Scan() {
		n++
		line := s.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if at := invalid(line); at >= 0 {
			t.Faultf(n, "byte %#02x is not UTF-8", line[at])
			return
		}
		if !yield(n, line) {
			return
		}
	}
	switch err := s.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		t.Faultf(n+1, "longer than %d KiB, the limit of a line", MaxLine>>10)
	case err != nil:
		t.Faultf(0, "%v", err)
	case limit.N <= 0:
		t.Faultf(0, "longer than %d GiB, the limit", MaxStream>>30)
	}
}

// Faultf adds a fault.
func (t *Text) Faultf(line int, format string, args ...any) {
	if len(t.faults) == maxFaults {
		t.more++
		return
	}
	t.faults = append(t.faults, fault{line, fmt.Sprintf(format, args...)})
}

// Err is the faults by line, or nil if there are none.
func (t *Text) Err() error {
	slices.SortStableFunc(t.faults, func(a, b fault) int { return a.line - b.line })
	var errs []error
	for _, f := range t.faults {
		if f.line == 0 {
			errs = append(errs, fmt.Errorf("%s: %s", t.Name, f.reason))
		} else {
			errs = append(errs, fmt.Errorf("%s:%d: %s", t.Name, f.line, f.reason))
		}
	}
	if t.more > 0 {
		errs = append(errs, fmt.Errorf("%s: %d more faults", t.Name, t.more))
	}
	return errors.Join(errs...)
}

// Quote quotes what a file says for an error, in one line and not too long.
func Quote(s string) string {
	const longest = 40
	if utf8.RuneCountInString(s) > longest {
		s = string([]rune(s)[:longest]) + "..."
	}
	return strconv.Quote(s)
}
