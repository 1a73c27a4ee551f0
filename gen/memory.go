package main

import (
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// memoryNotes tell which memories are not what the line asked for, but as they are without it.
func memoryNotes(d *ir.Design, asked ir.MemStyle) []string {
	var others []string
	for _, mem := range d.Mems() {
		if asked == ir.MemBlock && !mem.Registered() {
			others = append(others, mem.Mod.Name+"."+mem.Name)
		}
	}
	if others == nil {
		return nil
	}
	return []string{"read in the same cycle, so not block RAM: " + strings.Join(others, " ")}
}
