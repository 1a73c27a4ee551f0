//go:build tools

package cm5router_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/fpga/boardsim"
	"github.com/flitwright/flitwright/ir"
)

// onBoard runs a self-test on a board.
func onBoard(t *testing.T, board fpga.Board, d *ir.Design, o boardsim.Options) []boardsim.Line {
	t.Helper()
	p, err := fpga.New(board, fpga.Source{Target: "cm5", Design: d})
	require.NoError(t, err)
	lines, err := boardsim.Run(t.Context(), t.TempDir(), p, o)
	require.NoError(t, err)
	require.Len(t, lines, o.Lines)
	return lines
}

func requirePass(t *testing.T, lines []boardsim.Line) {
	t.Helper()
	for _, l := range lines {
		t.Log(l.Text)
		require.Regexp(t, "^cm5 sent ([0-9a-f]{8}) received [0-9a-f]{8} wrong 00000000 pass$", l.Text)
		require.Equal(t, l.Text[9:17], l.Text[27:35])
		require.True(t, l.Pass && !l.Fail)
	}
}

// The top of each board passes, from the PLL to the pin of the serial line.
func TestBoardsPass(t *testing.T) {
	for _, b := range fpga.Boards() {
		t.Run(b.Name, func(t *testing.T) {
			o := boardsim.Options{Simulator: boardsim.Icarus, Lines: 2, Run: 1000, Wait: 4000, Bit: 4}
			requirePass(t, onBoard(t, b, selfTest(t, "words=2 parents=2"), o))
		})
	}
	t.Run("verilator", func(t *testing.T) {
		o := boardsim.Options{Simulator: boardsim.Verilator, Lines: 3, Run: 50_000, Wait: 4000, Bit: 16}
		requirePass(t, onBoard(t, fpga.Boards()[0], selfTest(t, ""), o))
	})
}

// Every fault shows on the serial line and the LED.
func TestBoardShowsFaults(t *testing.T) {
	for _, f := range selfTestFaults {
		o := boardsim.Options{Simulator: boardsim.Icarus, Lines: 2, Run: 2000, Wait: 2000, Bit: 4}
		lines := onBoard(t, fpga.Boards()[0], selfTest(t, "", f.Patch, unchecked), o)
		t.Logf("%s: %s", f.Name, lines[0].Text)
		for _, l := range lines {
			require.Regexp(t, "^cm5 sent [0-9a-f]{8} received [0-9a-f]{8} wrong [0-9a-f]{8} fail$", l.Text, f.Name)
			require.True(t, l.Fail && !l.Pass, f.Name)
		}
	}
}
