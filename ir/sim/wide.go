package sim

import "math/bits"

// execWide runs instructions on values of several words.
func (p *program) execWide(op opcode, code []instr, v []uint64) {
	for i := range code {
		x := &code[i]
		switch op {
		case opAddWide:
			carry := uint64(0)
			for k := range x.c {
				v[x.dst+k], carry = bits.Add64(v[x.a+k], v[x.b+k], carry)
			}
			v[x.dst+x.c-1] &= x.imm
		case opSubWide:
			borrow := uint64(0)
			for k := range x.c {
				v[x.dst+k], borrow = bits.Sub64(v[x.a+k], v[x.b+k], borrow)
			}
			v[x.dst+x.c-1] &= x.imm
		case opMulWide:
			multiply(v[x.dst:x.dst+x.c], v[x.a:x.a+x.c], v[x.b:x.b+x.c])
			v[x.dst+x.c-1] &= x.imm
		case opEqWide:
			differ := uint64(0)
			for k := range x.c {
				differ |= v[x.a+k] ^ v[x.b+k]
			}
			v[x.dst] = bit(differ == 0)
		case opLtWide, opLtSWide:
			top := x.c - 1
			borrow := uint64(0)
			for k := range top {
				_, borrow = bits.Sub64(v[x.a+k], v[x.b+k], borrow)
			}
			_, borrow = bits.Sub64(v[x.a+top]^x.imm, v[x.b+top]^x.imm, borrow)
			v[x.dst] = borrow
		case opShlWide, opShrWide, opSraWide:
			s := p.shifts[x.c]
			n := words(int(s.width))
			by := s.amount(v[x.b : x.b+s.amountWords])
			dst, a := v[x.dst:x.dst+n], v[x.a:x.a+n]
			fill := uint64(0)
			switch {
			case op == opShlWide:
				shiftLeft(dst, a, by)
			default:
				if op == opSraWide && a[n-1]>>((s.width-1)&63) == 1 {
					fill = ^uint64(0)
				}
				shiftRight(dst, a, by, fill, x.imm)
			}
			dst[n-1] &= x.imm
		case opAllWide:
			all := ^uint64(0)
			for k := range x.c - 1 {
				all &= v[x.a+k]
			}
			v[x.dst] = bit(all == ^uint64(0) && v[x.a+x.c-1] == x.imm)
		case opAnyWide:
			some := uint64(0)
			for k := range x.c {
				some |= v[x.a+k]
			}
			v[x.dst] = bit(some != 0)
		case opParityWide:
			t := uint64(0)
			for k := range x.c {
				t ^= v[x.a+k]
			}
			v[x.dst] = uint64(bits.OnesCount64(t) & 1)
		}
	}
}

// amount reads a shift amount; all of the width or more are the width.
func (s wideShift) amount(v []uint64) uint32 {
	for _, w := range v[1:] {
		if w != 0 {
			return s.width
		}
	}
	return uint32(min(v[0], uint64(s.width)))
}

// multiply sets dst to the low words of a times b.
func multiply(dst, a, b []uint64) {
	clear(dst)
	for i, x := range a {
		carry := uint64(0)
		for j := range dst[i:] {
			hi, lo := bits.Mul64(x, b[j])
			lo, c := bits.Add64(lo, dst[i+j], 0)
			hi += c
			lo, c = bits.Add64(lo, carry, 0)
			dst[i+j], carry = lo, hi+c
		}
	}
}

func shiftLeft(dst, a []uint64, by uint32) {
	skip, rest := int(by/64), by%64
	for k := range dst {
		t := uint64(0)
		if k >= skip {
			t = a[k-skip] << rest
		}
		if k > skip && rest > 0 {
			t |= a[k-skip-1] >> (64 - rest)
		}
		dst[k] = t
	}
}

// shiftRight fills from the left with copies of fill; top is the mask of the highest word.
func shiftRight(dst, a []uint64, by uint32, fill, top uint64) {
	word := func(k int) uint64 {
		switch {
		case k < len(a)-1:
			return a[k]
		case k == len(a)-1:
			return a[k] | fill&^top
		}
		return fill
	}
	skip, rest := int(by/64), by%64
	for k := range dst {
		t := word(k+skip) >> rest
		if rest > 0 {
			t |= word(k+skip+1) << (64 - rest)
		}
		dst[k] = t
	}
}
