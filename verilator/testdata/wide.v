// ports: in rst 1, in a 70, in b 512, in c 96, in d 64, out p 70, out q 512, out r 96, out s 64, out t 65
module wide(
    input clk,
    input rst,
    input [69:0] a,
    input [511:0] b,
    input [95:0] c,
    input [63:0] d,
    output reg [69:0] p,
    output reg [511:0] q,
    output reg [95:0] r,
    output reg [63:0] s,
    output reg [64:0] t
);
    always @(posedge clk)
        if (rst) begin
            p <= 70'd0;
            q <= 512'd0;
            r <= 96'd0;
            s <= 64'd0;
            t <= 65'd0;
        end else begin
            p <= ~a;
            q <= b;
            r <= c;
            s <= d;
            t <= {1'b0, d} + 65'd1;
        end
endmodule
