package verilator

import (
	"strings"

	"github.com/flitwright/flitwright/ir/sim"
)

// failure reads what a design printed in the cycle that stopped it: "<path>: <message>" of an
// assertion, the forms that $fatal takes, or anything else, which is then the message
// of the top module.
func failure(text, top string, cycle int) *sim.Failure {
	path, message := top, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if message == "" {
			message = line
		} else if _, scope, ok := strings.Cut(line, "Scope: "); ok { // Icarus, below FATAL
			if p := instance(scope, top); p != "" {
				path = p
			}
			break
		}
	}
	if _, rest, ok := strings.Cut(message, "Assertion failed in "); ok { // Verilator, $fatal
		message = rest
	}
	if p, rest, ok := strings.Cut(message, ": "); ok && instance(p, top) != "" {
		path, message = instance(p, top), rest
	}
	if message == "" {
		message = "the design stopped the simulation"
	}
	return &sim.Failure{Cycle: cycle, Path: path, Message: message}
}

// instance strips what simulators put before the top module's name in a path; it is empty
// for text that is not a path within the top module.
func instance(path, top string) string {
	path = strings.TrimPrefix(path, benchName+".")
	path = strings.TrimPrefix(path, "TOP.")
	if path == top || strings.HasPrefix(path, top+".") && !strings.ContainsAny(path, " \t") {
		return path
	}
	return ""
}
