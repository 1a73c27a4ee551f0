package verilator

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/sim"
)

func encodeReply(magic, status, count uint32, value uint64, words []uint64, text string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, magic)
	b = binary.LittleEndian.AppendUint32(b, status)
	b = binary.LittleEndian.AppendUint32(b, count)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	b = binary.LittleEndian.AppendUint64(b, value)
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return append(b, text...)
}

func TestRequest(t *testing.T) {
	require.Equal(t,
		[]byte("x\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x08\x07\x06\x05\x04\x03\x02\x01"),
		appendRequest([]byte("x"), opRun, 2, []uint64{0x0102030405060708}))
}

func TestReply(t *testing.T) {
	message := encodeReply(replyMagic, 1, 2, 9, []uint64{3, 1 << 63}, "a: b")
	out := make([]uint64, 3)
	r, buffer, err := readReply(bytes.NewReader(message), out, nil)
	require.NoError(t, err)
	require.Equal(t, reply{stopped: true, words: 2, value: 9, text: "a: b"}, r)
	require.Equal(t, []uint64{3, 1 << 63, 0}, out)

	for n := range message {
		_, _, err := readReply(bytes.NewReader(message[:n]), out, buffer)
		if n == 0 {
			require.ErrorIs(t, err, io.EOF)
		} else {
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		}
	}
	for _, bad := range [][]byte{
		encodeReply(1, 0, 0, 0, nil, ""),
		encodeReply(replyMagic, 2, 0, 0, nil, ""),
		encodeReply(replyMagic, 0, 4, 0, nil, ""),
		encodeReply(replyMagic, 0, 0xffffffff, 0, nil, ""),
		encodeReply(replyMagic, 0, 0, 0, nil, strings.Repeat("x", maxText+1)),
	} {
		_, _, err := readReply(bytes.NewReader(bad), out, nil)
		require.ErrorContains(t, err, "reply of the simulator is")
	}
}

func FuzzReply(f *testing.F) {
	f.Add(encodeReply(replyMagic, 0, 2, 9, []uint64{3, 4}, ""))
	f.Add(encodeReply(replyMagic, 1, 1, 9, []uint64{3}, "text"))
	f.Add(encodeReply(replyMagic, 0, 0xffffffff, 0, nil, ""))
	f.Fuzz(func(t *testing.T, message []byte) {
		out := make([]uint64, 4)
		r, buffer, err := readReply(bytes.NewReader(message), out, nil)
		require.LessOrEqual(t, len(buffer), 8*len(out)+maxText)
		if err != nil {
			return
		}
		status := uint32(0)
		if r.stopped {
			status = 1
		}
		again := encodeReply(replyMagic, status, uint32(r.words), r.value, out[:r.words], r.text)
		require.True(t, bytes.HasPrefix(message, again))
	})
}

func TestBatch(t *testing.T) {
	b := appendBatch(nil, []uint64{1, 2, 3, 4}, 2, 2)
	var words []uint64
	for ; len(b) > 0; b = b[8:] {
		words = append(words, binary.BigEndian.Uint64(b))
	}
	require.Equal(t, []uint64{2, 2, 1, 4, 3}, words)
}

func TestLine(t *testing.T) {
	out := make([]uint64, 2)
	unknown, err := parseLine("h0000000000000001fedcba9876543210", out)
	require.NoError(t, err)
	require.False(t, unknown)
	require.Equal(t, []uint64{0xfedcba9876543210, 1}, out)

	text := "b" + strings.Repeat("0", 60) + "01x1" + strings.Repeat("1", 62) + "z0"
	unknown, err = parseLine(text, out)
	require.NoError(t, err)
	require.True(t, unknown)
	require.Equal(t, []uint64{0xfffffffffffffffc, 5}, out)
	require.Equal(t, "a = 2'bz0, c = 3'b1x1", unknownOutputs(text, &sim.Layout{Outputs: []sim.Pin{
		{Name: "a", Width: 2, Word: 0}, {Name: "c", Width: 3, Word: 1},
	}}))

	for _, bad := range []string{"", "h", "b", "h0", "q0000000000000001fedcba9876543210", "h000000000000000Xfedcba9876543210"} {
		_, err = parseLine(bad, out)
		require.Equal(t, errLine, err, bad)
	}
	_, err = parseLine("h0000000000000000", nil)
	require.NoError(t, err, "no outputs")
}

func FuzzLine(f *testing.F) {
	f.Add("h0000000000000001fedcba9876543210")
	f.Add("b" + strings.Repeat("01xz", 32))
	f.Fuzz(func(t *testing.T, line string) {
		out := make([]uint64, 2)
		layout := &sim.Layout{Outputs: []sim.Pin{{Name: "a", Width: 64}, {Name: "b", Width: 1, Word: 1}}}
		if unknown, err := parseLine(line, out); err == nil && unknown {
			unknownOutputs(line, layout)
		}
	})
}
