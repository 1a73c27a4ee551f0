package sim

import "math/bits"

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// exec evaluates a cycle: v is the store, mem that of the memories.
func (p *program) exec(v, mem []uint64) {
	start := uint32(0)
	for _, r := range p.runs {
		code := p.code[start:r.end]
		start = r.end
		switch r.op {
		case opMove:
			for i := range code {
				x := &code[i]
				v[x.dst] = v[x.a]
			}
		case opNot:
			for i := range code {
				x := &code[i]
				v[x.dst] = ^v[x.a] & x.imm
			}
		case opAnd:
			for i := range code {
				x := &code[i]
				v[x.dst] = v[x.a] & v[x.b]
			}
		case opOr:
			for i := range code {
				x := &code[i]
				v[x.dst] = v[x.a] | v[x.b]
			}
		case opXor:
			for i := range code {
				x := &code[i]
				v[x.dst] = v[x.a] ^ v[x.b]
			}
		case opAndN:
			for i := range code {
				x := &code[i]
				t := ^uint64(0)
				for _, w := range p.pool[x.b : x.b+x.c] {
					t &= v[w]
				}
				v[x.dst] = t
			}
		case opOrN:
			for i := range code {
				x := &code[i]
				t := uint64(0)
				for _, w := range p.pool[x.b : x.b+x.c] {
					t |= v[w]
				}
				v[x.dst] = t
			}
		case opXorN:
			for i := range code {
				x := &code[i]
				t := uint64(0)
				for _, w := range p.pool[x.b : x.b+x.c] {
					t ^= v[w]
				}
				v[x.dst] = t
			}
		case opAdd:
			for i := range code {
				x := &code[i]
				v[x.dst] = (v[x.a] + v[x.b]) & x.imm
			}
		case opSub:
			for i := range code {
				x := &code[i]
				v[x.dst] = (v[x.a] - v[x.b]) & x.imm
			}
		case opMul:
			for i := range code {
				x := &code[i]
				v[x.dst] = (v[x.a] * v[x.b]) & x.imm
			}
		case opEq:
			for i := range code {
				x := &code[i]
				v[x.dst] = bit(v[x.a] == v[x.b])
			}
		case opLt:
			for i := range code {
				x := &code[i]
				v[x.dst] = bit(v[x.a] < v[x.b])
			}
		case opLtS:
			for i := range code {
				x := &code[i]
				v[x.dst] = bit(v[x.a]^x.imm < v[x.b]^x.imm)
			}
		case opShl:
			for i := range code {
				x := &code[i]
				v[x.dst] = v[x.a] << v[x.b] & x.imm
			}
		case opShr:
			for i := range code {
				x := &code[i]
				v[x.dst] = v[x.a] >> v[x.b]
			}
		case opSra:
			for i := range code {
				x := &code[i]
				v[x.dst] = uint64(int64(v[x.a]<<x.c)>>x.c>>v[x.b]) & x.imm
			}
		case opMux:
			for i := range code {
				x := &code[i]
				t := v[x.c]
				v[x.dst] = t ^ (t^v[x.b])&-v[x.a]
			}
		case opOneHot:
			for i := range code {
				x := &code[i]
				t := uint64(0)
				for s := v[x.a]; s != 0; s &= s - 1 {
					t |= v[p.pool[x.b+uint32(bits.TrailingZeros64(s))]]
				}
				v[x.dst] = t
			}
		case opOneHotN:
			for i := range code {
				x := &code[i]
				t := uint64(0)
				for k := range x.c {
					for s := v[x.a+k]; s != 0; s &= s - 1 {
						t |= v[p.pool[x.b+k*64+uint32(bits.TrailingZeros64(s))]]
					}
				}
				v[x.dst] = t
			}
		case opSlice:
			for i := range code {
				x := &code[i]
				v[x.dst] = v[x.a] >> (x.b & 63) & x.imm
			}
		case opCat:
			for i := range code {
				x := &code[i]
				v[x.dst] = v[x.a]<<(x.c&63) | v[x.b]
			}
		case opGather:
			for i := range code {
				x := &code[i]
				t := uint64(0)
				for k := range p.pieces[x.b : x.b+x.c] {
					f := &p.pieces[x.b+uint32(k)]
					t |= v[f.word] >> (f.right & 63) & f.mask << (f.left & 63)
				}
				v[x.dst] = t
			}
		case opAllOnes:
			for i := range code {
				x := &code[i]
				v[x.dst] = bit(v[x.a] == x.imm)
			}
		case opAny:
			for i := range code {
				x := &code[i]
				v[x.dst] = bit(v[x.a] != 0)
			}
		case opParity:
			for i := range code {
				x := &code[i]
				v[x.dst] = uint64(bits.OnesCount64(v[x.a]) & 1)
			}
		case opMemRead:
			for i := range code {
				x := &code[i]
				t := uint64(0)
				if a := v[x.a]; a < uint64(x.c) {
					t = mem[uint64(x.b)+a*x.imm]
				}
				v[x.dst] = t
			}
		default:
			p.execWide(r.op, code, v)
		}
	}
}
