package ir

import (
	"runtime"
	"strings"
)

// Errorf records a fault of the parameters that a part was asked for, such as a depth of 0.
// The place reported is the first caller outside the package of the function that calls
// Errorf: the line that asked for the part. Elaborate returns it with all other faults.
func (m *Module) Errorf(format string, args ...any) {
	var pcs [32]uintptr
	n := runtime.Callers(2, pcs[:])
	frames := runtime.CallersFrames(pcs[:n])
	skip, part := 0, ""
	for i := range n {
		f, _ := frames.Next()
		if part == "" {
			part = packageOf(f.Function)
		}
		p := packageOf(f.Function)
		if (p != part && p+"." != self) || strings.HasSuffix(f.File, "_test.go") {
			skip = i
			break
		}
	}
	fault := fault{format: format, args: args}
	copy(fault.caller[:], pcs[skip:n])
	m.faults = append(m.faults, fault)
}

// packageOf is the import path within the full name of a function.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	if dot := strings.IndexByte(function[slash:], '.'); dot >= 0 {
		return function[:slash+dot]
	}
	return function
}
