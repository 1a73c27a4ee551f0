package cm5router

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
)

// Router is the router as a component, for designs that hold several. c is valid.
func Router(c config.Config) ir.Component[Ports] { return Routers(c)[0] }

// Routers are the routers of one design that holds several configurations, one for each of cs. A
// module that depends on a parameter in which they differ is called after its value:
// cm5router_parents_2, cm5_grants_parents_2. The others keep their names and are shared.
func Routers(cs ...config.Config) []ir.Component[Ports] {
	differ := map[string]bool{}
	for _, c := range cs {
		for i, r := range c.Ranges() {
			if c.Values()[i] != cs[0].Values()[i] {
				differ[r.Name] = true
			}
		}
	}
	var routers []ir.Component[Ports]
	for _, c := range cs {
		routers = append(routers, build(variant{c, differ}))
	}
	return routers
}

// A variant is one of the configurations of a design.
type variant struct {
	config.Config
	differ map[string]bool // parameters in which there are others
}

// name is that of a module that depends on the given parameters.
func (v variant) name(module string, parameters ...string) string {
	for i, r := range v.Ranges() {
		if v.differ[r.Name] && slices.Contains(parameters, r.Name) {
			module += fmt.Sprintf("_%s_%d", r.Name, v.Values()[i])
		}
	}
	return module
}
