// ports: in rst 1, in in_0 40, in in_1 40, in in_2 40, in in_3 40, in in_4 40, in in_5 40, in in_6 40, in in_7 40, out out_0 40, out out_1 40, out out_2 40, out out_3 40, out out_4 40, out out_5 40, out out_6 40, out out_7 40
// An input queue: takes a word each cycle its top bit is set, gives one each cycle it is taken.
module mixer_queue(
    input clk,
    input rst,
    input [39:0] in,
    input take,
    output valid,
    output [39:0] head
);
    reg [39:0] store [0:15];
    reg [4:0] writes, reads;
    wire full = writes - reads == 5'd16;
    assign valid = writes != reads;
    assign head = store[reads[3:0]];
    always @(posedge clk)
        if (rst) begin
            writes <= 5'd0;
            reads <= 5'd0;
        end else begin
            if (in[39] && !full) begin
                store[writes[3:0]] <= in;
                writes <= writes + 5'd1;
            end
            if (take && valid) reads <= reads + 5'd1;
        end
endmodule

// An output: the first of the inputs, from a turning start on, that wants to go here.
module mixer_output(
    input clk,
    input rst,
    input [2:0] number,
    input [39:0] head_0,
    input [39:0] head_1,
    input [39:0] head_2,
    input [39:0] head_3,
    input [39:0] head_4,
    input [39:0] head_5,
    input [39:0] head_6,
    input [39:0] head_7,
    input [7:0] valid,
    output reg [7:0] grant,
    output reg [39:0] out
);
    reg [2:0] start;
    reg [7:0] want;
    reg [39:0] word;
    integer i;
    always @* begin
        want[0] = valid[0] && head_0[38:36] == number;
        want[1] = valid[1] && head_1[38:36] == number;
        want[2] = valid[2] && head_2[38:36] == number;
        want[3] = valid[3] && head_3[38:36] == number;
        want[4] = valid[4] && head_4[38:36] == number;
        want[5] = valid[5] && head_5[38:36] == number;
        want[6] = valid[6] && head_6[38:36] == number;
        want[7] = valid[7] && head_7[38:36] == number;
        grant = 8'd0;
        for (i = 7; i >= 0; i = i - 1)
            if (want[(start + i) & 7]) grant = 8'd1 << ((start + i) & 7);
        word = 40'd0;
        word = word | (head_0 & {40{grant[0]}});
        word = word | (head_1 & {40{grant[1]}});
        word = word | (head_2 & {40{grant[2]}});
        word = word | (head_3 & {40{grant[3]}});
        word = word | (head_4 & {40{grant[4]}});
        word = word | (head_5 & {40{grant[5]}});
        word = word | (head_6 & {40{grant[6]}});
        word = word | (head_7 & {40{grant[7]}});
    end
    always @(posedge clk)
        if (rst) begin
            start <= 3'd0;
            out <= 40'd0;
        end else begin
            out <= word;
            if (grant != 8'd0) start <= start + 3'd1;
        end
endmodule

// A router of the size that the benchmarks are about: 8 queues, 8 arbiters, a crossbar.
module mixer(
    input clk,
    input rst,
    input [39:0] in_0,
    input [39:0] in_1,
    input [39:0] in_2,
    input [39:0] in_3,
    input [39:0] in_4,
    input [39:0] in_5,
    input [39:0] in_6,
    input [39:0] in_7,
    output [39:0] out_0,
    output [39:0] out_1,
    output [39:0] out_2,
    output [39:0] out_3,
    output [39:0] out_4,
    output [39:0] out_5,
    output [39:0] out_6,
    output [39:0] out_7
);
    wire [7:0] valid;
    wire [39:0] head_0;
    wire [7:0] grant_0;
    wire [39:0] head_1;
    wire [7:0] grant_1;
    wire [39:0] head_2;
    wire [7:0] grant_2;
    wire [39:0] head_3;
    wire [7:0] grant_3;
    wire [39:0] head_4;
    wire [7:0] grant_4;
    wire [39:0] head_5;
    wire [7:0] grant_5;
    wire [39:0] head_6;
    wire [7:0] grant_6;
    wire [39:0] head_7;
    wire [7:0] grant_7;
    mixer_queue queue_0(.clk(clk), .rst(rst), .in(in_0), .take(grant_0[0] | grant_1[0] | grant_2[0] | grant_3[0] | grant_4[0] | grant_5[0] | grant_6[0] | grant_7[0]), .valid(valid[0]), .head(head_0));
    mixer_queue queue_1(.clk(clk), .rst(rst), .in(in_1), .take(grant_0[1] | grant_1[1] | grant_2[1] | grant_3[1] | grant_4[1] | grant_5[1] | grant_6[1] | grant_7[1]), .valid(valid[1]), .head(head_1));
    mixer_queue queue_2(.clk(clk), .rst(rst), .in(in_2), .take(grant_0[2] | grant_1[2] | grant_2[2] | grant_3[2] | grant_4[2] | grant_5[2] | grant_6[2] | grant_7[2]), .valid(valid[2]), .head(head_2));
    mixer_queue queue_3(.clk(clk), .rst(rst), .in(in_3), .take(grant_0[3] | grant_1[3] | grant_2[3] | grant_3[3] | grant_4[3] | grant_5[3] | grant_6[3] | grant_7[3]), .valid(valid[3]), .head(head_3));
    mixer_queue queue_4(.clk(clk), .rst(rst), .in(in_4), .take(grant_0[4] | grant_1[4] | grant_2[4] | grant_3[4] | grant_4[4] | grant_5[4] | grant_6[4] | grant_7[4]), .valid(valid[4]), .head(head_4));
    mixer_queue queue_5(.clk(clk), .rst(rst), .in(in_5), .take(grant_0[5] | grant_1[5] | grant_2[5] | grant_3[5] | grant_4[5] | grant_5[5] | grant_6[5] | grant_7[5]), .valid(valid[5]), .head(head_5));
    mixer_queue queue_6(.clk(clk), .rst(rst), .in(in_6), .take(grant_0[6] | grant_1[6] | grant_2[6] | grant_3[6] | grant_4[6] | grant_5[6] | grant_6[6] | grant_7[6]), .valid(valid[6]), .head(head_6));
    mixer_queue queue_7(.clk(clk), .rst(rst), .in(in_7), .take(grant_0[7] | grant_1[7] | grant_2[7] | grant_3[7] | grant_4[7] | grant_5[7] | grant_6[7] | grant_7[7]), .valid(valid[7]), .head(head_7));
    mixer_output output_0(.clk(clk), .rst(rst), .number(3'd0), .head_0(head_0), .head_1(head_1), .head_2(head_2), .head_3(head_3), .head_4(head_4), .head_5(head_5), .head_6(head_6), .head_7(head_7), .valid(valid), .grant(grant_0), .out(out_0));
    mixer_output output_1(.clk(clk), .rst(rst), .number(3'd1), .head_0(head_0), .head_1(head_1), .head_2(head_2), .head_3(head_3), .head_4(head_4), .head_5(head_5), .head_6(head_6), .head_7(head_7), .valid(valid), .grant(grant_1), .out(out_1));
    mixer_output output_2(.clk(clk), .rst(rst), .number(3'd2), .head_0(head_0), .head_1(head_1), .head_2(head_2), .head_3(head_3), .head_4(head_4), .head_5(head_5), .head_6(head_6), .head_7(head_7), .valid(valid), .grant(grant_2), .out(out_2));
    mixer_output output_3(.clk(clk), .rst(rst), .number(3'd3), .head_0(head_0), .head_1(head_1), .head_2(head_2), .head_3(head_3), .head_4(head_4), .head_5(head_5), .head_6(head_6), .head_7(head_7), .valid(valid), .grant(grant_3), .out(out_3));
    mixer_output output_4(.clk(clk), .rst(rst), .number(3'd4), .head_0(head_0), .head_1(head_1), .head_2(head_2), .head_3(head_3), .head_4(head_4), .head_5(head_5), .head_6(head_6), .head_7(head_7), .valid(valid), .grant(grant_4), .out(out_4));
    mixer_output output_5(.clk(clk), .rst(rst), .number(3'd5), .head_0(head_0), .head_1(head_1), .head_2(head_2), .head_3(head_3), .head_4(head_4), .head_5(head_5), .head_6(head_6), .head_7(head_7), .valid(valid), .grant(grant_5), .out(out_5));
    mixer_output output_6(.clk(clk), .rst(rst), .number(3'd6), .head_0(head_0), .head_1(head_1), .head_2(head_2), .head_3(head_3), .head_4(head_4), .head_5(head_5), .head_6(head_6), .head_7(head_7), .valid(valid), .grant(grant_6), .out(out_6));
    mixer_output output_7(.clk(clk), .rst(rst), .number(3'd7), .head_0(head_0), .head_1(head_1), .head_2(head_2), .head_3(head_3), .head_4(head_4), .head_5(head_5), .head_6(head_6), .head_7(head_7), .valid(valid), .grant(grant_7), .out(out_7));
endmodule
