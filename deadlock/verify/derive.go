package verify

import (
	"errors"
	"fmt"
	"slices"
)

// errTrust is that the relation was not derived again.
var errTrust = errors.New("not derived again")

// budget is the number of states that are gone through at most.
const budget = 4_000_000

// A hop is what a packet may ask for: a virtual channel, or ejection where channel is below 0.
type hop struct {
	channel, vc int
	escape      bool
}

var eject = hop{channel: -1, escape: true}

// A choice is a header: whatever a packet is free in.
type choice struct {
	up       [8]bool // direction in each dimension
	selected [8]bool
	initial  int // 1 + direction of a first hop
	final    bool
	adaptive bool
	class    int
}

// rules are a routing scheme. Where a packet may go depends on its last hop, not on the way before.
type rules struct {
	vcs      int
	commit   bool
	choices  []choice
	begins   func(source, destination int, c choice) bool
	next     func(at, destination int, c choice, last *hop) []hop
	messages *messages
}

// derived is all that the certificate can be about.
type derived struct {
	*checker
	rules
	edges   map[[2]int32]bool // all dependences
	escapes map[[2]int32]bool // of the extended graph, of all vertices
	r1      map[int32]bool
	sets    map[int32]map[string][]int32
	ends    map[[2]int]bool // node and class of packets that eject
	stray   string          // a packet that has no hop of R1
	stuck   string          // a packet that has no hop
	steps   int
}

// derive follows all packets and compares. What it returns says what was found equal.
func (k *checker) derive() (string, error) {
	r, err := k.rules()
	if err != nil {
		return "", err
	}
	lanes := r.vcs
	if k.Flow == "circuit" {
		return "", fmt.Errorf("%w: circuits", errTrust)
	}
	if k.Lanes != lanes {
		return "", fmt.Errorf("%s has %d virtual channels, not %d", k.Routing, lanes, k.Lanes)
	}
	switch {
	case k.Messages == nil && r.messages != nil:
		return "", fmt.Errorf("%w: two classes without the queues of nodes, which -protocol takes in", errTrust)
	case k.Messages != nil && r.messages == nil:
		return "", fmt.Errorf("%w: one class with the queues of nodes", errTrust)
	}
	if r.messages != nil && *r.messages != *k.Messages {
		return "", fmt.Errorf("messages: %+v, but %s has %+v", *k.Messages, k.Routing, *r.messages)
	}
	d := &derived{checker: k, rules: r, edges: map[[2]int32]bool{}, escapes: map[[2]int32]bool{}, r1: map[int32]bool{},
		sets: map[int32]map[string][]int32{}, ends: map[[2]int]bool{}}
	if k.Argument == "witness" {
		return d.witness()
	}
	for destination := range k.g.Nodes {
		if !k.g.Nodes[destination].Terminal {
			continue
		}
		for _, c := range r.choices {
			if err := d.follow(destination, c); err != nil {
				return "", err
			}
		}
	}
	d.answers()
	return d.compare()
}

// A state is a packet of one destination and choice: at its source, or behind a hop.
type state struct {
	source int // -1 behind a hop
	hop    hop
}

func (d *derived) at(s state) int {
	if s.source >= 0 {
		return s.source
	}
	return d.g.Channels[s.hop.channel].To
}

func (d *derived) holds(s state, class int) int32 {
	if s.source >= 0 {
		return d.injection(s.source, class)
	}
	return int32(s.hop.channel*d.vcs + s.hop.vc)
}

func (d *derived) options(s state, destination int, c choice) []hop {
	at := d.at(s)
	if s.source >= 0 {
		return d.next(at, destination, c, nil)
	}
	return d.next(at, destination, c, &s.hop)
}

func (d *derived) vertex(h hop, at, class int) int32 {
	if h.channel < 0 {
		return d.ejection(at, class)
	}
	return int32(h.channel*d.vcs + h.vc)
}

func (d *derived) injection(n, class int) int32 {
	first := len(d.g.Channels) * d.vcs
	if d.messages == nil || d.messages.SharedInjection {
		return int32(first + n)
	}
	return int32(first + 2*n + class)
}

func (d *derived) ejection(n, class int) int32 {
	first := int(d.injection(len(d.g.Nodes), 0))
	if d.messages == nil || d.messages.SharedEjection {
		return int32(first + n)
	}
	return int32(first + 2*n + class)
}

