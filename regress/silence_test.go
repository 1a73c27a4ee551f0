package regress

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A watch ends nothing before something was heard, and says what it ended.
func TestListen(t *testing.T) {
	ctx, w := Listen(t.Context(), time.Millisecond)
	time.Sleep(10 * time.Millisecond)
	require.NoError(t, ctx.Err())
	require.NoError(t, w.Silent())
	w.Heard()
	<-ctx.Done()
	require.EqualError(t, w.Silent(), "no cycle in 0.001 s: killed")

	ctx, w = Listen(t.Context(), time.Hour)
	w.Heard()
	w.Heard()
	w.End()
	require.Error(t, ctx.Err())
	require.NoError(t, w.Silent())
}
