package verilog

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// A File is one emitted text.
type File struct {
	Name string // base name, such as cm5router.v
	Text []byte
}

// A Manifest describes a set of emitted files to programs; it is written as manifest.json.
type Manifest struct {
	Target     string       `json:"target"`
	Top        string       `json:"top"`
	Command    string       `json:"command"` // reproduces the files
	Parameters []Parameter  `json:"parameters"`
	Memory     string       `json:"memory,omitempty"` // as -memory asked, if it did
	Clock      string       `json:"clock,omitempty"`  // clk, if the design has state
	Ports      []Port       `json:"ports"`            // of the top module, in the order of its text
	Layout     *sim.Layout  `json:"layout"`           // how engines pack every port but the clock
	Files      []FileDigest `json:"files"`            // modules placed in another before it
	// Descriptions are the other files that were written with them.
	Descriptions []FileDigest `json:"descriptions,omitempty"`
}

// A Parameter is one -set value.
type Parameter struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Changed bool   `json:"changed,omitempty"` // it is not the default
}

// A Port is one port of the top module.
type Port struct {
	Name      string `json:"name"`
	Direction string `json:"direction"` // input or output
	Width     int    `json:"width"`
}

// A FileDigest names one file with the hexadecimal SHA-256 of its bytes.
type FileDigest struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// NewManifest describes the files that Emit made of a design. Command is the line that
// makes them again.
func NewManifest(target, command string, parameters []Parameter, d *ir.Design, files []File) *Manifest {
	m := &Manifest{
		Target:     target,
		Top:        d.Top.Name,
		Command:    command,
		Parameters: append([]Parameter{}, parameters...),
		Ports:      []Port{},
		Layout:     sim.NewLayout(d.Top),
		Files:      []FileDigest{},
	}
	if d.Top.Clocked() {
		m.Clock = "clk"
		m.Ports = append(m.Ports, Port{"clk", "input", 1}, Port{"rst", "input", 1})
	}
	for _, p := range d.Top.Ports {
		direction := "input"
		if p.Dir == ir.Output {
			direction = "output"
		}
		m.Ports = append(m.Ports, Port{p.Name, direction, p.Width})
	}
	for _, f := range files {
		m.Files = append(m.Files, f.Digest())
	}
	return m
}

// Digest names the file by its bytes.
func (f File) Digest() FileDigest {
	sum := sha256.Sum256(f.Text)
	return FileDigest{f.Name, hex.EncodeToString(sum[:])}
}

// File is manifest.json.
func (m *Manifest) File() (File, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return File{}, err
	}
	return File{"manifest.json", b.Bytes()}, nil
}

// ParseManifest reads the bytes of a manifest.json.
func ParseManifest(text []byte) (*Manifest, error) {
	m := &Manifest{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	return m, nil
}

// FileList is target.f, the names of the files one a line, as tools take with -f.
func (m *Manifest) FileList() File {
	var b bytes.Buffer
	for _, f := range m.Files {
		fmt.Fprintln(&b, f.Name)
	}
	return File{m.Target + ".f", b.Bytes()}
}
