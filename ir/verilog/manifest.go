// Package verilog prints elaborated designs as Verilog-2005.
package verilog

import "github.com/flitwright/flitwright/ir/sim"

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
	Clock      string       `json:"clock,omitempty"` // clk, if the design has state
	Layout     *sim.Layout  `json:"layout"`          // every port but the clock
	Files      []FileDigest `json:"files"`           // modules placed in another before it
}

// A Parameter is one -set value.
type Parameter struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A FileDigest names one file with the hexadecimal SHA-256 of its bytes.
type FileDigest struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}
