package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/verilator"
)

// points are the places of the Verilog that are counted, each instance of a module by itself, with the greatest count of one run.
type points map[verilator.Point]uint64

// add takes in the counts of a run that Verilator wrote to a file. It counts the lines and bits of the modules that count states too: they
// are none of the design.
func (p points) add(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	list, err := verilator.ReadCoverage(f)
	for _, point := range list {
		if point.File == verilog.StatesFile && point.Kind != "user" {
			continue
		}
		count := point.Count
		point.Count = 0
		p[point] = max(p[point], count)
	}
	return err
}

// sorted are the points with their counts, in the order of the files.
func (p points) sorted() []verilator.Point {
	list := slices.SortedFunc(maps.Keys(p), func(a, b verilator.Point) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Kind, b.Kind),
			strings.Compare(a.What, b.What), strings.Compare(a.Instance, b.Instance))
	})
	for i := range list {
		list[i].Count = p[list[i]]
	}
	return list
}

// judged is what a point is called, in its instance if that is not the top, and whether it was reached: a bit is if it went up and down.
func judged(p verilator.Point) (name string, reached bool) {
	least := uint64(1)
	path := strings.Split(strings.TrimPrefix(p.Instance, "."), ".")[1:]
	switch p.Kind {
	case "toggle":
		name, least = fmt.Sprintf("toggle %s %s", p.Module, p.What), 2
	case "user":
		name = fmt.Sprintf("state %s %s", strings.TrimSuffix(p.Module, "_states"), p.What)
		path = path[:max(0, len(path)-2)] // the module that counts, and the label
	default:
		name = fmt.Sprintf("%s %s:%d %s", p.Kind, p.Module, p.Line, p.What)
	}
	if len(path) > 0 {
		name += " in " + strings.Join(path, ".")
	}
	return name, p.Count >= least
}
