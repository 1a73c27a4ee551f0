package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

// manifestName is the file that describes the others; it is written last.
const manifestName = "manifest.json"

// command is the line that reproduces the files, or with a verb does something else with the
// same target and values.
func (j *job) command(verb ...string) string {
	line := append([]string{"go run ./gen"}, verb...)
	return strings.Join(append(line, j.target.Flags(j.values)...), " ")
}

// emit makes all files of a design: the modules, the file list, the core and, last, the manifest.
func (j *job) emit(d *ir.Design) ([]verilog.File, verilog.Manifest, error) {
	m := verilog.Manifest{
		Target: j.target.Name, Top: d.Top.Name, Command: j.command(),
		Parameters: []verilog.Parameter{}, Layout: sim.NewLayout(d.Top), Files: []verilog.FileDigest{},
	}
	if d.Top.Clocked() {
		m.Clock = "clk"
	}
	var settings []string
	for _, p := range j.target.Params {
		value := p.Format(j.values[p.Name])
		m.Parameters = append(m.Parameters, verilog.Parameter{Name: p.Name, Value: value})
		settings = append(settings, p.Name+"="+value)
	}
	files, err := verilog.Emit(d, verilog.Options{Header: []string{
		"Flitwright " + j.target.Name + ": " + j.target.Help,
		strings.Join(settings, " "),
		"made by: " + m.Command,
	}})
	if err != nil {
		return nil, m, err
	}
	files = append(files, fileList(j.target.Name, files), core(j.target.Name, j.target.Help, d.Top.Name, files))
	for _, f := range files {
		m.Files = append(m.Files, verilog.FileDigest{Name: f.Name, SHA256: digest(f.Text)})
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, m, err
	}
	return append(files, verilog.File{Name: manifestName, Text: append(text, '\n')}), m, nil
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// fileList names the modules, those placed in another before it, as verilator -F and iverilog -c
// take them.
func fileList(name string, modules []verilog.File) verilog.File {
	var text bytes.Buffer
	for _, f := range modules {
		fmt.Fprintln(&text, f.Name)
	}
	return verilog.File{Name: name + ".f", Text: text.Bytes()}
}

// core describes the modules to FuseSoC.
func core(name, help, top string, modules []verilog.File) verilog.File {
	var text bytes.Buffer
	fmt.Fprintf(&text, "CAPI=2:\nname: flitwright:router:%s:0\ndescription: %q\n", name, help)
	fmt.Fprint(&text, "filesets:\n  rtl:\n    file_type: verilogSource-2005\n    files:\n")
	for _, f := range modules {
		fmt.Fprintf(&text, "      - %s\n", f.Name)
	}
	fmt.Fprintf(&text, "targets:\n  default:\n    filesets: [rtl]\n    toplevel: %s\n", top)
	return verilog.File{Name: name + ".core", Text: text.Bytes()}
}
