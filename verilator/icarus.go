package verilator

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

const icarusPackages = "iverilog"

// An Icarus is a design run by Icarus Verilog, in four states, as a child process.
//
// Registers and memories are unknown after Reset, whatever the seed. From the end of the first
// cycle with rst 1 on, in a design without a clock from the start, an output with an X or Z
// is a *sim.Failure. Before that such bits are delivered as 0.
type Icarus struct{ engine }

var _ sim.Engine = (*Icarus)(nil)

// OpenIcarus builds the files, whose module m.Top has the ports of m.Layout, or finds them
// built in the cache, and starts the simulation as Reset does.
func OpenIcarus(files []verilog.File, m verilog.Manifest, opt Options) (*Icarus, error) {
	return OpenIcarusContext(context.Background(), files, m, opt)
}

// OpenIcarusContext is OpenIcarus with a context, as OpenContext has it.
func OpenIcarusContext(ctx context.Context, files []verilog.File, m verilog.Manifest, opt Options) (*Icarus, error) {
	e, err := openIcarus(ctx, files, m, opt)
	if err != nil {
		return nil, fmt.Errorf("iverilog: %w", err)
	}
	return e, nil
}

func openIcarus(ctx context.Context, files []verilog.File, m verilog.Manifest, opt Options) (*Icarus, error) {
	if opt.Coverage != "" {
		return nil, errors.New("measures no coverage")
	}
	b := build{files: append([]verilog.File{bench(m)}, files...), product: "model.vvp"}
	if err := check(b.files, m); err != nil {
		return nil, err
	}
	root, err := opt.cacheDir("icarus")
	if err != nil {
		return nil, err
	}
	if err := need(icarusPackages, "iverilog", "vvp"); err != nil {
		return nil, err
	}
	if b.version, err = version(ctx, "iverilog", "-V"); err != nil {
		return nil, err
	}
	compile := []string{"iverilog", "-g2005", "-o", b.product, "-s", benchName}
	if !opt.NoAssert {
		compile = append(compile, "-DFLITWRIGHT_ASSERT")
	}
	b.steps = [][]string{append(compile, sources(b.files)...)}
	trace, err := absolute(opt.Trace)
	if err != nil {
		return nil, err
	}
	var v *vvp
	cache := cache{root: root}
	err = cache.start(ctx, &b, func(dir string) error {
		if opt.Built != nil {
			opt.Built()
		}
		reset, word := resetPin(m)
		v = &vvp{ctx: ctx, dir: dir, args: []string{"-n", "-N", b.product, "-fst"}, layout: m.Layout, top: m.Top,
			clocked: m.Clock != "", resets: reset, resetWord: word}
		if trace != "" {
			v.args = append(v.args, "+trace="+trace)
			v.grace = time.Minute
		}
		err := v.reset(0)
		if err != nil {
			v.close()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &Icarus{newEngine("iverilog", m.Layout, v)}, nil
}

// A vvp is the process of one design.
type vvp struct {
	ctx       context.Context
	dir       string
	args      []string
	layout    *sim.Layout
	top       string
	clocked   bool
	resets    bool // it has rst,
	resetWord int  // here
	grace     time.Duration
	slot      slot
	child     *child // nil if none is alive
	known     bool   // outputs have to be
	buffer    []byte
}

func (v *vvp) reset(uint64) error {
	v.known = !v.clocked
	if v.child != nil {
		v.child.end(v.grace)
	}
	v.child = nil
	c, err := v.slot.put(func() (*child, error) {
		line := 64*max(1, v.layout.OutWords) + 64
		return start(v.ctx, line, v.dir, "vvp", v.args...)
	})
	if err != nil {
		return err
	}
	v.child = c
	return nil
}

func (v *vvp) step(in, out []uint64, cycles int) (int, error) {
	if v.child == nil {
		return 0, errors.New("no simulator is running")
	}
	c := v.child
	// The bench answers while it still reads, so write beside reading.
	v.buffer = appendBatch(v.buffer[:0], in, v.layout.InWords, cycles)
	written := make(chan struct{})
	go func() {
		c.in.Write(v.buffer) // if it fails so does reading
		close(written)
	}()
	valid, err := v.read(c, in, out, cycles)
	if err != nil && !c.alive() {
		v.child = nil
	}
	<-written
	return valid, err
}

// read takes the answer to a batch. An unknown output is reported at the end of it, so that
// the simulator is left in order and can end its waves; after any other error the child is
// of no more use.
func (v *vvp) read(c *child, in, out []uint64, cycles int) (int, error) {
	outWords := v.layout.OutWords
	var printed strings.Builder // by the design since the last line of outputs
	var unknown *sim.Failure
	for valid := 0; ; {
		line, err := c.out.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return valid, v.slot.lost(c, errors.New("line of the simulator is too long"))
		case err != nil && unknown != nil:
			return unknown.Cycle + 1, errors.Join(unknown, v.slot.lost(c, err))
		case err != nil:
			printed.Write(line)
			return valid, v.ended(c, err, printed.String(), max(0, valid-1))
		case line[0] != '@':
			if printed.Len() < maxText {
				printed.Write(line)
			}
			continue
		}
		text := string(bytes.TrimSpace(line[1:]))
		if text == "." && valid == cycles {
			if unknown != nil {
				return unknown.Cycle + 1, unknown
			}
			return valid, nil
		}
		if valid == cycles {
			return valid, v.slot.lost(c, errLine)
		}
		some, err := parseLine(text, out[valid*outWords:][:outWords])
		if err != nil {
			return valid, v.slot.lost(c, err)
		}
		if some && v.known && unknown == nil {
			unknown = &sim.Failure{Cycle: valid, Path: v.top,
				Message: "unknown after reset: " + unknownOutputs(text, v.layout)}
		}
		if v.resets && in[valid*v.layout.InWords+v.resetWord]&1 != 0 {
			v.known = true
		}
		valid++
		printed.Reset()
	}
}

// ended tells a design that stopped, which vvp survives, from a simulator that died.
func (v *vvp) ended(c *child, err error, printed string, cycle int) error {
	status := c.end(time.Second)
	exit, exited := errors.AsType[*exec.ExitError](status)
	stopped := exited && exit.ExitCode() == 1 && strings.TrimSpace(printed) != "" // $stop, $fatal
	finished := status == nil
	if err == io.EOF && (stopped || finished) {
		v.slot.drop(c)
		return failure(printed, v.top, cycle)
	}
	return v.slot.lost(c, err)
}

func (v *vvp) close() error { return v.slot.close(v.grace) }
