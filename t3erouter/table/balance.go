package table

import (
	"fmt"
	"strings"
)

// The schemes that are compared: packets that do not cross the dateline are all on VC0; Cray's
// partition, with two datelines and a VC for those that cross either; the select bits of the table.
const (
	AllVC0 = iota
	TwoDateline
	Annealed
	Schemes
)

// SchemeNames are the names of the schemes for people.
var SchemeNames = [Schemes]string{"all-VC0", "two-dateline", "annealed"}

// A Channel is a link in one direction with its load under each scheme when every node sends one
// packet to every node. A load is never 0.
type Channel struct {
	Link
	Loads    [Schemes]Load
	Bound    int  // the least |VC0-VC1| that any select bits give this channel
	Dateline bool // it crosses the dateline, where packets are on VC1 whatever they select
}

// Imbalance is |VC0-VC1| / (VC0+VC1).
func (l Load) Imbalance() float64 {
	tilt := l[0] - l[1]
	return float64(max(tilt, -tilt)) / float64(l[0]+l[1])
}

// BoundImbalance is the least imbalance that any select bits give this channel.
func (c Channel) BoundImbalance() float64 {
	l := c.Loads[Annealed]
	return float64(c.Bound) / float64(l[0]+l[1])
}

// balance lists the channels.
func (tr *traffic) balance(p *plans) []Channel {
	var loads [6][][Schemes][]Load
	var bounds [6][][]int
	for d, rings := range tr.rings {
		for row, r := range rings {
			none := make([]int, len(r.runs))
			loads[d] = append(loads[d], [Schemes][]Load{
				AllVC0: r.loads(none), TwoDateline: r.twoDateline(), Annealed: r.loads(p.onVC1[d][row]),
			})
			bounds[d] = append(bounds[d], r.bounds())
		}
	}
	var list []Channel
	for n := range Node(tr.torus.Nodes()) {
		for d := range PlusX + 6 {
			if tr.torus.size[d.Dim()] == 1 {
				continue
			}
			row, p := tr.torus.place(n, d)
			c := Channel{Link: Link{n, d}, Bound: bounds[d][row][p], Dateline: tr.torus.untilDateline(n, d) == 0}
			for s := range c.Loads {
				c.Loads[s] = loads[d][row][s][p]
			}
			if c.Loads[AllVC0] != (Load{}) {
				list = append(list, c)
			}
		}
	}
	return list
}

// A Spread is the least, mean and greatest imbalance of some channels, and the greatest of those of
// them that do not cross the dateline.
type Spread struct {
	Min         float64 `json:"min"`
	Mean        float64 `json:"mean"`
	Max         float64 `json:"max"`
	OffDateline float64 `json:"max_off_dateline"`
}

// A Summary is the balance of the channels in one direction, or of all.
type Summary struct {
	Direction   string `json:"direction"` // or all
	Channels    int    `json:"channels"`
	AllVC0      Spread `json:"all_vc0"`
	TwoDateline Spread `json:"two_dateline"`
	Annealed    Spread `json:"annealed"`
	Bound       Spread `json:"bound"`
	AtBound     int    `json:"at_bound"` // channels on which annealing reached the bound
}

// Summaries gives the balance of each direction that has channels with a load, and last that of all
// if there are any.
func (tab *Table) Summaries() []Summary {
	var list []Summary
	for d, name := range directionNames {
		list = append(list, tab.summary(name, func(c Channel) bool { return c.Dir == Direction(d) })...)
	}
	return append(list, tab.summary("all", func(Channel) bool { return true })...)
}

// summary is over the channels that are wanted, none if there are none.
func (tab *Table) summary(name string, wanted func(Channel) bool) []Summary {
	s := Summary{Direction: name}
	for _, c := range tab.Balance {
		if !wanted(c) {
			continue
		}
		s.Channels++
		s.AllVC0.take(c.Loads[AllVC0].Imbalance(), s.Channels, c.Dateline)
		s.TwoDateline.take(c.Loads[TwoDateline].Imbalance(), s.Channels, c.Dateline)
		s.Annealed.take(c.Loads[Annealed].Imbalance(), s.Channels, c.Dateline)
		s.Bound.take(c.BoundImbalance(), s.Channels, c.Dateline)
		if c.Loads[Annealed].Imbalance() == c.BoundImbalance() {
			s.AtBound++
		}
	}
	if s.Channels == 0 {
		return nil
	}
	for _, spread := range []*Spread{&s.AllVC0, &s.TwoDateline, &s.Annealed, &s.Bound} {
		spread.Mean /= float64(s.Channels)
	}
	return []Summary{s}
}

// take takes in the n-th value, from 1. Mean is the sum until all are in.
func (s *Spread) take(v float64, n int, dateline bool) {
	if n == 1 {
		s.Min = v
	}
	s.Min, s.Max = min(s.Min, v), max(s.Max, v)
	s.Mean += v
	if !dateline {
		s.OffDateline = max(s.OffDateline, v)
	}
}

// Report is the balance for people. Its bound is the least that any table with the same ways reaches.
func (tab *Table) Report() string {
	summaries := tab.Summaries()
	if len(summaries) == 0 {
		return "no link carries packets\n"
	}
	var b strings.Builder
	b.WriteString("|VC0-VC1|/(VC0+VC1) of the links, each node sending one packet to each; max*: of those off the dateline\n")
	b.WriteString("           all-VC0                  two-dateline             annealed                 bound        reached on\n")
	b.WriteString("     links " + strings.Repeat("  min  mean   max  max*  ", 3) + " mean  max*  links\n")
	for _, s := range summaries {
		fmt.Fprintf(&b, "%-4s %5d ", s.Direction, s.Channels)
		for _, v := range []Spread{s.AllVC0, s.TwoDateline, s.Annealed} {
			fmt.Fprintf(&b, "%5.3f %5.3f %5.3f %5.3f  ", v.Min, v.Mean, v.Max, v.OffDateline)
		}
		fmt.Fprintf(&b, "%5.3f %5.3f  %5d\n", s.Bound.Mean, s.Bound.OffDateline, s.AtBound)
	}
	return b.String()
}
