package regress_test

import (
	"fmt"

	"github.com/flitwright/flitwright/regress"
)

// A plan is all points under the first seed, then all under the next. Two tasks share it by the numbers of
// its runs.
func ExamplePlan() {
	seeds, err := regress.ParseSeeds("7..8")
	if err != nil {
		panic(err)
	}
	plan := &regress.Plan{
		Points: []regress.Point{
			{Target: "cm5", Engine: "verilator", Traffic: "mixed", Cycles: 1_000_000},
			{Target: "cm5", Set: []string{"words=18", "link=3"}, Engine: "verilator", Traffic: "mixed", Cycles: 1_000_000},
		},
		Seeds: seeds,
	}
	for run := range plan.Runs() {
		fmt.Println(run.Number, run)
	}
	for run := range plan.Share(1, 2) {
		fmt.Println(run.Command())
	}
	// Output:
	// 0 cm5 default, verilator, mixed, seed 7
	// 1 cm5 words=18,link=3, verilator, mixed, seed 7
	// 2 cm5 default, verilator, mixed, seed 8
	// 3 cm5 words=18,link=3, verilator, mixed, seed 8
	// go run ./gen check -target cm5 -set words=18 -set link=3 -engine verilator -traffic mixed -seed 7 -cycles 1000000
	// go run ./gen check -target cm5 -set words=18 -set link=3 -engine verilator -traffic mixed -seed 8 -cycles 1000000
}
