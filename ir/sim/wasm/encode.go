package wasm

import "encoding/binary"

// The binary format of WebAssembly 1.0 as far as it is needed here:
// https://www.w3.org/TR/wasm-core-1/#binary-format

// A valType is the type of a value on the operand stack.
type valType byte

const (
	i32 valType = 0x7f
	i64 valType = 0x7e
)

// An opcode is an instruction without immediates, or the first byte of one with.
type opcode byte

const (
	opBlock  opcode = 0x02
	opLoop   opcode = 0x03
	opIf     opcode = 0x04
	opElse   opcode = 0x05
	opEnd    opcode = 0x0b
	opBr     opcode = 0x0c
	opBrIf   opcode = 0x0d
	opReturn opcode = 0x0f
	opCall   opcode = 0x10
	opDrop   opcode = 0x1a
	opSelect opcode = 0x1b

	opLocalGet  opcode = 0x20
	opLocalSet  opcode = 0x21
	opLocalTee  opcode = 0x22
	opGlobalGet opcode = 0x23
	opGlobalSet opcode = 0x24

	opI32Load   opcode = 0x28
	opI64Load   opcode = 0x29
	opI32Load8U opcode = 0x2d
	opI32Store  opcode = 0x36
	opI64Store  opcode = 0x37
	opI32Store8 opcode = 0x3a

	opI32Const opcode = 0x41
	opI64Const opcode = 0x42

	opI32Eqz opcode = 0x45
	opI32Eq  opcode = 0x46
	opI32Ne  opcode = 0x47
	opI32LtS opcode = 0x48
	opI32LtU opcode = 0x49
	opI32GeU opcode = 0x4f
	opI64Eqz opcode = 0x50
	opI64Eq  opcode = 0x51
	opI64Ne  opcode = 0x52
	opI64LtS opcode = 0x53
	opI64LtU opcode = 0x54

	opI32Popcnt opcode = 0x69
	opI32Add    opcode = 0x6a
	opI32Sub    opcode = 0x6b
	opI32Mul    opcode = 0x6c
	opI32And    opcode = 0x71
	opI32Or     opcode = 0x72
	opI32Xor    opcode = 0x73
	opI32Shl    opcode = 0x74
	opI32ShrS   opcode = 0x75
	opI32ShrU   opcode = 0x76

	opI64Popcnt opcode = 0x7b
	opI64Add    opcode = 0x7c
	opI64Sub    opcode = 0x7d
	opI64Mul    opcode = 0x7e
	opI64And    opcode = 0x83
	opI64Or     opcode = 0x84
	opI64Xor    opcode = 0x85
	opI64Shl    opcode = 0x86
	opI64ShrS   opcode = 0x87
	opI64ShrU   opcode = 0x88

	opI32Wrap   opcode = 0xa7 // i32.wrap_i64
	opI64Extend opcode = 0xad // i64.extend_i32_u
)

// for64 gives the i64 form of an i32 operator from popcnt to shr_u, and of eqz to lt_u.
func (o opcode) for64() opcode {
	if o >= opI32Popcnt {
		return o + opI64Popcnt - opI32Popcnt
	}
	return o + opI64Eqz - opI32Eqz
}

// A local is the index of a parameter or local variable of a function.
type local uint32

// A function is code under construction.
type function struct {
	params  []valType
	results []valType
	locals  []valType
	code    []byte
	count   int // instructions so far
}

func (f *function) newLocal(t valType) local {
	f.locals = append(f.locals, t)
	return local(len(f.params) + len(f.locals) - 1)
}

// op appends instructions without immediates.
func (f *function) op(ops ...opcode) {
	for _, o := range ops {
		f.code = append(f.code, byte(o))
	}
	f.count += len(ops)
}

// with appends an instruction with one unsigned immediate.
func (f *function) with(o opcode, immediate uint32) {
	f.op(o)
	f.code = binary.AppendUvarint(f.code, uint64(immediate))
}

func (f *function) get(x local) { f.with(opLocalGet, uint32(x)) }
func (f *function) set(x local) { f.with(opLocalSet, uint32(x)) }
func (f *function) tee(x local) { f.with(opLocalTee, uint32(x)) }

// access appends a load or store at a constant offset from the address on the stack.
func (f *function) access(o opcode, offset uint32) {
	f.op(o)
	f.code = append(f.code, 0) // no alignment is promised
	f.code = binary.AppendUvarint(f.code, uint64(offset))
}