// follow goes through all states of the packets to a destination with a choice.
func (d *derived) follow(destination int, c choice) error {
	var queue []state
	seen := map[state]bool{}
	for source := range d.g.Nodes {
		if d.g.Nodes[source].Terminal && d.begins(source, destination, c) {
			queue = append(queue, state{source: source})
		}
	}
	for i := 0; i < len(queue); i++ {
		if d.steps++; d.steps > budget {
			return fmt.Errorf("%w: the network is too large", errTrust)
		}
		s := queue[i]
		options := d.options(s, destination, c)
		d.note(s, options, destination, c)
		for _, h := range options {
			to := state{-1, hop{h.channel, h.vc, false}}
			if h.channel >= 0 && !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
		if d.Argument == "escape" && (d.Flow == "wormhole") {
			d.indirect(s, destination, c)
		}
	}
	return nil
}

// note keeps what a state says.
func (d *derived) note(s state, options []hop, destination int, c choice) {
	at, v := d.at(s), d.holds(s, c.class)
	escapes := 0
	var set []int32
	for _, h := range options {
		w := d.vertex(h, at, c.class)
		if h.channel < 0 {
			d.ends[[2]int{at, c.class}] = true
		}
		if h.channel >= 0 || d.messages != nil {
			d.edges[[2]int32{v, w}] = true
			set = append(set, w)
		}
		if h.escape {
			escapes++
			d.escapes[[2]int32{v, w}] = true
			if h.channel >= 0 {
				d.r1[w] = true
			}
		}
	}
	name := func() string {
		return fmt.Sprintf("at %s to %s", d.g.Nodes[at].Name, d.g.Nodes[destination].Name)
	}
	if escapes == 0 || d.commit && escapes < len(options) {
		d.stray = name()
	}
	if len(options) == 0 {
		d.stuck = name()
	}
	if len(set) == 0 && len(options) > 0 {
		return
	}
	if !d.commit {
		d.wait(v, set)
		return
	}
	for _, w := range set {
		d.wait(v, []int32{w})
	}
}

func (d *derived) wait(v int32, set []int32) {
	slices.Sort(set)
	set = slices.Compact(set)
	if d.sets[v] == nil {
		d.sets[v] = map[string][]int32{}
	}
	d.sets[v][fmt.Sprint(set)] = set
}

// indirect adds what a packet asks for by R1 after hops that are not of it.
func (d *derived) indirect(from state, destination int, c choice) {
	seen := map[state]bool{from: true}
	queue := []state{from}
	v := d.holds(from, c.class)
	for i := 0; i < len(queue); i++ {
		d.steps++
		for _, h := range d.options(queue[i], destination, c) {
			if h.escape {
				d.escapes[[2]int32{v, d.vertex(h, d.at(queue[i]), c.class)}] = true
				continue
			}
			if to := (state{-1, hop{h.channel, h.vc, false}}); !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
}

// witness finds each packet of the witness among those that its source can send.
func (d *derived) witness() (string, error) {
	for i, p := range d.Packets {
		found := false
		ends := p.Destination >= 0 && d.g.Nodes[p.Source].Terminal && d.g.Nodes[p.Destination].Terminal
		for _, c := range d.choices {
			if !ends || found || !d.begins(p.Source, p.Destination, c) {
				continue
			}
			var err error
			if found, err = d.sends(p, c); err != nil {
				return "", err
			}
		}
		if !found {
			return "", fmt.Errorf("witness: no packet from %d to %d holds and waits as packet %d does", p.Source, p.Destination, i)
		}
	}
	return "each packet of the witness is one that the scheme makes", nil
}

// sends goes through the states of packets of a source and a choice up to one that is as in the witness.
func (d *derived) sends(p packet, c choice) (bool, error) {
	queue := []state{{source: p.Source}}
	seen := map[state]bool{}
	for i := 0; i < len(queue); i++ {
		if d.steps++; d.steps > budget {
			return false, fmt.Errorf("%w: the network is too large", errTrust)
		}
		s := queue[i]
		if d.proves(s, p, c) {
			return true, nil
		}
		for _, h := range d.options(s, p.Destination, c) {
			to := state{-1, hop{h.channel, h.vc, false}}
			if h.channel >= 0 && !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return false, nil
}

// proves is whether a packet in a state begins what one of the witness holds, or is it in an ejection queue.
func (d *derived) proves(s state, p packet, c choice) bool {
	if d.holds(s, c.class) == p.Holds[0] && d.path(s, p.Holds[1:], p.Waits, p.Destination, c) {
		return true
	}
	options := d.options(s, p.Destination, c)
	at := d.at(s)
	if len(options) == 0 || options[0].channel >= 0 || len(p.Holds) != 1 || d.ejection(at, c.class) != p.Holds[0] {
		return false
	}
	return slices.ContainsFunc(d.answersOf(at, c.class), func(e [2]int32) bool { return slices.Equal(p.Waits, e[1:]) })
}

func (d *derived) path(s state, rest, waits []int32, destination int, c choice) bool {
	options := d.options(s, destination, c)
	if len(rest) > 0 {
		for _, h := range options {
			if h.channel >= 0 && d.vertex(h, 0, c.class) == rest[0] && d.path(state{-1, hop{h.channel, h.vc, false}}, rest[1:], waits, destination, c) {
				return true
			}
		}
		return false
	}
	var all []int32
	for _, h := range options {
		all = append(all, d.vertex(h, d.at(s), c.class))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.Equal(all, waits) || d.commit && len(waits) == 1 && slices.Contains(all, waits[0])
}

// answersOf is what a packet of a class in an ejection queue of a node depends on, if it does.
func (d *derived) answersOf(n, class int) [][2]int32 {
	if d.messages == nil || class == 1 && d.messages.Sink {
		return nil
	}
	return [][2]int32{{d.ejection(n, class), d.injection(n, 1-class)}}
}

func (d *derived) answers() {
	for end := range d.ends {
		for _, e := range d.answersOf(end[0], end[1]) {
			d.edges[e], d.escapes[e] = true, true
			d.wait(e[0], []int32{e[1]})
		}
	}
}

// compare holds what was derived against what the certificate says.
func (d *derived) compare() (string, error) {
	switch d.Argument {
	case "numbering":
		if d.stuck != "" {
			return "", fmt.Errorf("a packet %s has no way on", d.stuck)
		}
		return d.sameEdges(d.edges)
	case "escape":
		if d.stray != "" {
			return "", fmt.Errorf("a packet %s has no escape", d.stray)
		}
		queues := int32(len(d.g.Channels) * d.vcs)
		for e := range d.escapes {
			// Of a channel that no hop of R1 uses nothing is asked; without messages queues drain.
			if e[0] < queues && !d.r1[e[0]] || d.messages == nil && e[1] >= queues {
				delete(d.escapes, e)
			}
		}
		return d.sameEdges(d.escapes)
	case "order":
		return d.sameWaits()
	}
	return "", fmt.Errorf("%w: argument %s", errTrust, d.Argument)
}

func (d *derived) sameEdges(want map[[2]int32]bool) (string, error) {
	listed := map[[2]int32]bool{}
	for _, row := range d.Edges {
		for _, w := range row[1:] {
			e := [2]int32{row[0], w}
			listed[e] = true
			if !want[e] {
				return "", fmt.Errorf("no packet of %s makes the dependence of %d on %d", d.Routing, row[0], w)
			}
		}
	}
	if len(listed) != len(want) {
		return "", fmt.Errorf("%s has %d dependences, and %d are listed", d.Routing, len(want), len(listed))
	}
	return fmt.Sprintf("these are the dependences of %s, derived again", d.Routing), nil
}

// sameWaits compares the least sets.
func (d *derived) sameWaits() (string, error) {
	listed := map[int32]map[string]bool{}
	for _, row := range d.Waits {
		listed[row[0][0]] = map[string]bool{}
		for _, set := range row[1:] {
			listed[row[0][0]][fmt.Sprint(set)] = true
		}
	}
	for v, sets := range d.sets {
		for _, set := range sets {
			covered := false
			for other := range listed[v] {
				if covered = other == fmt.Sprint(set); covered {
					break
				}
			}
			for _, smaller := range sets {
				covered = covered || len(smaller) < len(set) && contained(smaller, set)
			}
			if !covered {
				return "", fmt.Errorf("a wait set of %d is missing", v)
			}
		}
	}
	return fmt.Sprintf("these are the wait sets of %s, derived again", d.Routing), nil
}

func contained(a, b []int32) bool {
	for _, v := range a {
		if !slices.Contains(b, v) {
			return false
		}
	}
	return true
}
