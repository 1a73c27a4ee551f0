//go:build tools

package main

import "testing"

// TestTools runs the scripts that need Verilator and Icarus Verilog.
func TestTools(t *testing.T) { runScripts(t, "testdata/tools/*.txt") }
