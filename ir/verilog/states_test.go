package verilog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/rtl"
)

// States of registers are text of their own; that of the modules says nothing of them.
func TestStates(t *testing.T) {
	arbiter := rtl.RoundRobin(2).Module
	d, err := ir.Elaborate(arbiter)
	require.NoError(t, err)
	const want = `module round_robin_2_states(input clk, input rst, input [0:0] now_0);
    reg runs;
    always @(posedge clk) runs <= !rst;
    reg [0:0] before_0; // after
    always @(posedge clk) before_0 <= now_0;
    last_granted_0: cover property (@(posedge clk) runs && before_0 != now_0 && now_0 == 1'h1);
    last_granted_1: cover property (@(posedge clk) runs && before_0 != now_0 && now_0 == 1'h0);
endmodule
bind round_robin_2 round_robin_2_states states_of_registers(.clk(clk), .rst(rst), .now_0(after));
`
	require.Equal(t, verilog.File{Name: verilog.StatesFile, Text: []byte(want)}, verilog.States(d))
	with, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	for _, n := range d.Modules[0].Nodes {
		n.States = nil
	}
	without, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	require.Equal(t, without, with)
	require.Empty(t, verilog.States(d).Text)
}
