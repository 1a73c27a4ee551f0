package wasm

// A schedule names the functions that a cycle calls, by index.
type schedule struct {
	chunks, commits []uint32
	judge, resets   uint32
}

// runFunction is run(cycles): it advances by so many cycles, at most the capacity, and gives
// the number of those before a check failed.
func (l *memoryMap) runFunction(s schedule) *function {
	f := &function{params: []valType{i32}, results: []valType{i32}}
	const cycles = 0
	done, now, then, in, out := f.newLocal(i32), f.newLocal(i32), f.newLocal(i32), f.newLocal(i32), f.newLocal(i32)
	f.header(frameAddress)
	f.set(now)
	f.header(otherAddress)
	f.set(then)
	f.start(in, l.input)
	f.start(out, l.output)
	f.begin(opBlock)
	f.begin(opLoop)
	f.get(done)
	f.get(cycles)
	f.op(opI32GeU)
	f.with(opBrIf, 1)
	for _, c := range s.chunks {
		f.get(now)
		f.get(then)
		f.get(in)
		f.get(out)
		f.with(opCall, c)
	}
	if l.clocked() {
		f.word(in, 0)
		f.address(1)
		f.op(opI32And)
		f.begin(opIf)
		f.address(0)
		f.address(1)
		f.access(opI32Store, armedAddress)
		f.get(then)
		f.with(opCall, s.resets)
		f.op(opElse)
		f.header(armedAddress)
		f.begin(opIf)
		f.get(now)
		f.with(opCall, s.judge)
		f.with(opBrIf, 3)
		f.end()
		f.end()
	}
	for _, c := range s.commits {
		f.get(now)
		f.with(opCall, c)
	}
	f.get(now)
	f.get(then)
	f.set(now)
	f.set(then)
	f.move(in, int32(8*l.inWords))
	f.move(out, int32(8*l.outWords))
	f.move(done, 1)
	f.with(opBr, 0)
	f.end()
	f.end()
	f.address(0)
	f.get(now)
	f.access(opI32Store, frameAddress)
	f.address(0)
	f.get(then)
	f.access(opI32Store, otherAddress)
	f.get(done)
	return f
}

// header pushes a word of the header.
func (f *function) header(address uint32) {
	f.address(0)
	f.access(opI32Load, address)
}
