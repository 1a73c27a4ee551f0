// ports: in rst 1, in we 1, in addr 4, in data 16, out word 16
module memory(
    input clk,
    input rst,
    input we,
    input [3:0] addr,
    input [15:0] data,
    output [15:0] word
);
    reg [15:0] store [0:15];
    always @(posedge clk)
        if (we && !rst) store[addr] <= data;
    assign word = store[addr];
endmodule
