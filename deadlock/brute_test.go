package deadlock

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

// What is proved of small random relations is held against all configurations that packets can come
// to: one that is free never stands still, and a witness does.
func TestBruteForce(t *testing.T) {
	tally := map[string]int{}
	seeds := uint64(1200)
	if testing.Short() {
		seeds = 200
	}
	for seed := range seeds {
		tally[bruteForce(t, seed, 1000)]++
	}
	t.Log(tally)
	for _, flow := range Flows() {
		require.NotZero(t, tally[flow+" free, all seen"], flow)
		require.NotZero(t, tally[flow+" deadlock, deadlock seen"], flow)
	}
}

func FuzzBruteForce(f *testing.F) {
	f.Add(uint64(0))
	f.Fuzz(func(t *testing.T, seed uint64) { bruteForce(t, seed, 20_000) })
}

// bruteForce judges one proof by so many configurations at most, and says what became of it.
func bruteForce(t *testing.T, seed uint64, limit int) string {
	dice := rand.New(rand.NewPCG(seed, 0))
	b := newTable(dice)
	flow := Flow(dice.IntN(4))
	protocol := dice.IntN(3) == 0
	r := b.relation()
	if !protocol {
		r.Messages = nil
	}
	about := fmt.Sprintf("seed %d, %s, protocol %t, commit %t", seed, flow, protocol, b.commit)
	p, err := Prove(t.Context(), r, Options{Flow: flow, Protocol: protocol})
	require.NoError(t, err, about)
	m := newMoves(r, flow, protocol)
	standing, all := m.search(limit)
	if flow == VCT || flow == SAF {
		for _, w := range standing {
			require.True(t, p.closed[w.holds[0]], "%s: the greatest closed set is not all", about)
		}
	}
	switch {
	case p.Verdict.Holds():
		require.Nil(t, standing, "%s: %s, but these wait for ever", about, p.Verdict)
	case p.Verdict == Deadlock:
		var witness []worm
		for _, k := range p.certified {
			w, ok := m.find(k)
			require.True(t, ok, "%s: no packet is as %v of the witness", about, k)
			witness = append(witness, w)
		}
		require.Len(t, witness, len(p.Witness), about)
		require.Len(t, m.standing(witness), len(p.Witness), "%s: packets of the witness move on", about)
		if p.MinPackets != nil && standing != nil {
			require.LessOrEqual(t, *p.MinPackets, len(standing), "%s: fewer packets wait for ever", about)
		}
	}
	switch said := fmt.Sprintf("%s %s", flow, p.Verdict); {
	case standing != nil:
		return said + ", deadlock seen"
	case all:
		return said + ", all seen"
	default:
		return said + ", not all seen"
	}
}

// A table is a relation drawn at random. Packets of a part go to one node, with hops of R1 along a numbering of the
// virtual channels, or of any kind.
type table struct {
	g            *topology.Graph
	vcs, headers int
	commit       bool
	messages     routing.Messages
	parts        []int
	inject       [][][2]int           // node and header, by part
	options      [][][]routing.Option // by part and state: injected at a node, or in a virtual channel, with a header
}

func newTable(dice *rand.Rand) *table {
	b := &table{g: scatter(dice), vcs: 1 + dice.IntN(2), headers: 2 * (1 + dice.IntN(2)), commit: dice.IntN(4) == 0}
	b.messages = routing.Messages{
		Class:           func(_ int, h uint32) int { return int(h & 1) },
		SharedInjection: dice.IntN(4) == 0, SharedEjection: dice.IntN(4) == 0, Sink: dice.IntN(4) > 0,
	}
	nodes := len(b.g.Nodes)
	climbs := dice.IntN(3)  // 0: no R1, 1: hops that climb are of R1, 2: and one is always there, where a way is left
	loose := dice.IntN(100) // of options that are left out, in a hundred
	number := dice.Perm(len(b.g.Channels) * b.vcs)
	for part := range 1 + dice.IntN(3) {
		destination := dice.IntN(nodes)
		b.parts = append(b.parts, destination)
		near := b.climbs(number, destination)
		inject, options := [][2]int{}, make([][]routing.Option, (nodes+len(number))*b.headers)
		for s := range options {
			place, h := s/b.headers, s%b.headers
			node, at := place, -1
			if place >= nodes {
				at = place - nodes
				node = b.g.Channels[at/b.vcs].To
			}
			if at < 0 && node != destination && (climbs < 2 || near(node, -1)) && dice.IntN(2) == 0 {
				inject = append(inject, [2]int{node, h})
			}
			options[s] = b.draw(dice, part, node, at, h, number, near, climbs, loose)
		}
		b.inject, b.options = append(b.inject, inject), append(b.options, options)
	}
	return b
}

