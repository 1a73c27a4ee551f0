package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/rtl"
	"github.com/stretchr/testify/require"
)

// The builder code and the Verilog that the README shows are what stands in the part and what
// it emits.
func TestReadmeShowsTheTruth(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	block := func(language string) string {
		m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(readme)
		require.NotNil(t, m, "no %s block", language)
		return string(m[1])
	}
	source, err := os.ReadFile("../rtl/link.go")
	require.NoError(t, err)
	code := regexp.MustCompile(`(?m)^\t\t`).ReplaceAllString(string(source), "")
	require.Contains(t, code, block("go"))

	design, err := ir.Elaborate(rtl.TokenSender(4).Module)
	require.NoError(t, err)
	files, err := verilog.Emit(design, verilog.Options{})
	require.NoError(t, err)
	require.Contains(t, string(files[0].Text), strings.TrimSuffix(block("verilog"), "\n"))
}
