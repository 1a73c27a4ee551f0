// Package difftest looks for designs that two engines run differently.
//
// A string of bytes decides every choice of a generator, so it is a design: random strings are
// random designs, a fuzzer mutates them, and Shrink makes a failing one short. Many designs
// are placed in one top module, since a simulator takes seconds to build. A Judge says what
// every cycle has to be: it follows the text of package ir with big integers and shares no
// code with any engine.
//
//	choices --Top--> ir.Module --Expect--> inputs and outputs --Check--> engine
//
// # Nothing unknown is compared
//
// Registers and memories hold anything at power-up, and X in Icarus Verilog. A run therefore
// begins with rst 1 for ten cycles in which every register loads, every memory is filled
// (the address is the pin fill) and the pin show keeps the outputs at 0. Designs that are not
// wild never use an address out of range, which reads as anything in a simulator, and never
// write one word twice in a cycle; wild ones do, for the engines of this process, which check it.
package difftest
