// The primitives of top.v for simulation. A PLL passes its reference on and locks after 16 of its
// cycles; the frequency that it makes is not modelled.
`default_nettype none
{{- if and .PLL (eq .Board.Family "ice40")}}

module SB_PLL40_CORE #(
    parameter FEEDBACK_PATH = "SIMPLE", DIVR = 0, DIVF = 0, DIVQ = 0, FILTER_RANGE = 0
) (
    input wire REFERENCECLK, RESETB, BYPASS, output wire PLLOUTGLOBAL, LOCK
);
    assign PLLOUTGLOBAL = REFERENCECLK;
    flitwright_lock l (.clk(REFERENCECLK), .lock(LOCK));
endmodule
{{- else if and .PLL (eq .Board.Family "ecp5")}}

module EHXPLLL #(
    parameter CLKI_DIV = 1, CLKFB_DIV = 1, CLKOP_DIV = 1, CLKOP_CPHASE = 0, CLKOP_FPHASE = 0,
    parameter CLKOP_ENABLE = "", FEEDBK_PATH = "", PLLRST_ENA = "", INTFB_WAKE = "", STDBY_ENABLE = "",
    parameter DPHASE_SOURCE = "", OUTDIVIDER_MUXA = ""
) (
    input wire CLKI, CLKFB, RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, PLLWAKESYNC, ENCLKOP,
    output wire CLKOP, LOCK
);
    assign CLKOP = CLKI;
    flitwright_lock l (.clk(CLKI), .lock(LOCK));
endmodule
{{- else if .PLL}}

module MMCME2_BASE #(
    parameter CLKIN1_PERIOD = 0.0, CLKFBOUT_MULT_F = 1.0, CLKOUT0_DIVIDE_F = 1.0, DIVCLK_DIVIDE = 1
) (
    input wire CLKIN1, CLKFBIN, RST, PWRDWN, output wire CLKFBOUT, CLKOUT0, LOCKED
);
    assign CLKOUT0 = CLKIN1;
    assign CLKFBOUT = CLKIN1;
    flitwright_lock l (.clk(CLKIN1), .lock(LOCKED));
endmodule

module BUFG (input wire I, output wire O);
    assign O = I;
endmodule
{{- end}}
{{- if .PLL}}

module flitwright_lock (input wire clk, output wire lock);
    reg [4:0] cycles = 5'd0;
    always @(posedge clk) if (!lock) cycles <= cycles + 5'd1;
    assign lock = cycles[4];
endmodule
{{- end}}
{{- if .Board.RGB}}

module SB_RGBA_DRV #(
    parameter CURRENT_MODE = "", RGB0_CURRENT = "", RGB1_CURRENT = "", RGB2_CURRENT = ""
) (
    input wire CURREN, RGBLEDEN, RGB0PWM, RGB1PWM, RGB2PWM, output wire RGB0, RGB1, RGB2
);
    assign {RGB0, RGB1, RGB2} = {RGB0PWM, RGB1PWM, RGB2PWM}; // lit when 1
endmodule
{{- end}}
`default_nettype wire
