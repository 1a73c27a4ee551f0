package table

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Direction of travel has the number of the port that leads there.
type Direction int

// The directions.
const (
	PlusX Direction = iota
	MinusX
	PlusY
	MinusY
	PlusZ
	MinusZ
)

var directionNames = [...]string{"+x", "-x", "+y", "-y", "+z", "-z"}

// directionOrder is the order in which escape hops are taken.
var directionOrder = [...]Direction{PlusX, PlusY, PlusZ, MinusX, MinusY, MinusZ}

func (d Direction) String() string { return directionNames[d] }

// Dim is the dimension: 0 x, 1 y, 2 z.
func (d Direction) Dim() int { return int(d) / 2 }

// Minus tells whether coordinates fall.
func (d Direction) Minus() bool { return d&1 == 1 }

// Opposite is the way back, and the number of the port by which a packet arrives.
func (d Direction) Opposite() Direction { return d ^ 1 }

// A Node is the number of a node, x + X*(y + Y*z) in a torus of X*Y*Z.
type Node int

// A Link is one end of a link between neighbours.
type Link struct {
	From Node
	Dir  Direction
}

// MaxNodes bounds the size of a table, which has an entry for every pair of nodes. The largest T3E
// had 2048.
const MaxNodes = 4096

// MaxSize bounds each dimension: a coordinate has 5 bits.
const MaxSize = 32

// A Torus is the network: its sizes and which of its links work.
type Torus struct {
	size   [3]int
	coords [][3]int
	next   [][6]Node
	masked [][6]bool
	dead   []Link // as given to Kill
}

// NewTorus makes a torus of X*Y*Z nodes, all of whose links work. A dimension of size 1 has none.
func NewTorus(size [3]int) (*Torus, error) {
	var errs []error
	nodes := 1
	for dim, k := range size {
		if k < 1 || k > MaxSize {
			errs = append(errs, fmt.Errorf("%c=%d: want 1..%d", "xyz"[dim], k, MaxSize))
		}
		nodes *= k
	}
	if errs == nil && nodes > MaxNodes {
		errs = append(errs, fmt.Errorf("x=%d y=%d z=%d: %d nodes, want at most %d", size[0], size[1], size[2], nodes, MaxNodes))
	}
	if errs != nil {
		return nil, errors.Join(errs...)
	}
	t := &Torus{size: size, coords: make([][3]int, nodes), next: make([][6]Node, nodes), masked: make([][6]bool, nodes)}
	for n := range t.coords {
		t.coords[n] = [3]int{n % size[0], n / size[0] % size[1], n / (size[0] * size[1])}
		for d := range PlusX + 6 {
			c, dim := t.coords[n], d.Dim()
			step := 1
			if d.Minus() {
				step = size[dim] - 1
			}
			c[dim] = (c[dim] + step) % size[dim]
			t.next[n][d] = t.Number(c)
			t.masked[n][d] = size[dim] == 1
		}
	}
	return t, nil
}

// Size gives X, Y and Z.
func (t *Torus) Size() [3]int { return t.size }

// Nodes is the number of nodes.
func (t *Torus) Nodes() int { return len(t.coords) }

// Number is the number of the node at coordinates that are in range.
func (t *Torus) Number(c [3]int) Node { return Node(c[0] + t.size[0]*(c[1]+t.size[1]*c[2])) }

// Coordinates gives the place of a node.
func (t *Torus) Coordinates(n Node) [3]int { return t.coords[n] }

// Next is the neighbour in a direction.
func (t *Torus) Next(n Node, d Direction) Node { return t.next[n][d] }

// ahead is the node some hops away, at most once round.
func (t *Torus) ahead(n Node, d Direction, hops int) Node {
	c, dim := t.coords[n], d.Dim()
	if d.Minus() {
		hops = t.size[dim] - hops
	}
	c[dim] = (c[dim] + hops) % t.size[dim]
	return t.Number(c)
}

// Works tells whether a packet can leave a node in a direction.
func (t *Torus) Works(n Node, d Direction) bool { return !t.masked[n][d] }

// Kill takes a link out of use, both ways, as cfg_links does at its two ends.
func (t *Torus) Kill(l Link) error {
	if t.size[l.Dir.Dim()] == 1 {
		return fmt.Errorf("a dimension of size 1 has no links")
	}
	if !t.Works(l.From, l.Dir) {
		return fmt.Errorf("is dead already")
	}
	t.masked[l.From][l.Dir] = true
	t.masked[t.Next(l.From, l.Dir)][l.Dir.Opposite()] = true
	t.dead = append(t.dead, l)
	return nil
}

// Links is what cfg_links of a node has to be: bit p is 1 if port p works.
func (t *Torus) Links(n Node) uint8 {
	var links uint8
	for p, masked := range t.masked[n] {
		if !masked {
			links |= 1 << p
		}
	}
	return links
}

// ParseNode reads "x,y,z".
func (t *Torus) ParseNode(text string) (Node, error) {
	fields := strings.Split(text, ",")
	if len(fields) != 3 {
		return 0, fmt.Errorf("want x,y,z")
	}
	var c [3]int
	var errs []error
	for dim, field := range fields {
		v, err := strconv.ParseUint(field, 10, 8)
		if err != nil || int(v) >= t.size[dim] {
			errs = append(errs, fmt.Errorf("%c: want 0..%d", "xyz"[dim], t.size[dim]-1))
			continue
		}
		c[dim] = int(v)
	}
	return t.Number(c), errors.Join(errs...)
}

// ParseLink reads "x,y,z,dir", dir as +x or -x.
func (t *Torus) ParseLink(text string) (Link, error) {
	cut := strings.LastIndex(text, ",")
	if cut < 0 {
		return Link{}, fmt.Errorf("want x,y,z,dir")
	}
	n, err := t.ParseNode(text[:cut])
	for d, name := range directionNames {
		if name == text[cut+1:] {
			return Link{n, Direction(d)}, err
		}
	}
	return Link{}, errors.Join(err, fmt.Errorf("dir: want +x, -x, +y, -y, +z or -z"))
}

// FormatNode writes a node as ParseNode reads it.
func (t *Torus) FormatNode(n Node) string {
	c := t.coords[n]
	return fmt.Sprintf("%d,%d,%d", c[0], c[1], c[2])
}

// FormatLink writes a link as ParseLink reads it.
func (t *Torus) FormatLink(l Link) string { return t.FormatNode(l.From) + "," + l.Dir.String() }

// Dead lists the links that were killed.
func (t *Torus) Dead() []Link { return t.dead }

// atDead tells whether a dead link ends at a node.
func (t *Torus) atDead(n Node) bool {
	for d := range PlusX + 6 {
		if t.masked[n][d] && t.size[d.Dim()] > 1 {
			return true
		}
	}
	return false
}
