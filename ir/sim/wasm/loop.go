package wasm

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
