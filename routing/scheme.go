package routing

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/topology"
)

// A Scheme makes relations for graphs.
type Scheme struct {
	Name, Help string
	Params     []Param

	// Build makes the relation, or several to compare. Its errors are about the graph, or about
	// values that do not go with it or with each other.
	Build func(g *topology.Graph, v Values) ([]*Relation, error)
}

// Schemes are all that have a name, in the order of help. Those that do not tell requests from
// replies themselves have a parameter that separates them.
func Schemes() []Scheme {
	list := slices.Concat(ringSchemes(), orderedSchemes(), meshSchemes(), adaptiveSchemes(), graphSchemes(), recoverySchemes())
	for i := range list {
		if !slices.ContainsFunc(list[i].Params, func(p Param) bool { return p.Name == "classes" }) {
			list[i] = withClasses(list[i])
		}
	}
	return list
}

func withClasses(s Scheme) Scheme {
	build := s.Build
	s.Params = append(slices.Clip(s.Params), number("classes", "2: requests and replies have virtual channels of their own", 1, 2, 1))
	s.Build = func(g *topology.Graph, v Values) ([]*Relation, error) {
		list, err := build(g, v)
		for i := range list {
			if v.number("classes") == 2 {
				list[i] = WithMessages(list[i], 2)
			}
		}
		return list, err
	}
	return s
}

// Find is the scheme of a name.
func Find(name string) (*Scheme, error) {
	schemes := Schemes()
	var known []string
	for i := range schemes {
		if schemes[i].Name == name {
			return &schemes[i], nil
		}
		known = append(known, schemes[i].Name)
	}
	problem := fmt.Sprintf("-routing %s: no such scheme", name)
	if name == "" {
		problem = "-routing is missing"
	}
	return nil, fmt.Errorf("%s%s", problem, target.Nearest(name, known))
}

// New makes the relations of a scheme by name, with assignments name=value as -set takes them.
func New(g *topology.Graph, name string, assignments ...string) ([]*Relation, error) {
	s, err := Find(name)
	if err != nil {
		return nil, err
	}
	v, err := s.Parse(assignments)
	if err != nil {
		return nil, err
	}
	return s.Build(g, v)
}

// one is a Build that makes one relation.
func one(build func(g *topology.Graph, v Values) (*Relation, error)) func(*topology.Graph, Values) ([]*Relation, error) {
	return func(g *topology.Graph, v Values) ([]*Relation, error) {
		r, err := build(g, v)
		if err != nil {
			return nil, err
		}
		return []*Relation{r}, nil
	}
}
