// ports: in rst 1, in hang 1, out q 1
module loop(
    input clk,
    input rst,
    input hang,
    output reg q
);
    reg [63:0] x;
    always @(posedge clk) begin
        x = 64'd1;
        while (hang && x != 64'd0) x = x * 64'd6364136223846793005 + 64'd1442695040888963407;
        q <= rst ? 1'b0 : x[0];
    end
endmodule
