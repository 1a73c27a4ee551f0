// ports: in rst 1, in we 1, out good 4, out bad 68
module unknown(
    input clk,
    input rst,
    input we,
    output reg [3:0] good,
    output reg [67:0] bad
);
    always @(posedge clk) begin
        good <= rst ? 4'd0 : good + 4'd1;
        bad[67:2] <= 66'd0;
        if (we) bad[1:0] <= 2'd3;
    end
endmodule
