// ports: out five 3
module constant(
    output [2:0] five
);
    assign five = 3'd5;
endmodule
