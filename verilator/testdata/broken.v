// ports: in rst 1, out q 1
module broken(
    input clk,
    input rst,
    output q
);
    assign q = not_there[;
endmodule
