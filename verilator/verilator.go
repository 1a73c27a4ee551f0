package verilator

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

const verilatorPackages = "verilator g++ make ccache"

// An Engine is a design compiled by Verilator and run as a child process.
type Engine struct {
	engine
	model *model
}

var _ sim.Engine = (*Engine)(nil)

// Open builds the files, whose module m.Top has the ports of m.Layout, or finds them built in
// the cache, and starts the simulation as Reset(0) does.
func Open(files []verilog.File, m verilog.Manifest, opt Options) (*Engine, error) {
	return OpenContext(context.Background(), files, m, opt)
}

// OpenContext is Open with a context whose end stops the build, and the simulator as long as the
// engine is in use: a Run that hangs then returns.
func OpenContext(ctx context.Context, files []verilog.File, m verilog.Manifest, opt Options) (*Engine, error) {
	e, err := open(ctx, files, m, opt)
	if err != nil {
		return nil, fmt.Errorf("verilator: %w", err)
	}
	return e, nil
}

func open(ctx context.Context, files []verilog.File, m verilog.Manifest, opt Options) (*Engine, error) {
	if err := check(append(harness(m), files...), m); err != nil {
		return nil, err
	}
	trace, err := absolute(opt.Trace)
	if err != nil {
		return nil, err
	}
	coverage, err := absolute(opt.Coverage)
	if err != nil {
		return nil, err
	}
	cache, err := verilatorCache(opt)
	if err != nil {
		return nil, err
	}
	b, err := verilation(ctx, files, m, opt)
	if err != nil {
		return nil, err
	}
	var e *Engine
	err = cache.start(ctx, b, func(dir string) error {
		if opt.Built != nil {
			opt.Built()
		}
		model := &model{ctx: ctx, dir: dir, args: []string{trace, coverage}, layout: m.Layout, top: m.Top}
		if trace != "" || coverage != "" {
			model.grace = time.Minute
		}
		e = &Engine{engine: newEngine("verilator", m.Layout, model), model: model}
		err := model.reset(0)
		if err != nil {
			model.close()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// verilatorCache is the cache of the programs that Verilator makes.
func verilatorCache(opt Options) (*cache, error) {
	root, err := opt.cacheDir("verilator")
	if err != nil {
		return nil, err
	}
	if strings.ContainsAny(root, " \t\n\v\f\r") {
		return nil, fmt.Errorf("make cannot build in %q, as it has a space: set FLITWRIGHT_CACHE to a folder without", root)
	}
	environment := []string{"MAKEFLAGS=-j" + strconv.Itoa(runtime.NumCPU())}
	if _, err := exec.LookPath("ccache"); err == nil {
		environment = append(environment, "OBJCACHE=ccache")
	}
	return &cache{root, environment}, nil
}

// verilation is the build of a design's program.
func verilation(ctx context.Context, files []verilog.File, m verilog.Manifest, opt Options) (*build, error) {
	if err := need(verilatorPackages, "verilator", "g++", "make"); err != nil {
		return nil, err
	}
	v, err := version(ctx, "verilator", "--version")
	if err != nil {
		return nil, err
	}
	translate := []string{"verilator", "--cc", "--exe", "harness.cc", "--prefix", "Vmodel", "-Mdir", "obj", "-o", "../model",
		"--top-module", m.Top, "--default-language", "1364-2005", "-Wno-fatal", "-Wno-lint", "-Wno-style",
		"--x-initial", "unique", "--x-assign", "unique",
		"--output-split", "20000",
		"-fno-const-bit-op-tree", // it loses bits of some concatenations in 5.006
		"-CFLAGS", "-include ../harness.h"}
	if !opt.NoAssert {
		translate = append(translate, "--assert", "-DFLITWRIGHT_ASSERT")
	}
	if opt.Trace != "" {
		translate = append(translate, "--trace-fst")
	}
	if opt.Coverage != "" {
		translate = append(translate, "--coverage-line", "--coverage-toggle", "--coverage-user",
			"--flatten", // instances of one class would share their counters
			"+1800-2017ext+sv")
	}
	return &build{
		version: v,
		files:   append(harness(m), files...),
		steps: [][]string{
			append(translate, sources(files)...),
			{"make", "-C", "obj", "-f", "Vmodel.mk", "OPT_FAST=-O1", "OPT_SLOW=-O0", "OPT_GLOBAL=-O1"},
		},
		product: "model",
		scratch: "obj",
	}, nil
}

// BareLoop is the time the simulator takes for cycles in a loop of its own, without messages: what
// lockstep is measured against. It starts at power-up and repeats the inputs that in holds, at most
// 65,536 cycles of them. The engine is then at power-up, as after Reset(0).
func (e *Engine) BareLoop(in []uint64, cycles int) (time.Duration, error) {
	rows := len(in) / e.layout.InWords
	if rows < 1 || rows > 1<<16 || len(in)%e.layout.InWords != 0 {
		return 0, fmt.Errorf("verilator: bare loop: %d words are not 1 to 65536 cycles of %d", len(in), e.layout.InWords)
	}
	if err := e.Reset(0); err != nil {
		return 0, err
	}
	words := append(slices.Clone(in), uint64(max(0, cycles)))
	r, err := e.model.ask(opBare, uint64(rows), words, nil)
	if err == nil && r.stopped {
		err = failure(r.text, e.model.top, 0)
	}
	if err != nil {
		e.stopped = fmt.Errorf("verilator: bare loop: %w", err)
		return 0, e.stopped
	}
	return time.Duration(r.value), e.Reset(0)
}

// A model is the process of one verilated design.
type model struct {
	ctx    context.Context
	dir    string
	args   []string
	layout *sim.Layout
	top    string
	grace  time.Duration // to write waves and coverage
	slot   slot
	child  *child // nil if none is alive
	buffer []byte
}

func (m *model) reset(seed uint64) error {
	if m.child == nil {
		c, err := m.slot.put(func() (*child, error) {
			return start(m.ctx, 0, m.dir, filepath.Join(m.dir, "model"), m.args...)
		})
		if err != nil {
			return err
		}
		m.child = c
	}
	_, err := m.ask(opReset, seed, nil, nil)
	return err
}

func (m *model) step(in, out []uint64, cycles int) (int, error) {
	r, err := m.ask(opRun, uint64(cycles), in, out)
	if err != nil {
		return 0, err
	}
	valid := cycles
	if r.stopped {
		valid = int(min(r.value+1, uint64(cycles)))
		err = failure(r.text, m.top, valid-1)
		if r.words < valid*m.layout.OutWords {
			valid-- // it stopped before the outputs of that cycle were known
		}
	}
	if want := valid * m.layout.OutWords; r.words != want {
		return 0, m.lost(fmt.Errorf("reply of the simulator has %d words, not %d", r.words, want))
	}
	return valid, err
}

// ask does one exchange with the harness. If that fails the child is gone.
func (m *model) ask(op, arg uint64, in, out []uint64) (reply, error) {
	if m.child == nil {
		return reply{}, errors.New("no simulator is running")
	}
	m.buffer = appendRequest(m.buffer[:0], op, arg, in)
	_, err := m.child.in.Write(m.buffer)
	var r reply
	if err == nil {
		r, m.buffer, err = readReply(m.child.out, out, m.buffer)
	}
	if err != nil {
		return reply{}, m.lost(err)
	}
	return r, nil
}

func (m *model) lost(err error) error {
	c := m.child
	m.child = nil
	return m.slot.lost(c, err)
}

func (m *model) close() error { return m.slot.close(m.grace) }
