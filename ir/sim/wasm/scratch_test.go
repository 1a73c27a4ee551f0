package wasm

import (
	"fmt"
	"sort"
	"testing"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

func TestScratchStats(t *testing.T) {
	d, err := cm5router.Build(config.Default(0))
	if err != nil {
		t.Fatal(err)
	}
	n, _ := flat.Flatten(d)
	h := map[string]int{}
	for _, x := range n.Nodes {
		w := x.Width
		a := 0
		if len(x.Args) > 0 {
			a = n.Nodes[x.Args[0]].Width
		}
		h[fmt.Sprintf("%s w%d a%d n%d", x.Op, w, a, len(x.Args))]++
	}
	var ks []string
	for k := range h {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return h[ks[i]] > h[ks[j]] })
	fmt.Println(len(n.Nodes), "nodes", len(n.Regs), "regs", len(n.Mems), "mems", len(n.Checks), "checks")
	for _, k := range ks[:60] {
		fmt.Println(h[k], k)
	}
	for _, m := range n.Mems[:3] {
		fmt.Println(m.Width, m.Depth, len(m.Writes))
	}
}
