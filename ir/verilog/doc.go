// Package verilog prints elaborated designs as Verilog-2005.
//
//	files, err := verilog.Emit(design, verilog.Options{Header: []string{"target: cm5"}})
//	...
//	err = verilog.WriteFiles(dir, files)
//
// Emit writes one module a file, those placed in another before it. The text of a module
// depends on the module and on the ports of those placed in it, on nothing else; the same
// design gives the same bytes.
//
// # What the text keeps
//
//   - Ports, registers, memories, instances and named signals keep their names and the
//     builder's sentences. An operator used once stands inside its user; one that needs a
//     net of its own is called after what it computes (count_plus_1, full_or_empty).
//   - When stays if and Switch stays case: an always block for each wire that has a choice,
//     one for the registers with a reset, one for those without, one for each memory.
//   - Equal operators on equal operands are printed once, operators on constants are worked
//     out, and comparisons that cannot fail or hold (x < 0) become constants, because lint
//     refuses them.
//
// # Why it means the same in every tool
//
// Operands of an operator have equal widths, so no context can widen an inner result. A
// slice is taken of a name only, an address is a name or constant, and every operator on
// signed numbers has a net of its own. Constants are sized. Verilog's own rule for a shift by
// the width or more is the rule of package ir.
//
// A wire that is set by choice and whose bits depend on one another is free of loops by bits
// only; no form of it suits every tool, so Emit refuses it. Loops of that kind through
// instances are not looked for: Verilator reports them as UNOPTFLAT.
//
// # Memories
//
// Writes and registered reads of a memory share one clocked block, the form that synthesis
// maps to block RAM; an asynchronous read is a net of its own (LUT RAM). An address beyond the
// last word (a depth that is no power of two) is an error in simulation, so no logic guards
// it: simulators ignore the write; Verilator reads 0, as package ir says, or with --x-assign
// unique anything; Icarus Verilog reads X; synthesis leaves the word unspecified.
//
// # Limits
//
// A chain of more than 1,400 ElseWhen exhausts the parsers of Verilator 5.006 and Icarus
// Verilog 11; a Switch has no such limit.
//
// # Unread signals
//
// What nothing reads, whole or in part, is joined in one net called unused, which keeps
// Verilator's UNUSEDSIGNAL for real mistakes. Signals that only assertions read are there too.
//
// # Assertions
//
// Under the macro FLITWRIGHT_ASSERT a failed assertion prints the line
//
//	<instance path>: <message>
//
// with $display and executes $stop. Verilator then calls vl_stop, which aborts the process
// unless the program is built with VL_USER_STOP and brings its own; vvp -N ends with status 1.
// Under FORMAL (set by yosys read_verilog -formal) the same conditions are assert statements.
// Both judge only where rst is 0 and after a cycle in which it was 1. A condition that is X
// does not fail: X on an output is for the reader of the outputs to find.
package verilog
