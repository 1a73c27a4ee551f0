package ir_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// A module is built from a struct of ports, checked, and read.
func ExampleBuild() {
	type Ports struct{ Enable, Count ir.Signal }
	counter := ir.Build("counter", Ports{Enable: ir.In(1), Count: ir.Out(8)},
		func(m *ir.Module, io Ports) {
			m.SetDoc("Counts the cycles in which it is enabled.")
			value := m.Reg("value", 8, 0)
			m.When(io.Enable, func() { value.Set(value.AddC(1)) })
			io.Count.Set(value)
		})
	design, err := ir.Elaborate(counter.Module)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(design.Dump())
	// Output:
	// module counter // Counts the cycles in which it is enabled.
	//   input enable[1]
	//   output count[8]
	//   value[8] = reg 0
	//   %4[8] = add value, 8'1
	//   when enable
	//     set value %4
	//   set count value
}

// All faults come back at once, each with its line.
func ExampleElaborate() {
	type Ports struct{ Sel, A, Y ir.Signal }
	m := ir.Build("faulty", Ports{Sel: ir.In(1), A: ir.In(4), Y: ir.Out(4)},
		func(m *ir.Module, io Ports) {
			io.A.Not().Named("wire")
			m.When(io.Sel, func() { io.Y.Set(io.A) })
		})
	_, err := ir.Elaborate(m.Module)
	for _, e := range ir.AsErrors(err) {
		fmt.Println(e.Message)
	}
	// Output:
	// output y[4] is not set on every path: not in the else of when (example_test.go:42)
	// signal wire: a keyword of Verilog
	// signal wire[4] is not read; if that is meant, mark it Unused
}

// A component is placed as often as needed and emitted once.
func ExampleInst() {
	type Ports struct{ A, Y ir.Signal }
	io := Ports{A: ir.In(1), Y: ir.Out(1)}
	delay := ir.Build("delay", io, func(m *ir.Module, io Ports) {
		r := m.Reg("r", 1, 0)
		r.Set(io.A)
		io.Y.Set(r)
	})
	line := ir.Build("line", io, func(m *ir.Module, io Ports) {
		x := io.A
		for i := range 3 {
			d := ir.Inst(m, fmt.Sprintf("delay_%d", i), delay)
			d.A.Set(x)
			x = d.Y
		}
		io.Y.Set(x)
	})
	design, err := ir.Elaborate(line.Module)
	fmt.Println(len(design.Modules), len(line.Module.Insts), err)
	// Output: 2 3 <nil>
}
