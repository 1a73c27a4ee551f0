// Package ir is a hardware intermediate representation and the builder that makes it.
//
// A module is a graph of pure, exactly sized, unsigned nodes plus a kept tree of
// statements (Set, When, Switch, Write, Assert) that drives its wires, registers and
// memories. A router is described once, by Go code that calls this package; Verilog
// (ir/verilog), simulation (ir/sim) and every later analysis read the same graph.
//
//	type Ports struct{ A, B, Sum ir.Signal }
//
//	adder := ir.Build("adder", Ports{A: ir.In(8), B: ir.In(8), Sum: ir.Out(9)},
//		func(m *ir.Module, io Ports) {
//			io.Sum.Set(io.A.ZExt(9).Add(io.B.ZExt(9)))
//		})
//	design, err := ir.Elaborate(adder.Module)
//
// # Invariants of an elaborated design
//
//   - Every node has a width of at least 1 and belongs to one module. There is no width
//     inference and no implicit extension: operands of an operator are of equal width,
//     but for the amount of a shift, the selector of a mux and concatenation.
//   - Arguments of a node stand before it in Module.Nodes, so only wires, registers and
//     instance ports can close a cycle; no cycle passes through combinational bits alone,
//     instances included.
//   - Every wire, module output and instance input is set on every path; no Set is
//     overwritten on every path by a later one. Within one target the last Set that is
//     reached in a cycle wins. A register that is not set keeps its value.
//   - Every name is a legal identifier in Verilog, SystemVerilog and C++, and no two names
//     of a module differ only in case.
//   - Every module has one clock, clk, and one reset, rst, synchronous and active high, if
//     it or a module below it holds state (Module.Clocked).
//
// # Meaning
//
// In a cycle all wires take the value that the statements give them from the registers,
// the memories and the inputs; at the clock edge that ends it all registers and memories
// take theirs at once. A register with a reset takes its reset value when rst is 1;
// memories and registers without one keep running through a reset. Memory reads,
// asynchronous or registered, see the contents from before the edge. An address that is
// out of range reads 0 and writes nothing, and is an error in simulation, as are a failed
// assertion and two writes to one address with different data in one cycle; the three are judged
// in cycles in which rst is 0, once there has been a cycle with rst 1.
package ir
