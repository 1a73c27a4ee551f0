// ports: in a 40, in b 40, out sum 41
module combinational(
    input [39:0] a,
    input [39:0] b,
    output [40:0] sum
);
    assign sum = {1'b0, a} + {1'b0, b};
endmodule
