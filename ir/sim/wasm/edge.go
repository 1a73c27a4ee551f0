package wasm

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
