// Package lint runs the tools that emitted Verilog has to please.
package lint

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/flitwright/flitwright/ir/verilog"
)

// A Tool is one reader of Verilog.
type Tool struct {
	Command string // also the Debian package that holds it
	args    func(top string, files []string) []string
}

// Tools are the readers that emitted text has to please, without a word from any.
var Tools = []Tool{
	{"verilator", func(top string, files []string) []string {
		return append([]string{"--lint-only", "-Wall", "--top-module", top}, files...)
	}},
	{"iverilog", func(top string, files []string) []string {
		return append([]string{"-g2005", "-Wall", "-t", "null", "-s", top}, files...)
	}},
	{"yosys", func(top string, files []string) []string {
		return []string{"-q", "-p", "read_verilog " + strings.Join(files, " ") +
			"; hierarchy -check -top " + top + "; proc; check -assert"}
	}},
}

// Lint writes the files to dir and runs every tool on them. Its error holds what the tools
// said; a tool that is not installed is an error too.
func Lint(dir, top string, files []verilog.File) error {
	if err := verilog.WriteFiles(dir, files); err != nil {
		return err
	}
	var names []string
	for _, f := range files {
		if filepath.Ext(f.Name) == ".v" {
			names = append(names, f.Name)
		}
	}
	var errs []error
	for _, t := range Tools {
		errs = append(errs, t.Run(dir, top, names))
	}
	return errors.Join(errs...)
}

// Run reads the named files of dir with the tool; any output or failure is an error.
func (t Tool) Run(dir, top string, names []string) error {
	path, err := exec.LookPath(t.Command)
	if err != nil {
		return fmt.Errorf("%s is missing: apt-get install -y --no-install-recommends %s", t.Command, t.Command)
	}
	cmd := exec.Command(path, t.args(top, names)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	if text := strings.TrimSpace(string(out)); text != "" || err != nil {
		return fmt.Errorf("%s: %v: %s", t.Command, err, text)
	}
	return nil
}
