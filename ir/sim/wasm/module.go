package wasm

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// A Module is a design compiled to WebAssembly.
type Module struct {
	Binary   []byte      // in the binary format, version 1
	Layout   *sim.Layout // of the words of a cycle
	Input    int         // address of the inputs of a batch
	Output   int         // address of its outputs
	Capacity int         // cycles that a batch may have

	layout *memoryMap
}

// Compile makes the module of an elaborated design.
func Compile(d *ir.Design) (Module, error) {
	net, err := flat.Flatten(d)
	if err != nil {
		return Module{}, err
	}
	l := newMemoryMap(net)
	p := newPlan(net, l)
	if err := l.finish(); err != nil {
		return Module{}, err
	}
	b := &binaryModule{segments: l.segments, pages: (l.end + pageBytes - 1) / pageBytes}
	add := func(f *function) uint32 {
		b.functions = append(b.functions, f)
		return uint32(len(b.functions) - 1)
	}
	reset := add(l.resetFunction(add(drawFunction())))
	s := schedule{resets: add(l.resetsFunction()), judge: add(l.judgeFunction())}
	multiply := uint32(0)
	if p.multiplies {
		multiply = add(multiplyFunction())
	}
	t := newTables(net)
	for i, c := range p.chunks {
		f := &lowering{plan: p, function: &function{params: []valType{i32, i32, i32, i32}}, index: int32(i), multiply: int(multiply), tables: t}
		f.chunk(c)
		s.chunks = append(s.chunks, add(f.function))
	}
	const memories = 100 // whose writes are one function
	for first := 0; first < len(net.Mems); first += memories {
		s.commits = append(s.commits, add(l.commitFunction(first, min(first+memories, len(net.Mems)))))
	}
	run := add(l.runFunction(s))
	b.globals = []global{
		stateHi: {i64, true, 0}, stateLo: {i64, true, 0},
		globalInput: {i32, false, int64(l.input)}, globalOutput: {i32, false, int64(l.output)}, globalCapacity: {i32, false, int64(l.capacity)},
	}
	b.exports = []export{
		{"memory", exportMemory, 0},
		{"reset", exportFunction, int(reset)},
		{"run", exportFunction, int(run)},
		{"input", exportGlobal, globalInput},
		{"output", exportGlobal, globalOutput},
		{"capacity", exportGlobal, globalCapacity},
	}
	m := Module{
		Binary: b.encode(), Layout: sim.NewLayout(d.Top),
		Input: int(l.input), Output: int(l.output), Capacity: int(l.capacity), layout: l,
	}
	if m.Layout.InWords != int(l.inWords) || m.Layout.OutWords != int(l.outWords) {
		panic("wasm: the netlist's pins are not those of the layout")
	}
	return m, nil
}

func (l *memoryMap) clocked() bool { return l.net.Rst != flat.None }

// Failure tells, after run stopped early, which check failed, given the module's memory and
// the number of cycles since reset. It is nil if none did.
func (m Module) Failure(memory []byte, cycle int) *sim.Failure {
	l := m.layout
	frame := memory[binary.LittleEndian.Uint32(memory[frameAddress:]):][:l.frame]
	net := l.net
	if i := slices.Index(frame[l.flags:][:len(net.Checks)], 1); i >= 0 {
		c, addr := net.Checks[i], uint64(0)
		if c.Addr != flat.None {
			addr = binary.LittleEndian.Uint64(frame[l.addresses[i]:])
		}
		message, pos := net.Describe(c, addr)
		return &sim.Failure{Cycle: cycle, Path: net.Path(c.Scope), Message: message, Pos: pos}
	}
	for i, mem := range net.Mems {
		if j, addr := conflict(mem, frame[l.mems[i].rows:]); j >= 0 {
			return &sim.Failure{
				Cycle:   cycle,
				Path:    net.Path(mem.Scope),
				Message: fmt.Sprintf("memory %s: two writes to address %d with different data", mem.Source.Name, addr),
				Pos:     mem.Writes[j].Source.Pos(net.Scopes[mem.Scope].Module),
			}
		}
	}
	return nil
}

// conflict finds the first write that has an earlier one to its address with different data.
func conflict(m flat.Mem, rows []byte) (write int, addr uint64) {
	size := int(rowBytes(m))
	row := func(i int) (enabled bool, addr uint64, data []byte) {
		r := rows[i*size:][:size]
		return r[0] == 1, binary.LittleEndian.Uint64(r[8:]), r[16:]
	}
	for j := range m.Writes {
		enabled, addr, data := row(j)
		for i := range j {
			also, at, other := row(i)
			if enabled && also && at == addr && !slices.Equal(data, other) {
				return j, addr
			}
		}
	}
	return -1, 0
}
