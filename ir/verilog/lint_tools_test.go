//go:build tools

package verilog_test

import (
	"testing"

	"github.com/flitwright/flitwright/ir/verilog/lint"
)

func TestLint(t *testing.T) {
	for _, d := range designs() {
		t.Run(d.name, func(t *testing.T) {
			top := d.elaborate(t).Top.Name
			if err := lint.Lint(t.TempDir(), top, emit(t, d)); err != nil {
				t.Error(err)
			}
		})
	}
}
