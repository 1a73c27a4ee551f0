package wasm

// The functions here are the same for all designs but for addresses and sizes.

// loop repeats body while condition pushes something other than 0.
func (f *function) loop(condition, body func()) {
	f.begin(opBlock)
	f.begin(opLoop)
	condition()
	f.op(opI32Eqz)
	f.with(opBrIf, 1)
	body()
	f.with(opBr, 0)
	f.end()
	f.end()
}

// less pushes a < b, unsigned.
func (f *function) less(a, b local) {
	f.get(a)
	f.get(b)
	f.op(opI32LtU)
}

// move adds a constant to a local.
func (f *function) move(x local, by int32) {
	f.get(x)
	f.address(uint32(by))
	f.op(opI32Add)
	f.set(x)
}

// start sets a local to a constant.
func (f *function) start(x local, v uint32) {
	f.address(v)
	f.set(x)
}

// rows repeats body with x going through a table.
func (f *function) rows(x local, t table, step int32, body func()) {
	f.start(x, t.start)
	f.loop(func() {
		f.get(x)
		f.address(t.end)
		f.op(opI32LtU)
	}, func() {
		body()
		f.move(x, step)
	})
}

// word pushes the i32 at x plus an offset.
func (f *function) word(x local, offset uint32) {
	f.get(x)
	f.access(opI32Load, offset)
}

// header pushes a word of the header.
func (f *function) header(address uint32) {
	f.address(0)
	f.access(opI32Load, address)
}

// Globals of the module: the state of the generator of power-up values, then those exported.
const (
	stateHi = iota
	stateLo
	globalInput
	globalOutput
	globalCapacity
)

// drawFunction gives the next value of the PCG generator of math/rand/v2, as the interpreter
// draws power-up values.
func drawFunction() *function {
	const (
		mulHi, mulLo = 2549297995355413924, 4865540595714422341
		incHi, incLo = 6364136223846793005, 1442695040888963407
		cheapMul     = 0xda942042e4dd58b5
	)
	f := &function{results: []valType{i64}}
	lo, hi, cross, x := f.newLocal(i64), f.newLocal(i64), f.newLocal(i64), f.newLocal(i64)
	half := func(x local, high bool) {
		f.get(x)
		if high {
			f.constant(i64, 32)
			f.op(opI64ShrU)
		} else {
			f.constant(i64, 1<<32-1)
			f.op(opI64And)
		}
	}
	times := func(v uint64) {
		f.constant(i64, v)
		f.op(opI64Mul)
	}
	const mulLoHigh, mulLoLow = mulLo >> 32, mulLo & (1<<32 - 1)
	f.with(opGlobalGet, stateLo)
	f.set(lo)
	// cross: the middle of lo*mulLo, what its high word needs of the low one.
	half(lo, true)
	times(mulLoLow)
	half(lo, false)
	times(mulLoLow)
	f.constant(i64, 32)
	f.op(opI64ShrU, opI64Add)
	f.set(cross)
	half(cross, false)
	half(lo, false)
	times(mulLoHigh)
	f.op(opI64Add)
	f.set(x)
	half(lo, true)
	times(mulLoHigh)
	half(cross, true)
	f.op(opI64Add)
	half(x, true)
	f.op(opI64Add)
	f.with(opGlobalGet, stateHi)
	times(mulLo)
	f.op(opI64Add)
	f.get(lo)
	times(mulHi)
	f.op(opI64Add)
	f.constant(i64, incHi)
	f.op(opI64Add)
	// lo = lo*mulLo + incLo, with its carry into hi
	f.get(lo)
	times(mulLo)
	f.constant(i64, incLo)
	f.op(opI64Add)
	f.tee(lo)
	f.constant(i64, incLo)
	f.op(opI64LtU, opI64Extend, opI64Add)
	f.tee(hi)
	f.with(opGlobalSet, stateHi)
	f.get(lo)
	f.with(opGlobalSet, stateLo)
	for _, by := range []uint64{32, 48} {
		f.get(hi)
		f.get(hi)
		f.constant(i64, by)
		f.op(opI64ShrU, opI64Xor)
		if by == 32 {
			times(cheapMul)
			f.set(hi)
		}
	}
	f.get(lo)
	f.constant(i64, 1)
	f.op(opI64Or, opI64Mul)
	return f
}

