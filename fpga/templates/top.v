// {{.Board.Help}}: self-test of {{.Target}} ({{.Settings}}).
// made by: {{.Command}}
`default_nettype none

module top #(
    parameter RUN = {{.Run}}, // cycles of a round, at most 2^24
    parameter WAIT = {{.Wait}}, // cycles that it may take to end, at most 2^20
    parameter BIT = {{.Bit}} // cycles of a bit on the serial line, at most 4096: {{printf "%.6g" .MHz}} MHz / 115200
) (
    input  wire clk_in, // {{.Board.Oscillator}} MHz
{{- range $i, $led := .LEDs}}
    output wire led_{{$led}},
{{- end}}
    output wire tx
);
    wire clk; // {{printf "%.6g" .MHz}} MHz
    wire locked;
{{- template "pll" .}}

    // Reset, from the start or from when the PLL has locked, for 255 cycles more.
    reg [1:0] lock = 2'b00;
    reg [7:0] power_up = 8'd0;
    reg running = 1'b0;
    always @(posedge clk) begin
        lock <= {lock[0], locked};
        if (!lock[1]) power_up <= 8'd0;
        else if (!(&power_up)) power_up <= power_up + 8'd1;
        running <= &power_up;
    end
    wire rst = ~running;

    wire restart, run, busy;
    wire [31:0] sent, received, wrong;
    wire heartbeat, pass, fail, activity;

    /* verilator lint_off WIDTH */
    wire [23:0] run_cycles = RUN - 2;
    wire [19:0] wait_cycles = WAIT - 2;
    wire [11:0] period = BIT - 1;
    /* verilator lint_on WIDTH */

    selftest_controller controller (
        .clk(clk), .rst(rst),
        .run_cycles(run_cycles), .wait_cycles(wait_cycles), .period(period),
        .restart(restart), .run(run), .sent(sent), .received(received), .wrong(wrong), .busy(busy),
        .tx(tx), .heartbeat(heartbeat), .pass(pass), .fail(fail), .activity(activity)
    );
    {{.Top}} test (
        .clk(clk), .rst(restart),
        .run(run), .sent(sent), .received(received), .wrong(wrong), .busy(busy)
    );
{{- template "leds" .}}
endmodule
`default_nettype wire
{{- define "pll"}}
{{- if not .PLL}}
    assign clk = clk_in;
    assign locked = 1'b1;
{{- else if eq .Board.Family "ice40"}}
    SB_PLL40_CORE #(
        .FEEDBACK_PATH("SIMPLE"), .DIVR(4'd{{dec .PLL.Divide}}), .DIVF(7'd{{dec .PLL.Multiply}}), .DIVQ(3'd{{.PLL.Log2Output}}),
        .FILTER_RANGE(3'd{{.PLL.FilterRange .Board.Oscillator}})
    ) pll (
        .REFERENCECLK(clk_in), .RESETB(1'b1), .BYPASS(1'b0), .PLLOUTGLOBAL(clk), .LOCK(locked)
    );
{{- else if eq .Board.Family "ecp5"}}
    (* FREQUENCY_PIN_CLKI="{{.Board.Oscillator}}" *) (* FREQUENCY_PIN_CLKOP="{{printf "%.6g" .MHz}}" *)
    (* ICP_CURRENT="12" *) (* LPF_RESISTOR="8" *) (* MFG_ENABLE_FILTEROPAMP="1" *) (* MFG_GMCREF_SEL="2" *)
    EHXPLLL #(
        .CLKI_DIV({{.PLL.Divide}}), .CLKFB_DIV({{.PLL.Feedback}}), .CLKOP_DIV({{.PLL.Output}}),
        .CLKOP_CPHASE({{dec .PLL.Output}}), .CLKOP_FPHASE(0), .CLKOP_ENABLE("ENABLED"), .FEEDBK_PATH("CLKOP"),
        .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED"),
        .OUTDIVIDER_MUXA("DIVA")
    ) pll (
        .CLKI(clk_in), .CLKFB(clk), .CLKOP(clk), .LOCK(locked), .RST(1'b0), .STDBY(1'b0),
        .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1),
        .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0)
    );
{{- else}}
    wire feedback, clkout;
    MMCME2_BASE #(
        .CLKIN1_PERIOD({{printf "%.3f" .Period}}), .DIVCLK_DIVIDE({{.PLL.Divide}}), .CLKFBOUT_MULT_F({{.PLL.Multiply}}.0),
        .CLKOUT0_DIVIDE_F({{.PLL.Output}}.0)
    ) pll (
        .CLKIN1(clk_in), .CLKFBIN(feedback), .CLKFBOUT(feedback), .CLKOUT0(clkout), .LOCKED(locked),
        .RST(1'b0), .PWRDWN(1'b0)
    );
    BUFG buffer (.I(clkout), .O(clk));
{{- end}}
{{- end}}
{{- define "leds"}}
{{- if .Board.RGB}}

    SB_RGBA_DRV #(
        .CURRENT_MODE("0b1"), .RGB0_CURRENT("0b000011"), .RGB1_CURRENT("0b000011"), .RGB2_CURRENT("0b000011")
    ) leds (
        .CURREN(1'b1), .RGBLEDEN(1'b1), .RGB0PWM(heartbeat), .RGB1PWM(pass), .RGB2PWM(fail),
        .RGB0(led_heartbeat), .RGB1(led_pass), .RGB2(led_fail)
    );
    /* verilator lint_off UNUSED */
    wire unused = activity;
    /* verilator lint_on UNUSED */
{{- else}}

    assign led_heartbeat = heartbeat;
    assign led_pass = pass;
    assign led_fail = fail;
    assign led_activity = activity;
{{- end}}
{{- end}}
