package rtl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/rtl"
)

// The line shows each byte for ten bits, and a byte can follow one cycle later.
func TestUARTSender(t *testing.T) {
	r := seeded(t, 1)
	for _, period := range []int{0, 1, 5, 7} {
		b := newBench(t, rtl.UARTSender(3).Module)
		b.Set("period", uint64(period))
		b.Reset(1)
		b.Step()
		for range 100 {
			for range r.IntN(3) {
				require.EqualValues(t, 1, b.Get("send_ready"))
				require.EqualValues(t, 1, b.Get("tx"))
				b.Step()
			}
			data := r.Uint64N(256)
			b.Set("send_valid", 1)
			b.Set("send_data", data)
			b.Step()
			require.EqualValues(t, 1, b.Get("send_ready"))
			require.EqualValues(t, 1, b.Get("tx"))
			b.Set("send_valid", r.Uint64N(2)) // not ready: of no effect
			b.Set("send_data", r.Uint64N(256))
			for bit := range 10 {
				for range period + 1 {
					b.Step()
					require.Zero(t, b.Get("send_ready"))
					require.Equal(t, (data<<1|1<<9)>>bit&1, b.Get("tx"), "%x, bit %d", data, bit)
				}
			}
			b.Set("send_valid", 0)
			b.Step()
		}
		require.NoError(t, b.Err())
	}
}

func TestUARTSenderRefuses(t *testing.T) {
	refuses(t, rtl.UARTSender(0).Module, "uart_test.go", "uart sender: a period of 0 bits; the least is 1")
}
