//go:build tools

package verilog_test

import (
	"testing"

	"github.com/flitwright/flitwright/ir/verilog/lint"
)

func TestLint(t *testing.T) {
	for _, d := range designs() {
		t.Run(d.name, func(t *testing.T) { lintDesign(t, d) })
	}
}

func lintDesign(t *testing.T, d design) {
	t.Helper()
	if err := lint.Lint(t.TempDir(), d.elaborate(t).Top.Name, emit(t, d)); err != nil {
		t.Error(err)
	}
}
