package wasm

import (
	"encoding/binary"
	"fmt"

	"github.com/flitwright/flitwright/ir/sim/flat"
)

const pageBytes = 1 << 16

// Addresses of the header.
const (
	frameAddress = 0 // of the current frame
	otherAddress = 4 // of the other frame
	armedAddress = 8 // 1 once there was a cycle with rst 1
	headerBytes  = 16
)

// batchBytes is about the size of the inputs and outputs of a batch: it fits the second-level
// cache of small machines next to the rest, and makes a call a hundredth of the time.
const batchBytes = 64 << 10

// A memoryMap places everything in linear memory. Offsets are within a frame; there are two
// frames, of this cycle and of the next.
type memoryMap struct {
	net *flat.Netlist

	flags     uint32         // offset of a byte a check
	addresses map[int]uint32 // offset of the address of a range check
	mems      []memoryPlace
	scratch   uint32 // offset of room for operands
	frame     uint32 // bytes of a frame, while it grows

	masks, resets, shapes, writers table
	frames                         uint32 // address of the first frame
	spill                          uint32 // address of an entry for writes that are not
	input, output                  uint32 // addresses of the batch
	inWords, outWords, capacity    uint32
	segments                       []segment
	end                            uint32
}

// A table is a piece of constant memory.
type table struct{ start, end uint32 }

// A memoryPlace says where a memory stands.
type memoryPlace struct {
	base    uint32 // address of entry 0; the entries are a power of two, those beyond the depth stay 0
	entries uint32 // as many as addresses
	stride  uint32 // bytes of an entry
	rows    uint32 // offset of a row a write: enable, address, data, a word of 8 bytes each
}

func rowBytes(m flat.Mem) uint32 { return uint32(8 * (2 + words(m.Width))) }

// newMemoryMap places registers, flags and writes in the frame; slots follow.
func newMemoryMap(net *flat.Netlist) *memoryMap {
	l := &memoryMap{net: net, addresses: map[int]uint32{}}
	for _, r := range net.Regs {
		l.frameWords(words(net.Nodes[r.Node].Width))
	}
	l.flags = l.frameWords((len(net.Checks) + 7) / 8)
	for i, c := range net.Checks {
		if c.Addr != flat.None {
			l.addresses[i] = l.frameWords(words(net.Nodes[c.Addr].Width))
		}
	}
	for _, m := range net.Mems {
		place := memoryPlace{entries: 2, stride: uint32(8 * words(m.Width)), rows: l.frame}
		for place.entries < uint32(m.Depth) {
			place.entries *= 2
		}
		l.frame += rowBytes(m) * uint32(len(m.Writes))
		l.mems = append(l.mems, place)
	}
	for _, r := range net.Inputs {
		l.inWords += uint32(words(net.Nodes[r].Width))
	}
	for _, r := range net.Outputs {
		l.outWords += uint32(words(net.Nodes[r].Width))
	}
	l.capacity = max(1, batchBytes/8/max(1, l.inWords+l.outWords))
	return l
}

// frameWords places words in the frame and gives their offset.
func (l *memoryMap) frameWords(n int) uint32 {
	at := l.frame
	l.frame += uint32(8 * n)
	return at
}

// flagWords is the number of words of flags.
func (l *memoryMap) flagWords() int { return (len(l.net.Checks) + 7) / 8 }

// finish places the rest once the frame is complete.
func (l *memoryMap) finish() error {
	l.frame += 8 // never empty
	at := uint64(headerBytes)
	area := func(bytes uint64) uint32 {
		start := at
		at += (bytes + 15) &^ 15
		return uint32(min(start, 1<<32-1))
	}
	constant := func(b []byte) table {
		start := area(uint64(len(b)))
		l.segments = append(l.segments, segment{start, b})
		return table{start, start + uint32(len(b))}
	}
	l.masks = constant(l.maskTable())
	l.resets = constant(l.resetTable())
	l.frames = area(2 * uint64(l.frame))
	l.input = area(8 * uint64(l.inWords) * uint64(l.capacity))
	l.output = area(8 * uint64(l.outWords) * uint64(l.capacity))
	stride := uint32(0)
	for i := range l.mems {
		stride = max(stride, l.mems[i].stride)
	}
	l.spill = area(uint64(stride))
	shapes := area(uint64(24 * len(l.mems)))
	writers := area(uint64(12 * len(l.mems)))
	for i := range l.mems {
		m := &l.mems[i]
		m.base = area(uint64(m.entries) * uint64(m.stride))
	}
	if at > 1<<32-pageBytes {
		return fmt.Errorf("wasm: the memories of the design take %d bytes; a module has %d", at, uint64(1<<32))
	}
	l.shapes = l.table(shapes, l.shapeTable())
	l.writers = l.table(writers, l.writerTable())
	l.end = uint32(at)
	return nil
}

func (l *memoryMap) table(at uint32, b []byte) table {
	l.segments = append(l.segments, segment{at, b})
	return table{at, at + uint32(len(b))}
}

// maskTable has the mask of each word of the registers.
func (l *memoryMap) maskTable() (b []byte) {
	for _, r := range l.net.Regs {
		width := l.net.Nodes[r.Node].Width
		for k := range words(width) {
			b = binary.LittleEndian.AppendUint64(b, maskOf(min(64, width-64*k)))
		}
	}
	return b
}

// resetTable has, for each word of a register with a reset value, its offset and the value, 8
// bytes each.
func (l *memoryMap) resetTable() (b []byte) {
	offset := 0
	for _, r := range l.net.Regs {
		for k := range words(l.net.Nodes[r.Node].Width) {
			if r.Reset != nil {
				b = binary.LittleEndian.AppendUint64(b, uint64(offset))
				b = binary.LittleEndian.AppendUint64(b, wordOf(r.Reset, k))
			}
			offset += 8
		}
	}
	return b
}

// shapeTable has for each memory its address, its end without padding, the bytes of an entry
// and nothing, 4 bytes each, and the mask of an entry's highest word, 8 bytes.
func (l *memoryMap) shapeTable() (b []byte) {
	for i, m := range l.net.Mems {
		p := &l.mems[i]
		b = binary.LittleEndian.AppendUint32(b, p.base)
		b = binary.LittleEndian.AppendUint32(b, p.base+uint32(m.Depth)*p.stride)
		b = binary.LittleEndian.AppendUint32(b, p.stride)
		b = binary.LittleEndian.AppendUint32(b, 0)
		b = binary.LittleEndian.AppendUint64(b, maskOf(m.Width-64*(words(m.Width)-1)))
	}
	return b
}

// writerTable has for each memory of several writes the offset of their rows, that of their
// end, and the bytes of a row, 4 bytes each.
func (l *memoryMap) writerTable() (b []byte) {
	for i, m := range l.net.Mems {
		if n := uint32(len(m.Writes)); n > 1 {
			rows := l.mems[i].rows
			b = binary.LittleEndian.AppendUint32(b, rows)
			b = binary.LittleEndian.AppendUint32(b, rows+n*rowBytes(m))
			b = binary.LittleEndian.AppendUint32(b, rowBytes(m))
		}
	}
	return b
}

// maskOf is the number of w ones, w from 1 to 64.
func maskOf(w int) uint64 { return ^uint64(0) >> (64 - w) }
