package fabric

import (
	"context"
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/deadlock"
)

// round is why packets that come to a channel again are lost.
const round = "the packets go round for ever"

// maxLosses is how many losses are told one by one.
const maxLosses = 20

// A survey is the dependences of a fabric, each with the first packet that makes it. Resource
// channel*lanes+lane is a virtual lane of a channel.
type survey struct {
	*ways
	lanes       int // as many as service levels
	pairs, lost int
	losses      []Loss
	used        []bool
	next        [][]dependence
}

// A dependence is of a packet from a LID to another that holds a resource and asks for the next.
type dependence struct {
	to                  int
	source, destination int
}

// An outcome is where packets end, and why if they are lost.
type outcome struct {
	at     int
	reason string
}

// A memory is the outcomes of packets to one LID, by channel and service level.
type memory struct {
	outcomes []outcome
	known    []bool
	places   []int // that are known
}

func (m *memory) set(place int, o outcome) {
	if !m.known[place] {
		m.known[place] = true
		m.places = append(m.places, place)
	}
	m.outcomes[place] = o
}

func (m *memory) forget() {
	for _, place := range m.places {
		m.known[place] = false
	}
	m.places = m.places[:0]
}

// survey follows the packets of every pair. Those for one LID share what they have in common of their
// ways.
func (w *ways) survey(ctx context.Context) (*survey, error) {
	places := len(w.graph.Channels) * w.levels
	s := &survey{
		ways: w, lanes: w.levels, losses: []Loss{},
		used: make([]bool, places), next: make([][]dependence, places),
	}
	m := memory{outcomes: make([]outcome, places), known: make([]bool, places)}
	for _, destination := range w.lids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m.forget()
		for _, source := range w.lids {
			if w.LIDs[source].Node == w.LIDs[destination].Node {
				continue
			}
			s.pairs++
			if o := s.follow(source, destination, &m); o.reason != "" {
				s.lost++
				if len(s.losses) < maxLosses {
					s.losses = append(s.losses, Loss{w.name(source), w.name(destination), w.graph.Nodes[o.at].Name, o.reason})
				}
			}
		}
	}
	return s, nil
}

// follow follows a packet until it ends, or comes to where what follows is known.
func (s *survey) follow(source, destination int, m *memory) outcome {
	sl := s.SL(source, destination)
	var way []int // channels
	held, node := -1, s.LIDs[source].Node
	var end outcome
	for next := s.from(s.LIDs[source], sl); ; {
		if next.channel < 0 {
			end = outcome{node, next.lost}
			break
		}
		resource := next.channel*s.lanes + next.lane
		s.used[resource] = true
		if held >= 0 {
			s.depend(held, resource, source, destination)
		}
		place := next.channel*s.levels + sl
		if m.known[place] {
			end = m.outcomes[place]
			break
		}
		m.set(place, outcome{s.graph.Channels[next.channel].To, round})
		way = append(way, next.channel)
		held, node = resource, s.graph.Channels[next.channel].To
		next = s.at(next.channel, destination, sl)
	}
	for _, c := range way {
		m.set(c*s.levels+sl, end)
	}
	return end
}

func (s *survey) depend(from, to, source, destination int) {
	for _, d := range s.next[from] {
		if d.to == to {
			return
		}
	}
	s.next[from] = append(s.next[from], dependence{to, source, destination})
}

// perLane sums up the lanes that are in use.
func (s *survey) perLane() []Lane {
	lanes := make([]Lane, s.lanes)
	for r, used := range s.used {
		l := &lanes[r%s.lanes]
		if used {
			l.Channels++
		}
		for _, d := range s.next[r] {
			if d.to%s.lanes == r%s.lanes {
				l.Dependences++
			}
		}
	}
	list := []Lane{}
	for n, l := range lanes {
		if l.Channels > 0 {
			l.Lane = n
			l.Cyclic = len(s.strong(func(r int) bool { return r%s.lanes == n })) > 0
			list = append(list, l)
		}
	}
	return list
}

// components are those with cycles, the largest first.
func (s *survey) components() []Component {
	list := []Component{}
	for _, resources := range s.strong(func(int) bool { return true }) {
		c := Component{Channels: len(resources)}
		for _, r := range resources {
			c.Lanes = append(c.Lanes, r%s.lanes)
		}
		slices.Sort(c.Lanes)
		c.Lanes = slices.Compact(c.Lanes)
		c.Cycle = s.cycle(resources[0])
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b Component) int { return b.Channels - a.Channels })
	return list
}

// strong are the strongly connected components with cycles among some resources (R. Tarjan, SIAM Journal
// on Computing 1972), each in ascending order, in that of their first.
func (s *survey) strong(among func(r int) bool) [][]int {
	index := make([]int, len(s.next)) // 0: not visited
	low := make([]int, len(s.next))
	out := make([]bool, len(s.next)) // its component is complete
	var stack []int
	var list [][]int
	count := 0
	var visit func(r int)
	visit = func(r int) {
		count++
		index[r], low[r] = count, count
		stack = append(stack, r)
		loop := false
		for _, d := range s.next[r] {
			switch {
			case !among(d.to):
			case index[d.to] == 0:
				visit(d.to)
				low[r] = min(low[r], low[d.to])
			case !out[d.to]:
				low[r] = min(low[r], index[d.to])
				loop = loop || d.to == r
			}
		}
		if low[r] != index[r] {
			return
		}
		var component []int
		for !out[r] {
			last := len(stack) - 1
			component = append(component, stack[last])
			out[stack[last]] = true
			stack = stack[:last]
		}
		if len(component) > 1 || loop {
			slices.Sort(component)
			list = append(list, component)
		}
	}
	for r := range s.next {
		if index[r] == 0 && among(r) {
			visit(r)
		}
	}
	slices.SortFunc(list, slices.Compare)
	return list
}

// cycle is a shortest cycle through a resource that is on one.
func (s *survey) cycle(through int) []deadlock.Edge {
	type arrival struct {
		from int
		dependence
	}
	arrivals := map[int]arrival{}
	queue := []int{through}
	for i := 0; i < len(queue); i++ {
		for _, d := range s.next[queue[i]] {
			if _, seen := arrivals[d.to]; !seen {
				arrivals[d.to] = arrival{queue[i], d}
				queue = append(queue, d.to)
			}
		}
		if _, back := arrivals[through]; back {
			break
		}
	}
	var edges []deadlock.Edge
	for r := through; ; {
		a := arrivals[r]
		edges = append(edges, deadlock.Edge{
			From: s.resource(a.from), To: s.resource(a.to), Source: s.name(a.source), Destination: s.name(a.destination),
		})
		if r = a.from; r == through {
			break
		}
	}
	slices.Reverse(edges)
	return edges
}

// resource names a virtual lane of a channel as package deadlock does.
func (s *survey) resource(r int) string {
	return fmt.Sprintf("%s.%d", s.graph.ChannelName(r/s.lanes), r%s.lanes)
}
