# Vivado in batch mode: vivado -mode batch -source build.tcl. Not yet run through Vivado.
read_verilog [concat top.v [glob rtl/*.v]]
read_xdc board.xdc
synth_design -top top -part {{.Board.Device}}
opt_design
place_design
phys_opt_design
route_design
report_utilization -file utilization.txt
report_timing_summary -file timing.txt
if {[get_property SLACK [get_timing_paths]] < 0} {
    puts stderr "too slow for {{printf "%.6g" .MHz}} MHz, see timing.txt"
    exit 1
}
write_bitstream -force top.bit
