package table

import "fmt"

// traffic is what the rings of a torus carry when every node sends one packet to every node, all on
// escape channels.
type traffic struct {
	torus *Torus
	rings [6][]*ring // by direction and row
	buf   []run
}

// A run is the hops of a packet in one direction.
type run struct {
	from   Node
	dir    Direction
	hops   int
	chosen bool // it follows its select bit
}

func newTraffic(t *Torus) *traffic {
	tr := &traffic{torus: t}
	for d := range tr.rings {
		k := t.size[d/2]
		if k == 1 {
			continue
		}
		for range t.Nodes() / k {
			tr.rings[d] = append(tr.rings[d], newRing(k, Direction(d).Minus()))
		}
	}
	return tr
}

// place finds the channel that leaves a node in a direction: the ring and the position on it.
func (t *Torus) place(n Node, d Direction) (row, position int) {
	stride := 1
	for _, k := range t.size[:d.Dim()] {
		stride *= k
	}
	k := t.size[d.Dim()]
	row = int(n)/(stride*k)*stride + int(n)%stride
	return row, k - 1 - t.untilDateline(n, d)
}

// runs lists the runs of a packet after its initial hop. The list is good until the next call. A
// packet that goes +z and comes back by its final hop has two in z and one select bit for both: it
// stays 0 and governs neither.
func (tr *traffic) runs(src, dst Node, e Entry) []run {
	t, at := tr.torus, src
	tr.buf = tr.buf[:0]
	if e.Initial() != 0 {
		at = t.next[src][initialDirection(e)]
	}
	for at != dst {
		due := t.due(at, dst, e)
		d := first(due)
		r := run{from: at, dir: d, hops: due[d]}
		end := t.ahead(at, d, r.hops)
		if d == PlusZ && t.next[end][MinusZ] == dst { // with a final hop, but the packet is there before
			end, r.hops = dst, r.hops-1
		}
		tr.buf = append(tr.buf, r)
		at = end
	}
	for i := range tr.buf {
		r := &tr.buf[i]
		r.chosen = r.hops <= t.untilDateline(r.from, r.dir) && !(e.Final() && r.dir.Dim() == 2 && !e.Minus(2))
	}
	return tr.buf
}

// add adds the packet of a pair.
func (tr *traffic) add(src, dst Node, e Entry) {
	t := tr.torus
	if e.Initial() != 0 {
		d := initialDirection(e)
		row, p := t.place(src, d)
		tr.rings[d][row].fixed[p]++
	}
	for _, r := range tr.runs(src, dst, e) {
		row, p := t.place(r.from, r.dir)
		ring := tr.rings[r.dir][row]
		if r.chosen || ring.crosses(p, r.hops) {
			ring.runs[ring.group(p, r.hops)]++
			continue
		}
		for i := range r.hops {
			ring.fixed[p+i]++
		}
	}
}

// plans are how many packets of each group of each ring select VC1, and how many of the group have
// been asked for so far.
type plans struct {
	*traffic
	onVC1 [6][][]int
	asked [6][][]int
}

// plan anneals the rings. Rings that carry the same share an answer, which annealing would give again.
func (tr *traffic) plan(seed uint64) *plans {
	p := &plans{traffic: tr}
	known := map[string][]int{}
	for d, rings := range tr.rings {
		for _, r := range rings {
			key := fmt.Sprint(r.runs, r.fixed)
			if known[key] == nil {
				known[key] = anneal(r, seed)
			}
			p.onVC1[d] = append(p.onVC1[d], known[key])
			p.asked[d] = append(p.asked[d], make([]int, len(r.runs)))
		}
	}
	return p
}

// selects gives the select bits of the next pair, in the order in which pairs were added. Those of
// a group that select VC1 are spread evenly among the group.
func (p *plans) selects(src, dst Node, e Entry) Entry {
	var bits Entry
	for _, r := range p.runs(src, dst, e) {
		if !r.chosen {
			continue
		}
		row, position := p.torus.place(r.from, r.dir)
		ring := p.rings[r.dir][row]
		g := ring.group(position, r.hops)
		asked := &p.asked[r.dir][row][g]
		ones, packets := p.onVC1[r.dir][row][g], ring.runs[g]
		if (*asked+1)*ones/packets > *asked*ones/packets {
			bits |= 1 << (selectBit + r.dir.Dim())
		}
		*asked++
	}
	return bits
}
