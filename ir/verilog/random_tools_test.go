//go:build tools

package verilog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog/lint"
)

func TestRandomModules(t *testing.T) {
	seeds := 6
	if testing.Short() {
		seeds = 2
	}
	for seed := range uint64(seeds) {
		d := design{name: fmt.Sprintf("random_%d", seed), top: func() *ir.Module { return randomModule(seed, 120) }}
		t.Run(d.name, func(t *testing.T) {
			err := lint.Lint(t.TempDir(), d.name, emit(t, d))
			if err != nil && !strings.Contains(err.Error(), "Comparison is constant") {
				t.Error(err) // random comparisons may be constant in ways that only Verilator finds
			}
			sameMeaning(t, d, 150)
		})
	}
}