// constant appends a constant of a type.
func (f *function) constant(t valType, v uint64) {
	if t == i32 {
		f.op(opI32Const)
		f.code = appendSigned(f.code, int64(int32(v)))
		return
	}
	f.op(opI64Const)
	f.code = appendSigned(f.code, int64(v))
}

// address appends a constant i32.
func (f *function) address(v uint32) { f.constant(i32, uint64(v)) }

// begin opens a block, loop or if without result; end closes it.
func (f *function) begin(o opcode) {
	f.op(o)
	f.code = append(f.code, 0x40)
}

func (f *function) end() { f.op(opEnd) }

// appendSigned appends a signed LEB128 number.
func appendSigned(to []byte, v int64) []byte {
	for {
		low := byte(v & 0x7f)
		v >>= 7
		if v == 0 && low < 0x40 || v == -1 && low >= 0x40 {
			return append(to, low)
		}
		to = append(to, low|0x80)
	}
}

// body is the function's entry in the code section.
func (f *function) body() []byte {
	var groups []byte
	count := uint64(0)
	for i := 0; i < len(f.locals); {
		n := i
		for n < len(f.locals) && f.locals[n] == f.locals[i] {
			n++
		}
		groups = binary.AppendUvarint(groups, uint64(n-i))
		groups = append(groups, byte(f.locals[i]))
		count++
		i = n
	}
	b := append(binary.AppendUvarint(nil, count), groups...)
	b = append(b, f.code...)
	return append(b, byte(opEnd))
}

// A global is a global variable with its initial value.
type global struct {
	typ     valType
	mutable bool
	value   int64
}

// An export names a function, the memory or a global.
type export struct {
	name  string
	kind  byte
	index int
}

const (
	exportFunction byte = 0
	exportMemory   byte = 2
	exportGlobal   byte = 3
)

// A segment is the initial contents of a part of memory.
type segment struct {
	address uint32
	bytes   []byte
}

// A binaryModule is what a module holds. It has one memory.
type binaryModule struct {
	functions []*function
	globals   []global
	exports   []export
	segments  []segment
	pages     uint32 // of memory, 64 KiB each
}

const (
	sectionType     = 1
	sectionFunction = 3
	sectionMemory   = 5
	sectionGlobal   = 6
	sectionExport   = 7
	sectionCode     = 10
	sectionData     = 11
)

// encode gives the module in the binary format.
func (m *binaryModule) encode() []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	section := func(id byte, items [][]byte) {
		size := 0
		for _, item := range items {
			size += len(item)
		}
		count := binary.AppendUvarint(nil, uint64(len(items)))
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(count)+size))
		out = append(out, count...)
		for _, item := range items {
			out = append(out, item...)
		}
	}
	sized := func(b []byte) []byte { return append(binary.AppendUvarint(nil, uint64(len(b))), b...) }

	var types, functions, code [][]byte
	known := map[string]int{}
	for _, f := range m.functions {
		t := []byte{0x60}
		for _, list := range [][]valType{f.params, f.results} {
			t = append(t, byte(len(list)))
			for _, v := range list {
				t = append(t, byte(v))
			}
		}
		index, ok := known[string(t)]
		if !ok {
			index = len(types)
			known[string(t)] = index
			types = append(types, t)
		}
		functions = append(functions, binary.AppendUvarint(nil, uint64(index)))
		code = append(code, sized(f.body()))
	}
	section(sectionType, types)
	section(sectionFunction, functions)
	pages := binary.AppendUvarint(nil, uint64(m.pages))
	section(sectionMemory, [][]byte{append(append([]byte{1}, pages...), pages...)})
	var globals [][]byte
	for _, g := range m.globals {
		b := []byte{byte(g.typ), 0}
		if g.mutable {
			b[1] = 1
		}
		o := opI32Const
		if g.typ == i64 {
			o = opI64Const
		}
		globals = append(globals, append(appendSigned(append(b, byte(o)), g.value), byte(opEnd)))
	}
	section(sectionGlobal, globals)
	var exports [][]byte
	for _, e := range m.exports {
		b := append(sized([]byte(e.name)), e.kind)
		exports = append(exports, binary.AppendUvarint(b, uint64(e.index)))
	}
	section(sectionExport, exports)
	section(sectionCode, code)
	var data [][]byte
	for _, s := range m.segments {
		b := appendSigned([]byte{0, byte(opI32Const)}, int64(int32(s.address)))
		data = append(data, append(append(b, byte(opEnd)), sized(s.bytes)...))
	}
	section(sectionData, data)
	return out
}
