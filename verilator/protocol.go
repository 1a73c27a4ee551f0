package verilator

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"unsafe"
)

// The harness of a verilated design reads requests from its standard input and answers each
// with one reply on its standard output. All numbers are little endian.
//
// A request is an operation and an argument of 64 bits each, and for opRun and opBare the input words
// of the cycles, for opBare then the number of cycles to run. End of input asks the harness to write its coverage and end.
//
// A reply is a header and then its words and its text:
//
//	uint32 magic, status (0 done, 1 the design stopped), words, bytes of text
//	uint64 value
const (
	opRun   = 1 // argument: cycles; reply: output words, value: the cycle of a stop
	opReset = 2 // argument: seed
	opBare  = 3 // argument: cycles of inputs; reply: value: nanoseconds

	replyMagic  = 0x54494c46 // FLIT
	replyHeader = 24
	maxText     = 1 << 16 // bytes
)

// A reply is one answer of the harness but for its words.
type reply struct {
	stopped bool
	words   int
	value   uint64
	text    string
}

// appendRequest adds one request to b.
func appendRequest(b []byte, op, arg uint64, words []uint64) []byte {
	b = binary.LittleEndian.AppendUint64(b, op)
	b = binary.LittleEndian.AppendUint64(b, arg)
	return append(b, bytesOf(words)...)
}

// bytesOf is the memory of words; messages are little endian, as the machines are on which the
// harness builds.
func bytesOf(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
}

// readReply reads one reply and puts its words in out. The buffer is for its bytes, and is
// returned for the next time.
func readReply(r io.Reader, out []uint64, buffer []byte) (reply, []byte, error) {
	var header [replyHeader]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return reply{}, buffer, err
	}
	magic := binary.LittleEndian.Uint32(header[0:])
	status := binary.LittleEndian.Uint32(header[4:])
	words := binary.LittleEndian.Uint32(header[8:])
	text := binary.LittleEndian.Uint32(header[12:])
	value := binary.LittleEndian.Uint64(header[16:])
	switch {
	case magic != replyMagic || status > 1:
		return reply{}, buffer, fmt.Errorf("reply of the simulator is garbled: header %x", header)
	case uint64(words) > uint64(len(out)) || text > maxText:
		return reply{}, buffer, fmt.Errorf("reply of the simulator is too large: %d words for %d, %d bytes of text",
			words, len(out), text)
	}
	if _, err := io.ReadFull(r, bytesOf(out[:words])); err != nil {
		return reply{}, buffer, noEOF(err)
	}
	buffer = slices.Grow(buffer[:0], int(text))[:text]
	if _, err := io.ReadFull(r, buffer); err != nil {
		return reply{}, buffer, noEOF(err)
	}
	return reply{stopped: status == 1, words: int(words), value: value, text: string(buffer)}, buffer, nil
}

// noEOF is for reads in the middle of a message.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
