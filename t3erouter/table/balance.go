package table

// The schemes that are compared.
const (
	AllVC0 = iota
	TwoDateline
	Annealed
	Schemes
)

// A Channel is a link in one direction with its load under each scheme. A load is never 0.
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

// A Spread is the least, mean and greatest imbalance of some channels.
type Spread struct {
	Min  float64 `json:"min"`
	Mean float64 `json:"mean"`
	Max  float64 `json:"max"`
}

// spread is over values of which there is at least one.
func spread(values []float64) Spread {
	s := Spread{Min: values[0], Max: values[0]}
	for _, v := range values {
		s.Min, s.Max = min(s.Min, v), max(s.Max, v)
		s.Mean += v
	}
	s.Mean /= float64(len(values))
	return s
}
