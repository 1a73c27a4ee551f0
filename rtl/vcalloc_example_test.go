package rtl_test

import (
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/rtl"
)

// The five channels of a torus with an adaptive layer, and the same without classes.
func ExampleVCAllocator() {
	for _, classes := range []rtl.ClassGraph{rtl.EscapeClasses(2, 1), rtl.DenseClasses(5)} {
		allocator := rtl.VCAllocator{
			Inputs: 7, Outputs: 7, Classes: classes, Arch: rtl.SeparableInputFirst, Arbiter: rtl.RoundRobin,
		}.Component()
		paths := 0
		for _, arbiter := range allocator.Module.Insts {
			if strings.HasPrefix(arbiter.Name, "output_") {
				paths += arbiter.Inputs[0].Width
			}
		}
		fmt.Printf("%s: %d request paths\n", allocator.Module.Name, paths)
	}
	// Output:
	// vc_allocator_escape_sep_if_round_robin_7x7x5: 833 request paths
	// vc_allocator_dense_sep_if_round_robin_7x7x5: 1225 request paths
}
