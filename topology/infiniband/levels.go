package infiniband

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/topology"
	"github.com/flitwright/flitwright/topology/internal/source"
)

// SLs is the number of service levels and of virtual lanes. A packet whose lane is Discard is
// discarded: lane 15 is for management alone.
const (
	SLs     = 16
	Discard = 15
)

// levels are what service levels packets have and which lanes they use.
type levels struct {
	pairs  map[pair]uint8
	lanes  map[lane]*[SLs]uint8
	mapped []bool // nodes that have lanes
}

// A pair is the source and destination LID of packets.
type pair struct{ source, destination uint16 }

// A lane is an input and an output of a switch, or input 0 and a port of a channel adapter, 0 for
// all its ports.
type lane struct{ node, in, out int }

// maxPairs is how many pairs may have a level.
const maxPairs = 1 << 23

// HasLevels is whether service levels were read. Without them all packets use lane 0.
func (f *Fabric) HasLevels() bool { return f.levels != nil }

// SL is the service level of packets from a LID to another: 0 where no file says more.
func (f *Fabric) SL(source, destination int) int {
	if f.levels == nil {
		return 0
	}
	return int(f.levels.pairs[pair{uint16(source), uint16(destination)}])
}

// VL is the virtual lane that packets of a service level take behind an output of a node. In a switch
// it depends on the input; packets of the node itself have input 0. Where no table says more the
// lane has the number of the service level.
func (f *Fabric) VL(node, in, out, sl int) int {
	if f.levels == nil || !f.levels.mapped[node] {
		return sl
	}
	table := f.levels.lanes[lane{node, in, out}]
	if table == nil && !f.Graph.Nodes[node].Switch {
		table = f.levels.lanes[lane{node, 0, 0}]
	}
	if table == nil {
		return Discard
	}
	return int(table[sl])
}

const levelNode = `(?:Channel Adapter|Switch|Router) 0x([0-9a-fA-F]{1,16}), base LID (\d{1,9}), "(.*)"`

var (
	levelHead   = regexp.MustCompile(`^` + levelNode + `(?:, port (\d{1,9}))?\s*$`)
	levelRecord = regexp.MustCompile(`^0x([0-9a-fA-F]{1,8})\s*:\s*(\d{1,9})\s*:\s*\d+\s*:\s*\d+\s*$`)
	levelLanes  = regexp.MustCompile(`^(\d{1,9})\s+(\d{1,9})\s*:((?:\s+\d{1,9}){16})\s*$`)
	levelPair   = regexp.MustCompile(`^("[^"]*"|[^\s"]+)\s+("[^"]*"|[^\s"]+)\s+(\d{1,9})\s*$`)
	levelField  = regexp.MustCompile(`^\s+(slid|dlid|sl)\.+(\w{1,18})\s*$`)
	levelOther  = regexp.MustCompile(`^(\s*$|#|PathRecord dump:|\s+\w+\.\.|0x\w+\s*: UNREACHABLE)`)
)

// ReadLevels reads service levels and SL-to-VL tables. A file has lines of any of these kinds:
//
//	SOURCE DESTINATION SL      a LID (5, 0x5), a GUID (0x and more than 4 digits) or a name,
//	                           in quotes if it has blanks
//	opensm-path-records.dump   as OpenSM's plug-in dump_pr writes it
//	saquery PathRecord         as it prints
//	opensm-sl2vl.dump          as OpenSM writes it
//
// Files can be read one after another, or as one. A pair that no line names has service level 0.
// A node without SL-to-VL table uses the lane of the number of the service level; in a table, what
// is left out is discarded. The tables of forwarding must be read before, for LIDs.
func (f *Fabric) ReadLevels(name string, r io.Reader) error {
	text := source.Stream(name, r)
	if f.levels == nil {
		f.levels = &levels{pairs: map[pair]uint8{}, lanes: map[lane]*[SLs]uint8{}, mapped: make([]bool, len(f.Nodes))}
	}
	l := levelFile{Fabric: f, text: text, node: -1, owned: map[topology.End][]int{}, record: map[string]int{}}
	for _, lid := range slices.Sorted(maps.Keys(f.LIDs)) {
		port := f.LIDs[lid]
		l.owned[port] = append(l.owned[port], lid)
		if node := (topology.End{Node: port.Node}); node != port {
			l.owned[node] = append(l.owned[node], lid)
		}
	}
	for n, line := range text.Lines() {
		l.line(n, line)
	}
	return text.Err()
}

// levelFile is the reading of a file.
type levelFile struct {
	*Fabric
	text   *source.Text
	owned  map[topology.End][]int // LIDs of a port, and of a node as port 0
	begun  bool                   // there was a head
	node   int                    // of the last head; -1: it was refused
	port   int                    // of a channel adapter in the last head, 0 if it is not known
	base   int                    // LID in the last head
	record map[string]int         // fields of a path record so far
	given  int                    // pairs so far
}

