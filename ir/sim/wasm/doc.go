// Package wasm compiles designs to WebAssembly and runs them with wazero: the quick engine
// that needs nothing installed.
//
//	engine, err := wasm.New(design) // a sim.Engine
//
//	flat.Netlist --plan--> functions of nodes --lower--> code --encode--> Module --wazero--> Engine
//
// It gives what the interpreter of package sim gives: power-up values, outputs, failures.
//
// # A cycle
//
// Each function computes some of the nodes in straight-line code. Values used once are made
// where they are used, others stand in locals, those that another function needs in memory.
// State is held twice: a cycle reads its registers in one frame of memory and writes
// them in the other, so no copies are made, and the edge of a cycle in which a check failed
// is not to come back from. Memories are written last.
//
// # The module
//
// It imports nothing and keeps to WebAssembly 1.0: no SIMD, bulk memory, threads or
// multiple results. It can thus run anywhere, a web page included:
//
//	reset(lo, hi)  power-up from the seed lo + 2^32 hi; call it first
//	run(n) -> i32  n cycles, 0 to capacity; gives n, or the number of cycles before the one
//	               in which a check failed, whose outputs are valid and whose edge has not come
//	memory         of fixed size
//	input, output  globals: addresses of the words of a batch, 8 bytes each, lowest byte
//	               first, those of a cycle as a sim.Layout says
//	capacity       global: cycles that a batch may have
//
// Ones above the width of an input are ignored. Memory holds, from address 0:
//
//	header         0: address of the current frame, 4: of the other, 8: 1 once there was
//	               a cycle with rst 1; 4 bytes each
//	tables         masks and reset values of registers, for reset and run
//	two frames     registers in the order of the netlist, 8 bytes a word; a byte a check, 1 if
//	               it fails; addresses checked; enable, address and data of each
//	               write; values that cross functions
//	batch          inputs of capacity cycles, then outputs
//	tables         places of memories, and of those with several writes
//	memories       8 bytes a word, as many entries as there are addresses
//
// Module.Failure reads from it which check failed.
package wasm