// scatter joins a few nodes at random: links both ways or one, side by side, or of a node with itself.
func scatter(dice *rand.Rand) *topology.Graph {
	build := topology.NewBuilder("scatter")
	nodes := 2 + dice.IntN(4)
	for n := range nodes {
		build.Node(topology.Node{Name: fmt.Sprint(n), Terminal: true, Switch: true})
	}
	end := func(n int) topology.End { return topology.End{Node: n, Port: topology.AnyPort} }
	if dice.IntN(2) == 0 {
		for n := range nodes { // round
			build.Channel(end(n), end((n+1)%nodes))
		}
	}
	for range 1 + dice.IntN(nodes) {
		from, to := end(dice.IntN(nodes)), end(dice.IntN(nodes))
		if dice.IntN(2) == 0 {
			build.Link(from, to)
		} else {
			build.Channel(from, to)
		}
	}
	g, err := build.Graph()
	if err != nil {
		panic(err)
	}
	return g
}

// climbs tells from which virtual channels a way leads to a node that climbs in the numbering. That of
// an injected packet begins below all numbers.
func (b *table) climbs(number []int, destination int) func(node, at int) bool {
	var leads func(node, least int) bool
	leads = func(node, least int) bool {
		if node == destination {
			return true
		}
		for _, c := range b.g.Out(node) {
			for vc := range b.vcs {
				if n := number[c*b.vcs+vc]; n > least && leads(b.g.Channels[c].To, n) {
					return true
				}
			}
		}
		return false
	}
	return func(node, at int) bool {
		if at < 0 {
			return leads(node, -1)
		}
		return leads(node, number[at])
	}
}

// draw makes the options of a state.
func (b *table) draw(dice *rand.Rand, part, node, at, h int, number []int, near func(node, at int) bool, climbs, loose int) []routing.Option {
	if node == b.parts[part] {
		return []routing.Option{{Channel: routing.Eject, Header: uint32(h), Escape: true}}
	}
	var list, spare []routing.Option
	tidy := dice.IntN(200) > 0
	for _, c := range b.g.Out(node) {
		for vc := range b.vcs {
			to := c*b.vcs + vc
			o := routing.Option{Channel: c, VC: vc, Header: uint32(dice.IntN(b.headers)&^1 | h&1)}
			left := near(b.g.Channels[c].To, to)
			o.Escape = climbs > 0 && (at < 0 || number[to] > number[at]) && left
			switch {
			case climbs == 2 && !left && tidy:
			case climbs == 2 && o.Escape && dice.IntN(2) == 0, dice.IntN(100) >= loose:
				list = append(list, o)
			default:
				spare = append(spare, o)
			}
		}
	}
	if i := slices.IndexFunc(spare, func(o routing.Option) bool { return o.Escape }); i >= 0 && climbs == 2 {
		list = append(list, spare[i])
	} else if len(list) == 0 && len(spare) > 0 && dice.IntN(50) > 0 {
		list = append(list, spare[0])
	}
	for i := range list {
		if list[i].Escape && dice.IntN(200) == 0 {
			list[i].Escape = false
		}
	}
	return list
}

func (b *table) relation() *routing.Relation {
	return &routing.Relation{
		Name: "table", Graph: b.g, VCs: b.vcs, Headers: b.headers, Parts: b.parts, Commit: b.commit, Messages: &b.messages,
		Open: func(part int) routing.Part {
			return routing.Part{
				Inject: func(inject func(int, uint32)) {
					for _, i := range b.inject[part] {
						inject(i[0], uint32(i[1]))
					}
				},
				Route: func(p routing.Packet, options []routing.Option) []routing.Option {
					place := p.Node
					if p.Channel != routing.Injected {
						place = len(b.g.Nodes) + p.Channel*b.vcs + p.VC
					}
					return append(options, b.options[part][place*b.headers+int(p.Header)]...)
				},
			}
		},
	}
}
