// ports: in rst 1, in mode 1
module silent(
    input clk,
    input rst,
    input mode
);
`ifdef FLITWRIGHT_ASSERT
    always @(posedge clk)
        if (!rst && mode) begin
            $display("%m: heard");
            $stop;
        end
`endif
endmodule
