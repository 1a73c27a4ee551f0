package wasm

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
