package cm5router_test

import (
	"fmt"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/cm5router/config"
)

// The machine of 16 nodes: two networks of six chips each.
func ExampleTree() {
	tree := cm5router.Tree{Levels: 2, Networks: 2, Config: config.Default(1)}
	fmt.Println(tree.Nodes(), "nodes")
	for r, c := range tree.Chips()[:6] {
		fmt.Println(r, c)
	}
	design, err := tree.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(design.Top.Insts), "instances in", design.Top.Name)
	// Output:
	// 16 nodes
	// 0 left_l1_g0_c0
	// 1 left_l1_g1_c0
	// 2 left_l1_g2_c0
	// 3 left_l1_g3_c0
	// 4 left_l2_g0_c0
	// 5 left_l2_g0_c1
	// 108 instances in cm5_tree
}
