// Hwvet reports mistakes in builders of hardware that compile and elaborate; see package hwvet.
//
//	go run ./ir/hwvet/cmd/hwvet ./...
//	GOFLAGS=-tags=tools go run ./ir/hwvet/cmd/hwvet ./...
//	go run ./ir/hwvet/cmd/hwvet help loopname
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/flitwright/flitwright/ir/hwvet"
)

func main() { multichecker.Main(hwvet.Analyzers()...) }
