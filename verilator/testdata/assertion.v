// ports: in rst 1, in mode 3, out seen 3
module checker_part(
    input clk,
    input rst,
    input [2:0] mode
);
`ifdef FLITWRIGHT_ASSERT
    always @(posedge clk)
        if (!rst) begin
            if (mode == 3'd1) begin
                $display("%m: mode is %0d: never do that", mode);
                $stop;
            end
            if (mode == 3'd2) $finish;
            if (mode == 3'd3) begin
                $display("%m: first");
                $display("%m: second");
                $stop;
                $stop;
            end
            if (mode == 3'd4) begin
                $display("%m: gone on");
                $finish;
            end
        end
`endif
endmodule

module assertion(
    input clk,
    input rst,
    input [2:0] mode,
    output reg [2:0] seen
);
    checker_part part(.clk(clk), .rst(rst), .mode(mode));
    always @(posedge clk) seen <= rst ? 3'd0 : mode;
endmodule
