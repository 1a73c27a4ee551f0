package infiniband

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"

	"github.com/flitwright/flitwright/topology"
	"github.com/flitwright/flitwright/topology/internal/source"
)

// noPath is the output of a packet that a switch discards.
const noPath = 0xff

const maxLID = 0xbfff // of unicast

// Output is the port by which a switch sends packets to a LID, 0 being the switch itself, or -1 if
// it discards them.
func (f *Fabric) Output(node, lid int) int {
	if table := f.tables[node]; lid < len(table) && table[lid] != noPath {
		return int(table[lid])
	}
	return -1
}

var (
	tableHead  = regexp.MustCompile(`^Unicast lids .* of switch (?:Lid (\d{1,9})\b)?.*guid 0x([0-9a-fA-F]{1,16}) \('?(.*?)'?\):`)
	tableEntry = regexp.MustCompile(`^0x([0-9a-fA-F]{1,8})\s+(\d{1,9})\s*(?:[#:]\s*(.*))?$`)
	tableOwner = regexp.MustCompile(`(?:Channel Adapter|Switch|Router) portguid 0x([0-9a-fA-F]{1,16}): '(.*)'`)
	tableLinks = regexp.MustCompile(`^(vendid=|(Switch|Hca|Ca|Rt)\s+\d+\s*")`)
	tableOther = regexp.MustCompile(`^(\s*$|#|\d+ (?:valid )?lids dumped|\s*Lid\s+Out|\s*Port\s+Info)`)
)

// ReadTables reads the forwarding tables of all switches, as OpenSM writes them to opensm-lfts.dump
// and dump_fts prints them. A table belongs to the switch of its GUID, or, where the links were
// read without GUIDs, of its name. LIDs that are not known from the links are those of the node
// that the comment behind an entry names; if the node has several links it is the port that the
// table of the switch behind it sends the LID to.
func (f *Fabric) ReadTables(name string, r io.Reader) error {
	text := source.Stream(name, r)
	t := tables{Fabric: f, text: text, owners: map[int]owner{}, heads: make([]int, len(f.Nodes)), current: -1}
	t.tables = make([][]uint8, len(f.Nodes))
	for n, line := range text.Lines() {
		if !t.begun && tableLinks.MatchString(line) {
			text.Faultf(n, "links as ibnetdiscover prints them, not forwarding tables")
			return text.Err()
		}
		t.line(n, line)
	}
	for n, node := range f.Graph.Nodes {
		if node.Switch && t.heads[n] == 0 {
			text.Faultf(0, "switch %s has no table", source.Quote(node.Name))
		}
	}
	if text.Err() == nil {
		t.own()
	}
	return text.Err()
}

// tables is the reading of a file.
type tables struct {
	*Fabric
	text    *source.Text
	owners  map[int]owner // of LIDs that the links do not give
	heads   []int         // line of the table of a switch
	current int           // switch; -1: its head was refused, or there was none
	begun   bool
}

// An owner is whom the comment of an entry names.
type owner struct {
	guid uint64
	name string
	line int
}

func (t *tables) line(n int, line string) {
	if m := tableEntry.FindStringSubmatch(line); m != nil {
		if !t.begun {
			t.text.Faultf(n, "an entry before the first table")
			t.begun = true
		} else if t.current >= 0 {
			t.entry(n, m)
		}
	} else if m := tableHead.FindStringSubmatch(line); m != nil {
		t.begun = true
		t.current = t.head(n, m)
	} else if !tableOther.MatchString(line) {
		t.text.Faultf(n, "%s is not understood", source.Quote(line))
	}
}

