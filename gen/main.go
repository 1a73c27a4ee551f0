// Command gen writes the Verilog of a router and checks it against its golden model.
//
//	go run ./gen -list [-target T]
//	go run ./gen -target cm5 [-set name=value]... [-out DIR]
//	go run ./gen axis -target myrinet [-set name=value]... [-out DIR]
//	go run ./gen check -target cm5 [-set name=value]... [-engine E] [-cycles N] [-seed S] [-traffic P] [-vcd F]
//	go run ./gen coverage -target cm5 [-set name=value]... [-cycles N] [-seed S] [-out DIR]
//	go run ./gen fpga -target cm5 -board NAME [-set name=value]... [-clock MHz] [-out DIR]
//	go run ./gen mutate -target cm5 [-set name=value]... [-n N] [-seed S] [-prove]
//	go run ./gen regress [-target T,...] [-params default,corners,N] [-engine E,...] [-traffic P,...] [-seeds A..B] [-jobs N] [-out DIR]
//	go run ./gen routes -target t3e [-set name=value]... [-seed S] [-dead x,y,z,dir]... [-source x,y,z]... [-out DIR]
//	go run ./gen prove -target T [-set name=value]...
//	go run ./gen prove -topology T -k K[,K,...] [-n N] -routing R [-set name=value]... [-flow F] [-protocol]
//	go run ./gen verify FILE
//
// Every line takes -json, which puts one JSON object on the standard output. The exit status
// is 0 if all held, 1 if a check failed or was stopped or its report was lost, 2 if nothing could
// be checked or written, because of the line or of what it needs; all that is wrong with a line is
// told at once.
//
// # What is written
//
// Emission writes into DIR and nowhere else. A file that is there is replaced only if it is of an
// earlier emission, which is if the manifest.json in DIR names it, or if it has the very bytes
// to be written; for any other the line is refused, with nothing written. The files of an earlier
// emission are replaced even when they were edited since, and those that were are named.
//
// All files are written under temporary names first and then renamed, so a run that fails leaves
// the old ones, and one that is killed leaves each whole, old or new. DIR is locked meanwhile,
// where the system has locks on directories, as Linux, macOS and the BSDs do: runs that write to
// it at once leave the set of one of them. Files that the manifest.json describes and that are not
// made any more are removed if they are still as they were emitted, and temporary files of killed
// runs if they are an hour old; all else in DIR is left alone.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/flitwright/flitwright/target"
)

// The exit statuses.
const (
	held   = 0
	failed = 1
	misuse = 2
)

func main() { main1(targets()) }

// main1 is main for given targets.
func main1(targets []target.Target) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	c := &command{ctx: ctx, stdout: os.Stdout, stderr: os.Stderr, targets: targets}
	os.Exit(c.run(os.Args[1:]))
}

// A command is one run of gen.
type command struct {
	ctx            context.Context
	stdout, stderr io.Writer
	targets        []target.Target
}

// A verb is what a line asks for. The line has its name, or none for emission, before, between
// or after the flags, of which it takes those listed besides -json.
type verb struct {
	name  string
	flags []string
	run   func(*command, *options) int // refuses if the options have faults
}

func verbs() []verb {
	return []verb{
		{"", []string{"list", "target", "set", "memory", "out"}, (*command).emit},
		{"axis", []string{"target", "set", "out"}, (*command).axis},
		{"check", []string{"target", "set", "memory", "engine", "cycles", "seed", "traffic", "vcd"}, (*command).check},
		{"coverage", []string{"target", "set", "cycles", "seed", "out"}, (*command).coverage},
		{"fpga", []string{"list", "target", "set", "memory", "board", "clock", "out"}, (*command).fpga},
		{"mutate", []string{"target", "set", "n", "seed", "prove"}, (*command).mutate},
		{"regress", []string{"target", "set", "params", "seed", "engine", "traffic", "cycles", "seeds", "jobs", "hours", "silence", "out", "list", "resume", "task", "worker", "farm"}, (*command).regress},
		{"routes", []string{"target", "set", "seed", "dead", "source", "out"}, (*command).routes},
		{"prove", []string{"target", "fabric", "lft", "sl", "list", "topology", "k", "n", "routing", "set", "flow", "protocol", "explicit", "certificate", "dot", "svg"}, (*command).prove},
		{"verify", nil, (*command).verify},
	}
}

// run does what a line says and returns the exit status. A run whose report was lost did not hold.
func (c *command) run(args []string) int {
	out := &output{Writer: c.stdout}
	c.stdout = out
	status := c.obey(args)
	if out.err != nil {
		fmt.Fprintf(c.stderr, "gen: the output is lost: %v\n", out.err)
		status = max(status, failed)
	}
	return status
}

func (c *command) obey(args []string) int {
	if len(args) == 0 {
		io.WriteString(c.stderr, usage(verb{}))
		return misuse
	}
	o, v := parse(args, verbs())
	switch {
	case o.help:
		io.WriteString(c.stdout, usage(v))
		return held
	case o.list && v.name == "":
		return c.list(o)
	}
	return v.run(c, o)
}

// refuse tells everything that is wrong with a line, or that it was stopped.
func (c *command) refuse(o *options, faults ...error) int {
	var texts []string
	for _, err := range faults {
		if err == context.Canceled {
			err = fmt.Errorf("stopped before it was done: %w", err)
		}
		texts = append(texts, lines(err)...)
	}
	for _, text := range texts {
		fmt.Fprintf(c.stderr, "gen: %s\n", text)
	}
	if o.json {
		c.print(map[string][]string{"errors": texts})
	}
	if stop := c.ctx.Err(); stop != nil && errors.Is(errors.Join(faults...), stop) {
		return failed
	}
	return misuse
}

// lines takes joined errors apart.
func lines(err error) []string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []string{err.Error()}
	}
	var texts []string
	for _, e := range joined.Unwrap() {
		texts = append(texts, lines(e)...)
	}
	return texts
}

// print writes an object as indented JSON.
func (c *command) print(object any) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(object); err != nil {
		panic(err) // an object of this package's own
	}
	c.stdout.Write(text.Bytes())
}
