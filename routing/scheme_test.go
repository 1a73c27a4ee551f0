package routing

import (
	"strings"
	"testing"

	"github.com/flitwright/flitwright/topology"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// Everything that is wrong with the parameters is told at once.
func TestParseReportsEverything(t *testing.T) {
	s, err := Find("t3e")
	require.NoError(t, err)
	_, err = s.Parse([]string{"tye=both", "tie=bth", "classes=3", "initial=+x++y", "sink=2", "tie=both", "tie=both", "dead=7", "x"})
	want := `-set tye=both: t3e has no such parameter (did you mean tie?)
-set tie=bth: want plus, both
-set initial=+x++y: want headings one after the other, as +x+y-z
-set tie: set twice
-set tie: set twice
-set dead=7: want coordinates and a direction, as 0,0,0,+x
-set x: want name=value
-set classes=3: want 1..2
-set sink=2: want 0..1`
	require.Empty(t, cmp.Diff(strings.Split(want, "\n"), strings.Split(err.Error(), "\n")))
}

func TestFind(t *testing.T) {
	_, err := Find("updwn")
	require.EqualError(t, err, "-routing updwn: no such scheme (did you mean updown?)")
	_, err = Find("")
	require.ErrorContains(t, err, "-routing is missing (there are any, dor, dateline, ")
}

// What does not go with the graph is told with its name.
func TestBuildErrors(t *testing.T) {
	mesh, err := topology.Mesh(3, 3)
	require.NoError(t, err)
	torus, err := topology.Torus(4, 4)
	require.NoError(t, err)
	cube, err := topology.Mesh(2, 2, 2)
	require.NoError(t, err)
	for line, want := range map[string]string{
		"dateline":                          "-routing dateline: is for a ring or torus, and mesh 3x3 is a mesh",
		"t3e":                               "-routing t3e: is for a torus, and mesh 3x3 is a mesh",
		"fattree-updown":                    "-routing fattree-updown: is for a fat tree, and mesh 3x3 is a mesh",
		"turn remove=N>S":                   "-set remove=N>S: N>S is no turn in mesh 3x3, from one of +x, -x, +y, -y (E, W, N, S) to one of another dimension",
		"cube turn remove=N>E":              "-set remove=N>E: N>E is no turn in mesh 2x2x2, from one of +x, -x, +y, -y, +z, -z to one of another dimension",
		"turn sweep=pairs remove=N>E":       "-set sweep: does not go with remove",
		"direction-order initial=+z":        "-set initial=+z: mesh 3x3 has no direction +z (there are +x, -x, +y, -y)",
		"direction-order final=-x":          "-set final=-x: want -y",
		"updown root=21x":                   "-set root=21x: mesh 3x3 has no such node (did you mean 21?)",
		"updown root=Rome":                  "-set root=Rome: mesh 3x3 has no such node (the first of 9 is called 00)",
		"duato escape=dor-dateline":         "-routing dor-dateline: is for a ring or torus, and mesh 3x3 is a mesh",
		"chaos progress=1":                  "-set progress=1: every hop would be a deflection; want 0 or 2 and more",
		"torus t3e dead=0,4,+x":             "-set dead=0,4,+x: want 2 coordinates within torus 4x4 and a direction 0..3 or a heading",
		"torus t3e dead=0,0,0,+x":           "-set dead=0,0,0,+x: want 2 coordinates within torus 4x4 and a direction 0..3 or a heading",
		"torus west-first":                  "-routing west-first: is for a mesh, and torus 4x4 is a torus",
		"torus planar-adaptive":             "-routing planar-adaptive: is for a mesh, and torus 4x4 is a torus",
		"torus duato escape=north-last":     "-routing north-last: is for a mesh, and torus 4x4 is a torus",
		"torus direction-order initial=+y-": "-set initial=+y-: torus 4x4 has no direction - (there are +x, -x, +y, -y)",
	} {
		words := strings.Fields(line)
		g := mesh
		switch words[0] {
		case "torus":
			g, words = torus, words[1:]
		case "cube":
			g, words = cube, words[1:]
		}
		_, err := New(g, words[0], words[1:]...)
		require.EqualError(t, err, want, line)
	}
}

// Whatever the parameters say, making a relation does not panic, nor does its first hop.
func FuzzNew(f *testing.F) {
	for _, s := range Schemes() {
		f.Add(s.Name, "", uint8(0))
		for _, p := range s.Params {
			f.Add(s.Name, p.Name+"="+p.Default(), uint8(1))
		}
	}
	f.Add("t3e", "dead=0,0,+x adaptive=all", uint8(2))
	f.Add("turn", "remove=N>E,+x>-y", uint8(1))
	f.Add("direction-order", "initial=+x-y final=-y", uint8(2))
	f.Fuzz(func(t *testing.T, name, set string, shape uint8) {
		var g *topology.Graph
		switch shape % 4 {
		case 0:
			g, _ = topology.Ring(3)
		case 1:
			g, _ = topology.Mesh(3, 2)
		case 2:
			g, _ = topology.Torus(3, 2)
		case 3:
			g, _ = topology.FatTree(2, 2)
		}
		list, err := New(g, name, strings.Fields(set)...)
		if err != nil {
			return
		}
		for _, r := range list {
			p := r.Open(0)
			p.Inject(func(source int, header uint32) {
				p.Route(Packet{Node: source, Channel: Injected, Header: header}, nil)
			})
		}
	})
}