// resetFunction is reset(lo, hi): power-up from a seed of two halves.
func (l *memoryMap) resetFunction(draw uint32) *function {
	f := &function{params: []valType{i32, i32}}
	const lo, hi = 0, 1
	x, to, end := f.newLocal(i32), f.newLocal(i32), f.newLocal(i32)
	f.get(hi)
	f.op(opI64Extend)
	f.constant(i64, 32)
	f.op(opI64Shl)
	f.get(lo)
	f.op(opI64Extend, opI64Or)
	f.with(opGlobalSet, stateHi)
	f.constant(i64, 0)
	f.with(opGlobalSet, stateLo)
	for _, h := range [][2]uint32{{frameAddress, l.frames}, {otherAddress, l.frames + l.frame}, {armedAddress, 0}} {
		f.address(0)
		f.address(h[1])
		f.access(opI32Store, h[0])
	}
	f.start(to, l.frames)
	f.rows(x, l.masks, 8, func() {
		f.get(to)
		f.with(opCall, draw)
		f.get(x)
		f.access(opI64Load, 0)
		f.op(opI64And)
		f.access(opI64Store, 0)
		f.move(to, 8)
	})
	f.rows(x, l.shapes, 24, func() {
		last := f.newLocal(i32) // word of the entry
		f.word(x, 0)
		f.set(to)
		f.word(x, 4)
		f.set(end)
		f.loop(func() { f.less(to, end) }, func() {
			f.get(to)
			f.word(x, 8)
			f.op(opI32Add)
			f.address(8)
			f.op(opI32Sub)
			f.set(last)
			f.loop(func() { f.less(to, last) }, func() {
				f.get(to)
				f.with(opCall, draw)
				f.access(opI64Store, 0)
				f.move(to, 8)
			})
			f.get(to)
			f.with(opCall, draw)
			f.get(x)
			f.access(opI64Load, 16)
			f.op(opI64And)
			f.access(opI64Store, 0)
			f.move(to, 8)
		})
	})
	return f
}

// resetsFunction is resets(frame): the registers take their reset values.
func (l *memoryMap) resetsFunction() *function {
	f := &function{params: []valType{i32}}
	const frame = 0
	x := f.newLocal(i32)
	f.rows(x, l.resets, 16, func() {
		f.get(frame)
		f.word(x, 0)
		f.op(opI32Add)
		f.get(x)
		f.access(opI64Load, 8)
		f.access(opI64Store, 0)
	})
	return f
}

// judgeFunction is judge(frame): whether a check fails or writes conflict.
func (l *memoryMap) judgeFunction() *function {
	f := &function{params: []valType{i32}, results: []valType{i32}}
	const frame = 0
	at, end, some := f.newLocal(i32), f.newLocal(i32), f.newLocal(i64)
	f.get(frame)
	f.address(l.flags)
	f.op(opI32Add)
	f.tee(at)
	f.address(uint32(8 * l.flagWords()))
	f.op(opI32Add)
	f.set(end)
	f.loop(func() { f.less(at, end) }, func() {
		f.get(some)
		f.get(at)
		f.access(opI64Load, 0)
		f.op(opI64Or)
		f.set(some)
		f.move(at, 8)
	})
	if l.writers.start < l.writers.end {
		l.conflicts(f, frame, at, end)
	}
	f.get(some)
	f.constant(i64, 0)
	f.op(opI64Ne)
	return f
}