// head finds the switch of a table.
func (t *tables) head(n int, m []string) int {
	guid, _ := strconv.ParseUint(m[2], 16, 64)
	node, err := t.find(guid, m[3])
	if err == nil && !t.Graph.Nodes[node].Switch {
		err = fmt.Errorf("%s is not a switch", source.Quote(m[3]))
	}
	if err == nil && t.heads[node] > 0 {
		err = fmt.Errorf("a second table for %s: the first is in line %d", source.Quote(m[3]), t.heads[node])
	}
	if err != nil {
		t.text.Faultf(n, "%v", err)
		return -1
	}
	t.heads[node] = n
	if lid, err := strconv.Atoi(m[1]); err == nil && lid != 0 {
		if lid > maxLID {
			t.text.Faultf(n, "lid %d is not in 1..%d", lid, maxLID)
		} else if end, known := t.LIDs[lid]; known && end != (topology.End{Node: node}) {
			t.text.Faultf(n, "lid %d is that of %s", lid, source.Quote(t.Graph.Nodes[end.Node].Name))
		} else {
			t.LIDs[lid] = topology.End{Node: node}
		}
	}
	return node
}

// find is the node of a GUID, of its own or of a port, or of a name where the GUID is not known.
func (f *Fabric) find(guid uint64, name string) (int, error) {
	if ends := f.byGUID[guid]; len(ends) == 1 {
		return ends[0].Node, nil
	}
	switch list := f.byName[name]; len(list) {
	case 0:
		return 0, fmt.Errorf("no node has the GUID %#016x or is called %s", guid, source.Quote(name))
	case 1:
		return list[0], nil
	default:
		return 0, fmt.Errorf("no node has the GUID %#016x and %d are called %s", guid, len(list), source.Quote(name))
	}
}

func (t *tables) entry(n int, m []string) {
	lid, _ := strconv.ParseUint(m[1], 16, 64)
	port, _ := strconv.Atoi(m[2])
	if lid > maxLID {
		t.text.Faultf(n, "lid %#x is not in 0..%#x", lid, maxLID)
		return
	}
	if port >= noPath {
		port = noPath
	} else if port > 0 && t.Channel(t.current, port) < 0 {
		t.text.Faultf(n, "port %d of %s has no link", port, source.Quote(t.Graph.Nodes[t.current].Name))
		return
	}
	table := t.tables[t.current]
	for len(table) <= int(lid) {
		table = append(table, noPath)
	}
	if table[lid] != noPath {
		t.text.Faultf(n, "a second entry for lid %#x", lid)
	}
	table[lid] = uint8(port)
	t.tables[t.current] = table
	if _, known := t.owners[int(lid)]; known {
		return
	}
	if o := tableOwner.FindStringSubmatch(m[3]); o != nil {
		guid, _ := strconv.ParseUint(o[1], 16, 64)
		t.owners[int(lid)] = owner{guid, o[2], n}
	}
}

// own finds the port of each LID that the links do not give.
func (t *tables) own() {
	var lids []int
	for lid := range t.owners {
		if _, known := t.LIDs[lid]; !known {
			lids = append(lids, lid)
		}
	}
	slices.Sort(lids)
	for _, lid := range lids {
		o := t.owners[lid]
		if ends := t.byGUID[o.guid]; len(ends) == 1 && (ends[0].Port > 0 || t.Graph.Nodes[ends[0].Node].Switch) {
			t.LIDs[lid] = ends[0]
			continue
		}
		node, err := t.find(o.guid, o.name)
		if err != nil {
			t.text.Faultf(o.line, "%v", err)
			continue
		}
		if t.Graph.Nodes[node].Switch {
			t.LIDs[lid] = topology.End{Node: node}
			continue
		}
		ports := t.served(node, lid)
		if len(ports) != 1 {
			t.text.Faultf(o.line, "lid %#x: %d ports of %s are sent packets to it by the switch behind them", lid, len(ports), source.Quote(o.name))
			continue
		}
		t.LIDs[lid] = topology.End{Node: node, Port: ports[0]}
	}
}

// served lists the ports of a channel adapter to which the switch behind the port sends packets to
// a LID; of a single port, that one.
func (t *tables) served(node, lid int) []int {
	in := t.Graph.In(node)
	var ports []int
	for _, c := range in {
		if ch := t.Graph.Channels[c]; len(in) == 1 || t.Graph.Nodes[ch.From].Switch && t.Output(ch.From, lid) == ch.FromPort {
			ports = append(ports, ch.ToPort)
		}
	}
	return ports
}
