// Runs top with short rounds, reads its serial line and prints LINES lines, each with the LEDs pass and fail.
`timescale 1ns / 1ps
module sim;
    parameter LINES = 3;
    parameter RUN = 3000;
    parameter WAIT = 4000;
    parameter BIT = 8;

    reg clk = 1'b0;
    always #5 clk = ~clk;

    wire tx, pass, fail;
    top #(.RUN(RUN), .WAIT(WAIT), .BIT(BIT)) board (.clk_in(clk), .tx(tx), .led_pass(pass), .led_fail(fail){{range .LEDs}}{{if and (ne . "pass") (ne . "fail")}}, .led_{{.}}(){{end}}{{end}});

    integer cycle = 0, lines = 0, bits = 0, at = 0, silent = 0;
    reg [9:0] frame = 10'd0;
    always @(posedge clk) begin
        cycle <= cycle + 1;
        silent <= silent + 1;
        if (bits == 0) begin
            if (tx === 1'b0 && cycle > 400) begin
                bits <= 10;
                at <= BIT / 2 - 1;
            end
        end else if (at != 0) at <= at - 1;
        else begin
            at <= BIT - 1;
            bits <= bits - 1;
            frame = {tx, frame[9:1]};
            if (bits == 1) begin
                silent <= 0;
                if (frame[9] !== 1'b1 || frame[0] !== 1'b0) $display("the serial line shows %b", frame);
                else if (frame[8:1] == 8'd10) begin
                    $display(" | lights: pass %b fail %b", pass, fail);
                    lines = lines + 1;
                    if (lines == LINES) $finish;
                end else if (frame[8:1] != 8'd13) $write("%c", frame[8:1]);
            end
        end
        if (silent > 2 * (RUN + WAIT) + 1000) begin
            $display("the serial line is silent");
            $finish;
        end
    end
endmodule
