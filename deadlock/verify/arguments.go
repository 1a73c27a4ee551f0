package verify

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/topology"
)

// A checker holds a certificate against its graph.
type checker struct {
	*certificate
	g        *topology.Graph
	vertices int
}

func (k *checker) within(v int32) error {
	if v < 0 || int(v) >= k.vertices {
		return fmt.Errorf("vertex %d is not in 0..%d", v, k.vertices-1)
	}
	return nil
}

// numbering checks that every dependence climbs.
func (k *checker) numbering() (string, error) {
	if len(k.Numbering) != k.vertices {
		return "", fmt.Errorf("numbering: %d numbers for %d vertices", len(k.Numbering), k.vertices)
	}
	n := 0
	for _, row := range k.Edges {
		if len(row) == 0 {
			return "", fmt.Errorf("edges: a row has no vertex")
		}
		for i, w := range row {
			if err := k.within(w); err != nil {
				return "", err
			}
			if i == 0 {
				continue
			}
			if n++; k.Numbering[row[0]] >= k.Numbering[w] {
				return "", fmt.Errorf("numbering: %d depends on %d but is not below it", row[0], w)
			}
		}
	}
	return fmt.Sprintf("every one of %d dependences climbs in the numbering", n), nil
}

// order checks that in every set of vertices one has packets that can move on: the first in the
// order.
func (k *checker) order() (string, error) {
	place := make([]int, k.vertices)
	for i, v := range k.Order {
		if err := k.within(v); err != nil {
			return "", err
		}
		if place[v] != 0 {
			return "", fmt.Errorf("order: %d is there twice", v)
		}
		place[v] = i + 1
	}
	sets := 0
	for _, row := range k.Waits {
		if len(row) == 0 || len(row[0]) != 1 {
			return "", fmt.Errorf("waits: a row has no vertex")
		}
		v := row[0][0]
		for _, set := range row {
			for _, w := range set {
				if err := k.within(w); err != nil {
					return "", err
				}
			}
		}
		for _, set := range row[1:] {
			sets++
			before := func(w int32) bool { return place[w] != 0 && place[w] < place[v] }
			if place[v] == 0 || !slices.ContainsFunc(set, before) {
				return "", fmt.Errorf("order: a packet at %d waits for nothing that comes before it", v)
			}
		}
	}
	return fmt.Sprintf("every one of %d wait sets has a vertex before its own in the order", sets), nil
}

// witness checks that the packets hold different things and wait for what they hold.
func (k *checker) witness() (string, error) {
	held := map[int32]bool{}
	for i, p := range k.Packets {
		if p.Source < 0 || p.Source >= len(k.g.Nodes) || p.Destination < -1 || p.Destination >= len(k.g.Nodes) {
			return "", fmt.Errorf("witness: packet %d is from %d to %d; there are nodes 0..%d", i, p.Source, p.Destination, len(k.g.Nodes)-1)
		}
		if len(p.Holds) > 1 && (k.Flow == "vct" || k.Flow == "saf") {
			return "", fmt.Errorf("witness: packet %d holds %d buffers, and with flow %s it holds one", i, len(p.Holds), k.Flow)
		}
		for _, v := range p.Holds {
			if err := k.within(v); err != nil {
				return "", err
			}
			if held[v] {
				return "", fmt.Errorf("witness: packet %d holds %d, which another holds", i, v)
			}
			held[v] = true
		}
		if len(p.Holds) == 0 {
			return "", fmt.Errorf("witness: packet %d holds nothing", i)
		}
	}
	for i, p := range k.Packets {
		for _, w := range p.Waits {
			if !held[w] {
				return "", fmt.Errorf("witness: packet %d waits for %d, which nobody holds", i, w)
			}
		}
	}
	if len(k.Packets) == 0 {
		return "", fmt.Errorf("witness: there are no packets")
	}
	return fmt.Sprintf("each of %d packets waits for what they hold", len(k.Packets)), nil
}
