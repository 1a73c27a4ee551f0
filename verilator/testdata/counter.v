// ports: in rst 1, in enable 1, in step 8, out count 8, out sum__wide 33
module step_adder(
    input [7:0] a,
    input [7:0] b,
    output [7:0] y
);
    assign y = a + b;
endmodule

module counter(
    input clk,
    input rst,
    input enable,
    input [7:0] step,
    output reg [7:0] count,
    output reg [32:0] sum__wide
);
    wire [7:0] next;
    step_adder adder(.a(count), .b(step), .y(next));
    always @(posedge clk)
        if (rst) begin
            count <= 8'd0;
            sum__wide <= 33'd0;
        end else if (enable) begin
            count <= next;
            sum__wide <= sum__wide + {25'd0, step};
        end
endmodule