// conflicts has f return 1 if two writes of a memory are to one address with different data.
func (l *memoryMap) conflicts(f *function, frame, at, end local) {
	x, other, first, size, k := f.newLocal(i32), f.newLocal(i32), f.newLocal(i32), f.newLocal(i32), f.newLocal(i32)
	f.rows(x, l.writers, 12, func() {
		for i, to := range []local{first, end} {
			f.word(x, uint32(4*i))
			f.get(frame)
			f.op(opI32Add)
			f.set(to)
		}
		f.word(x, 8)
		f.set(size)
		f.get(first)
		f.set(at)
		f.loop(func() { f.less(at, end) }, func() {
			f.word(at, 0)
			f.begin(opIf)
			f.get(first)
			f.set(other)
			f.loop(func() { f.less(other, at) }, func() {
				f.word(other, 0)
				f.word(other, 8)
				f.word(at, 8)
				f.op(opI32Eq, opI32And)
				f.begin(opIf)
				f.start(k, 16)
				f.loop(func() { f.less(k, size) }, func() {
					for _, row := range []local{at, other} {
						f.get(row)
						f.get(k)
						f.op(opI32Add)
						f.access(opI64Load, 0)
					}
					f.op(opI64Ne)
					f.begin(opIf)
					f.address(1)
					f.op(opReturn)
					f.end()
					f.move(k, 8)
				})
				f.end()
				f.get(other)
				f.get(size)
				f.op(opI32Add)
				f.set(other)
			})
			f.end()
			f.get(at)
			f.get(size)
			f.op(opI32Add)
			f.set(at)
		})
	})
}

// commitFunction is commit(frame) for the memories from first up to end: enabled writes take place. The
// others go to the spill entry, which saves a branch that cannot be predicted.
func (l *memoryMap) commitFunction(first, end int) *function {
	f := &function{params: []valType{i32}}
	const frame = 0
	to := f.newLocal(i32)
	f.get(frame)
	f.access(opI32Load8U, l.frame-1)
	f.op(opDrop)
	for i := first; i < end; i++ {
		m, p := &l.net.Mems[i], &l.mems[i]
		at := p.rows
		for range m.Writes {
			f.word(frame, at+8)
			f.address(p.stride)
			f.op(opI32Mul)
			f.address(p.base)
			f.op(opI32Add)
			f.address(l.spill)
			f.word(frame, at)
			if uint32(m.Depth) != p.entries {
				f.word(frame, at+8)
				f.address(uint32(m.Depth))
				f.op(opI32LtU, opI32And)
			}
			f.op(opSelect)
			f.set(to)
			for k := range uint32(words(m.Width)) {
				f.get(to)
				f.get(frame)
				f.access(opI64Load, at+16+8*k)
				f.access(opI64Store, 8*k)
			}
			at += rowBytes(*m)
		}
	}
	return f
}

// multiplyFunction is multiply(dst, bytes): dst takes the product of the words at dst+bytes
// and dst+2*bytes, cut to bytes, in digits of 32 bits.
func multiplyFunction() *function {
	f := &function{params: []valType{i32, i32}}
	const dst, bytes = 0, 1
	i, j, at, carry := f.newLocal(i32), f.newLocal(i32), f.newLocal(i32), f.newLocal(i64)
	low := func() { f.op(opI64Extend) }
	f.loop(func() { f.less(i, bytes) }, func() { // clear
		f.get(dst)
		f.get(i)
		f.op(opI32Add)
		f.constant(i64, 0)
		f.access(opI64Store, 0)
		f.move(i, 8)
	})
	f.start(i, 0)
	f.loop(func() { f.less(i, bytes) }, func() {
		f.constant(i64, 0)
		f.set(carry)
		f.start(j, 0)
		f.loop(func() {
			f.get(i)
			f.get(j)
			f.op(opI32Add)
			f.get(bytes)
			f.op(opI32LtU)
		}, func() {
			f.get(dst)
			f.get(i)
			f.op(opI32Add)
			f.get(j)
			f.op(opI32Add)
			f.set(at)
			digit := func(x local, copies int) {
				f.get(dst)
				for range copies {
					f.get(bytes)
					f.op(opI32Add)
				}
				f.get(x)
				f.op(opI32Add)
				f.access(opI32Load, 0)
				low()
			}
			digit(i, 1)
			digit(j, 2)
			f.op(opI64Mul)
			f.word(at, 0)
			low()
			f.op(opI64Add)
			f.get(carry)
			f.op(opI64Add)
			f.set(carry)
			f.get(at)
			f.get(carry)
			f.op(opI32Wrap)
			f.access(opI32Store, 0)
			f.get(carry)
			f.constant(i64, 32)
			f.op(opI64ShrU)
			f.set(carry)
			f.move(j, 4)
		})
		f.move(i, 4)
	})
	return f
}

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
