# {{.Board.Help}}. Not yet run through Vivado.
set_property -dict {PACKAGE_PIN {{.Board.ClockPin}} IOSTANDARD LVCMOS33} [get_ports clk_in]
create_clock -name clk_in -period {{printf "%.3f" .Period}} [get_ports clk_in]
set_property -dict {PACKAGE_PIN {{.Board.TXPin}} IOSTANDARD LVCMOS33} [get_ports tx]
{{- range $i, $led := .LEDs}}
set_property -dict {PACKAGE_PIN {{index $.Board.LEDs $i}} IOSTANDARD LVCMOS33} [get_ports led_{{$led}}]
{{- end}}
set_property CFGBVS VCCO [current_design]
set_property CONFIG_VOLTAGE 3.3 [current_design]