func (l *levelFile) line(n int, line string) {
	if m := levelHead.FindStringSubmatch(line); m != nil {
		l.head(n, m)
	} else if m := levelRecord.FindStringSubmatch(line); m != nil {
		if destination, ok := l.number(n, "lid", "0x"+m[1], maxLID); ok && l.headed(n) {
			l.pair(n, []int{l.base}, []int{destination}, m[2])
		}
	} else if m := levelLanes.FindStringSubmatch(line); m != nil {
		l.lanesOf(n, m)
	} else if m := levelPair.FindStringSubmatch(line); m != nil && line[0] != '#' {
		if from, to := l.lids(n, m[1]), l.lids(n, m[2]); from != nil && to != nil {
			l.pair(n, from, to, m[3])
		}
	} else if m := levelField.FindStringSubmatch(line); m != nil {
		l.field(n, m[1], m[2])
	} else if !levelOther.MatchString(line) {
		l.text.Faultf(n, "%s is not understood", source.Quote(line))
	}
}

// number reads a number with 0x or without, of at most a value.
func (l *levelFile) number(n int, what, s string, most int) (int, bool) {
	v, err := parse(s)
	if err != nil || v > uint64(most) {
		l.text.Faultf(n, "%s %s is not in 0..%d", what, source.Quote(s), most)
		return 0, false
	}
	return int(v), true
}

func parse(s string) (uint64, error) {
	if hex, ok := strings.CutPrefix(s, "0x"); ok {
		return strconv.ParseUint(hex, 16, 64)
	}
	return strconv.ParseUint(s, 10, 64)
}

// headed is whether a line belongs to a node.
func (l *levelFile) headed(n int) bool {
	if !l.begun {
		l.text.Faultf(n, "an entry before the first node")
		l.begun = true
	}
	return l.node >= 0
}

func (l *levelFile) head(n int, m []string) {
	guid, _ := strconv.ParseUint(m[1], 16, 64)
	l.node, l.port, l.begun = -1, 0, true
	node, err := l.find(guid, m[3])
	if err != nil {
		l.text.Faultf(n, "%v", err)
		return
	}
	base, ok := l.number(n, "lid", m[2], maxLID)
	if !ok {
		return
	}
	l.node, l.base = node, base
	if ends := l.byGUID[guid]; len(ends) == 1 {
		l.port = ends[0].Port
	}
}

// lids are those that a word of a line names.
func (l *levelFile) lids(n int, word string) []int {
	name := strings.Trim(word, `"`)
	if name == word && word[0] >= '0' && word[0] <= '9' {
		v, err := parse(word)
		switch {
		case err != nil:
			l.text.Faultf(n, "%s is neither a LID nor a GUID", source.Quote(word))
			return nil
		case len(word) <= len("0xffff"):
			lid, ok := l.number(n, "lid", word, maxLID)
			if !ok {
				return nil
			}
			return []int{lid}
		}
		ends := l.byGUID[v]
		if len(ends) != 1 {
			l.text.Faultf(n, "%d nodes have the GUID %s", len(ends), word)
			return nil
		}
		return l.lidsOf(n, word, ends[0])
	}
	nodes := l.byName[name]
	if len(nodes) != 1 {
		l.text.Faultf(n, "%d nodes are called %s", len(nodes), source.Quote(name))
		return nil
	}
	return l.lidsOf(n, source.Quote(name), topology.End{Node: nodes[0]})
}

// lidsOf are the LIDs of a port, or with port 0 of a whole node.
func (l *levelFile) lidsOf(n int, name string, end topology.End) []int {
	lids := l.owned[end]
	if lids == nil {
		l.text.Faultf(n, "no LID of %s is known", name)
	}
	return lids
}

// pair gives the packets between LIDs a service level.
func (l *levelFile) pair(n int, from, to []int, level string) {
	sl, ok := l.number(n, "service level", level, SLs-1)
	if !ok {
		return
	}
	for _, s := range from {
		for _, d := range to {
			p := pair{uint16(s), uint16(d)}
			if was, known := l.levels.pairs[p]; known && was != uint8(sl) {
				l.text.Faultf(n, "service level %d from lid %d to lid %d, which had %d before", sl, s, d, was)
				return
			}
			l.levels.pairs[p] = uint8(sl)
			if l.given++; l.given == maxPairs {
				l.text.Faultf(n, "more than %d pairs", maxPairs)
			}
			if l.given >= maxPairs {
				return
			}
		}
	}
}

// field is one of a path record; sl is the last of those that matter.
func (l *levelFile) field(n int, name, value string) {
	most := maxLID
	if name == "sl" {
		most = SLs - 1
	}
	v, ok := l.number(n, name, value, most)
	if !ok {
		return
	}
	l.record[name] = v
	if name != "sl" {
		return
	}
	if s, d := l.record["slid"], l.record["dlid"]; s > 0 && d > 0 {
		l.pair(n, []int{s}, []int{d}, fmt.Sprint(v))
	}
	clear(l.record)
}

func (l *levelFile) lanesOf(n int, m []string) {
	if !l.headed(n) {
		return
	}
	in, inOK := l.number(n, "port", m[1], 254)
	out, outOK := l.number(n, "port", m[2], 254)
	if !inOK || !outOK {
		return
	}
	table := new([SLs]uint8)
	for sl, word := range strings.Fields(m[3]) {
		vl, ok := l.number(n, "virtual lane", word, SLs-1)
		if !ok {
			return
		}
		table[sl] = uint8(vl)
	}
	if !l.Graph.Nodes[l.node].Switch {
		in, out = 0, l.port
	}
	l.levels.lanes[lane{l.node, in, out}] = table
	l.levels.mapped[l.node] = true
}
