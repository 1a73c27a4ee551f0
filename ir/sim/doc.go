// Package sim executes elaborated designs.
//
// An Engine runs a design in batches of cycles, its pins packed in words as a Layout says.
// Interp is the reference engine: ir/sim/flat flattens the design to a netlist, compile.go and
// select.go make a program of it, exec.go and wide.go execute that. A Bench drives any engine
// by pin names, a Wave draws cycles as text and a VCD dumps them for waveform viewers.
//
//	engine, err := sim.NewInterp(design)
//	...
//	b := sim.NewBench(engine)
//	wave := sim.NewWave(engine.Layout(), "enq_valid", "deq_data")
//	b.Watch(wave)
//	b.Reset(1)
//	b.Set("enq_valid", 1)
//	b.Step()
//	fmt.Print(wave)
package sim
