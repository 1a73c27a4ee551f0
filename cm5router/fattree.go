package cm5router

import (
	"fmt"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/network"
)

// A Tree is the data network of a CM-5, a fat tree of 4^Levels nodes: section "Chip and wiring"
// of docs/spec/cm5.md.
//
//	level 3             64 nodes:  4 chips, each with a link from each of 4 groups of level 2
//	level 2    16 nodes:  2 chips   ...   ...   ...       4 links up
//	level 1   4 nodes: 1 chip  ...  ...  ...              2 links up
//	node     0 1 2 3                                      for each network
type Tree struct {
	Levels   int           // 1..7
	Networks int           // 2, the left and the right; 1, the left alone
	Config   config.Config // of the chips, but for Parents, which their level decides
}

// A Chip is the place of a router in a tree.
type Chip struct {
	Network int // 0 left, 1 right
	Level   int // from 1
	Group   int // within the level: it serves nodes Group*4^Level up to the next
	Number  int // within the group and network
}

// Nodes is the number of nodes. Node n is terminal n of the left network and Nodes()+n of the right.
func (t Tree) Nodes() int { return 1 << (2 * t.Levels) }

// ParentsAt is the number of parents that a chip of a level has.
func ParentsAt(level int) int {
	if level <= 2 {
		return 2
	}
	return 4
}

// GroupChips is the number of chips of one network in a group of a level: one for each link that
// comes up from each of its subgroups.
func GroupChips(level int) int {
	chips := 1
	for l := 1; l < level; l++ {
		chips *= ParentsAt(l)
	}
	return chips
}

// Chips lists the chips, network by network, level by level from the nodes up, group by group.
func (t Tree) Chips() []Chip {
	var chips []Chip
	for n := range t.Networks {
		for l := 1; l <= t.Levels; l++ {
			for g := range t.groups(l) {
				for c := range GroupChips(l) {
					chips = append(chips, Chip{n, l, g, c})
				}
			}
		}
	}
	return chips
}

// groups is the number of groups of a level.
func (t Tree) groups(level int) int { return 1 << (2 * (t.Levels - level)) }

// String is the name of the chip, an identifier.
func (c Chip) String() string {
	return fmt.Sprintf("%s_l%d_g%d_c%d", [...]string{"left", "right"}[c.Network], c.Level, c.Group, c.Number)
}

// Topology joins the chips. Router r is chip r of Chips; its ports are numbered as on the chip.
// Every link, those of the nodes included, has the latency that the chips are made for. The
// parent ports of the highest level lead nowhere.
func (t Tree) Topology() *network.Topology {
	top := &network.Topology{}
	chips := t.Chips()
	index := make(map[Chip]int, len(chips))
	for r, c := range chips {
		index[c] = r
		top.Routers = append(top.Routers, network.Router{Name: c.String(), Ports: ports})
	}
	for n := range t.Networks {
		for node := range t.Nodes() {
			chip := Chip{n, 1, node / children, 0}
			place := network.Place{Router: index[chip], Port: node % children}
			top.Terminals = append(top.Terminals, network.Terminal{Place: place, Latency: t.Config.Link})
		}
	}
	for r, c := range chips {
		if c.Level == t.Levels {
			continue
		}
		for j := range ParentsAt(c.Level) {
			up := c.Number*ParentsAt(c.Level) + j // the index of the link among those of the group
			above := Chip{c.Network, c.Level + 1, c.Group / children, up}
			top.Link(network.Place{Router: r, Port: children + j},
				network.Place{Router: index[above], Port: c.Group % children}, t.Config.Link)
		}
	}
	return top
}

// settings are the static pins of a chip.
type settings struct{ level, children, parents, seed uint64 }

// settings gives router r its place and a seed of its own. The highest level has no parents.
func (t Tree) settings(r int, c Chip) settings {
	s := settings{level: uint64(c.Level), children: 1<<children - 1, seed: uint64(uint16((r + 1) * 40503))}
	if c.Level < t.Levels {
		s.parents = 1<<ParentsAt(c.Level) - 1
	}
	return s
}

// configAt is the configuration of the chips of a level.
func (t Tree) configAt(level int) config.Config {
	c := t.Config
	c.Parents = ParentsAt(level)
	return c
}
