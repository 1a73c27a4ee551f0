package sim

// An opcode says what an instruction does with the words of a program's store. Values of up
// to 64 bits take one word and have zeros above their width; wider ones take several, lowest
// first, and every operator that works bit by bit is then one instruction a word.
type opcode uint8

const (
	opMove    opcode = iota // dst = a
	opNot                   // dst = ^a & imm
	opAnd                   // dst = a & b
	opOr                    // dst = a | b
	opXor                   // dst = a ^ b
	opAndN                  // dst = the and of c words listed from pool[b]
	opOrN                   // likewise
	opXorN                  // likewise
	opAdd                   // dst = (a + b) & imm
	opSub                   // dst = (a - b) & imm
	opMul                   // dst = (a * b) & imm
	opEq                    // dst = a == b
	opLt                    // dst = a < b
	opLtS                   // dst = a < b in two's complement; imm is the sign bit
	opShl                   // dst = (a << b) & imm
	opShr                   // dst = a >> b
	opSra                   // dst = a >> b with copies of the sign; imm the mask, c = 64 - width
	opMux                   // dst = a ? b : c
	opOneHot                // dst = the or of pool[b+i] for bits i of word a that are 1
	opOneHotN               // likewise over the c words from a
	opSlice                 // dst = a >> b & imm
	opCat                   // dst = a << c | b
	opGather                // dst = the or of the c pieces from pieces[b]
	opAllOnes               // dst = a == imm
	opAny                   // dst = a != 0
	opParity                // dst = the exclusive or of the bits of a
	opMemRead               // dst = mem[b + a*stride], 0 if a >= c; imm is the stride

	// Of several words; imm is the mask of the highest word, c the number of words.
	opAddWide
	opSubWide
	opMulWide
	opEqWide
	opLtWide
	opLtSWide // imm is the sign bit of the highest word
	opShlWide // c is the index of a wideShift
	opShrWide // likewise
	opSraWide // likewise
	opAllWide // dst = every bit is 1
	opAnyWide // dst = some bit is 1
	opParityWide
)

// An instr is one instruction; dst, a, b and c are indexes of words unless opcode says
// otherwise. The opcode stands in the run it belongs to.
type instr struct {
	imm          uint64
	dst, a, b, c uint32
}

// A run is instructions of one opcode in a row, up to but without code[end]. A run takes one
// dispatch, and its loop the processor predicts.
type run struct {
	op  opcode
	end uint32
}

// A piece is a field of a word moved to its place in another: (word >> right & mask) << left.
type piece struct {
	mask        uint64
	word        uint32
	left, right uint8
	entire      bool // the mask takes nothing away and right is 0
}

// A wideShift describes a shift of or by more than one word.
type wideShift struct {
	width       uint32
	amountWords uint32
}

// A program is what a cycle does with the store: words of inputs, registers and all other
// nodes. Registers stand in a row, and so, in the same order, do the values they take at the
// edge, which is then one copy.
type program struct {
	code   []instr
	runs   []run
	pool   []uint32
	pieces []piece
	shifts []wideShift

	words    int // of the store
	memWords int // of all memories

	constants []initial
	inputs    span
	inMask    []uint64 // of the words of inputs
	outputs   []uint32 // the words of a cycle's outputs
	regs      span
	regMask   []uint64  // of the words of regs
	next      uint32    // where the next values of regs begin
	resets    []initial // registers that rst sets
	mems      []memory
	writes    []memWrite // in order, memory by memory
	checks    []uint32   // words that are 1 when a check failed
	rst       uint32
	clocked   bool

	slot []uint32 // first word of each node of the netlist
}

type span struct{ start, words uint32 }

// An initial is a value of a word.
type initial struct {
	word  uint32
	value uint64
}

// A memory's words lie from base in the memory store, stride to an address.
type memory struct {
	base, stride, depth uint32
	topMask             uint64 // of the highest word of an entry
	writes              span   // in program.writes
}

type memWrite struct{ enable, addr, data uint32 }
