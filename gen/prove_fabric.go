package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/deadlock/fabric"
	"github.com/flitwright/flitwright/topology/infiniband"
)

// proveFabric judges the tables of an InfiniBand fabric.
func (c *command) proveFabric(o *options, flow deadlock.Flow) int {
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"explicit", o.explicit}, {"k", o.k != ""}, {"n", o.n != 0}, {"protocol", o.protocol},
		{"routing", o.routing != ""}, {"set", len(o.set) > 0}, {"topology", o.topology != ""},
	} {
		if f.given {
			o.faultf("-%s: does not go with -fabric, whose tables say all", f.name)
		}
	}
	if o.certificate != "" {
		o.faultf("-certificate: is of a scheme with a name, which gen verify derives anew; tables have none")
	}
	if o.lft == "" {
		o.faultf("-lft is missing: the forwarding tables, as opensm-lfts.dump has them")
	}
	f := readFabric(o)
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	progress := c.progress("prove " + o.fabric)
	progress.unit = "parts"
	r, err := fabric.Prove(c.ctx, f, deadlock.Options{Flow: flow, Progress: progress.set})
	progress.end()
	if err != nil {
		return c.refuse(o, err)
	}
	lost := c.keep(o, r.Proof)
	if o.json {
		c.print(r)
	} else {
		fmt.Fprint(c.stdout, r)
	}
	if lost != nil {
		for _, text := range lines(lost) {
			fmt.Fprintf(c.stderr, "gen: %s\n", text)
		}
	}
	if lost != nil || !r.Verdict.Holds() {
		return failed
	}
	return held
}

// readFabric reads the files that a line names and adds what is wrong with them to its faults.
func readFabric(o *options) *infiniband.Fabric {
	var f *infiniband.Fabric
	read := func(flag, name string, read func(io.Reader) error) {
		if name == "" {
			return
		}
		file, err := os.Open(name)
		if err == nil {
			err = errors.Join(read(file), file.Close())
		}
		if err != nil {
			o.faults = append(o.faults, fmt.Errorf("-%s %s: %w", flag, name, err))
		}
	}
	read("fabric", o.fabric, func(r io.Reader) (err error) {
		f, err = infiniband.Read(o.fabric, r)
		return err
	})
	if f == nil {
		return nil
	}
	read("lft", o.lft, func(r io.Reader) error { return f.ReadTables(o.lft, r) })
	read("sl", o.sl, func(r io.Reader) error { return f.ReadLevels(o.sl, r) })
	return f
}
