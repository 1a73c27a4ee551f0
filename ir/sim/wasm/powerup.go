package wasm

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
