package verilator

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Point is a place of the Verilog that Verilator counts in one instance.
type Point struct {
	Kind     string // "line", "branch", "toggle" or "user"
	Module   string
	Instance string // of the module
	File     string
	Line     int
	What     string // the bit that toggles, as name[3]; of others what it is
	Count    uint64
}

// ReadCoverage reads the file that Options.Coverage names.
func ReadCoverage(r io.Reader) ([]Point, error) {
	var list []Point
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, 1<<20)
	for n := 1; scanner.Scan(); n++ {
		if n == 1 || scanner.Text() == "" {
			continue
		}
		p, err := readPoint(scanner.Text())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		list = append(list, p)
	}
	return list, scanner.Err()
}

// readPoint reads a line such as C '^Af^Bx.v^Al^B10^Apage^Bv_toggle/x^Ao^Bq[3]' 12, ^A and ^B being the
// control characters.
func readPoint(line string) (p Point, err error) {
	key, count, ok := strings.Cut(strings.TrimPrefix(line, "C '"), "' ")
	if !ok {
		return p, fmt.Errorf("%q is no point", line)
	}
	if p.Count, err = strconv.ParseUint(count, 10, 64); err != nil {
		return p, err
	}
	for _, field := range strings.Split(key, "\x01") {
		name, value, _ := strings.Cut(field, "\x02")
		switch name {
		case "f":
			p.File = value
		case "l":
			if p.Line, err = strconv.Atoi(value); err != nil {
				return p, err
			}
		case "page":
			kind, module, _ := strings.Cut(value, "/")
			p.Kind, p.Module = strings.TrimPrefix(kind, "v_"), module
		case "o":
			p.What = value
		case "h":
			p.Instance = value
		}
	}
	return p, nil
}
