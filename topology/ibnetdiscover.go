package topology

import (
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/topology/internal/source"
)

// An IBNode is what an ibnetdiscover file says of a node of an InfiniBand fabric besides its links.
type IBNode struct {
	ID          string // as in "S-0008f1040040000f"
	Description string // "" if the file gives none
	GUID        uint64 // 0 if the file gives none
	Ports       []IBPort
}

// An IBPort is a port that packets can be sent to: port 0 of a switch, or a port with a cable of a
// channel adapter. LID and GUID are 0 if the file gives none; the port answers to LIDs
// LID..LID+2^LMC-1.
type IBPort struct {
	Number int
	GUID   uint64
	LID    int
	LMC    int
}

// maxIBPort is the highest number that a port may have.
const maxIBPort = 254

// ReadIBNetDiscover reads an InfiniBand fabric as ibnetdiscover prints it, and as ibsim reads it,
// which leaves out identities. Nodes are called by their descriptions, or by their ids where they have none;
// those that share a description are called description#id. Switches are switches, channel adapters
// and routers terminals. Port numbers are those of the file. A link has to be told from one end
// only, but if both tell of it they must agree. Element i of the list is node i of the graph.
func ReadIBNetDiscover(name string, r io.Reader) (*Graph, []IBNode, error) {
	text, err := source.Read(name, r)
	if err != nil {
		return nil, nil, err
	}
	g, nodes, err := readIBNetDiscover(text)
	if err != nil {
		return nil, nil, err
	}
	g.Format = IBNetDiscover
	return g, nodes, nil
}

var (
	ibNodeLine = regexp.MustCompile(`^(Switch|Hca|Ca|Rt)\s+(\d{1,20})\s*"([^"]*)"\s*([^#]*)(?:#(.*))?$`)
	ibPortLine = regexp.MustCompile(`^\[(\d{1,20})\](?:\[ext \d{1,20}\])?(?:\(([0-9a-fA-F]{1,40})\))?\s*"([^"]*)"\s*` +
		`\[(\d{1,20})\](?:\[ext \d{1,20}\])?(?:\([0-9a-fA-F]{1,40}\))?\s*[^#]*(?:#(.*))?$`)
	ibGUIDLine = regexp.MustCompile(`^(?:switch|ca|rt)guid=0x([0-9a-fA-F]{1,40})(?:\(([0-9a-fA-F]{1,40})\))?`)
	ibOther    = regexp.MustCompile(`^([A-Za-z]+=|Chassis |do )`)
	ibTables   = regexp.MustCompile(`^Unicast lids .* of switch `)
	ibLID      = regexp.MustCompile(`\blid (\d{1,20})(?: lmc (\d{1,20}))?`)
	ibQuoted   = regexp.MustCompile(`^\s*"(.*)"`)
)

func readIBNetDiscover(text *source.Text) (*Graph, []IBNode, error) {
	f := ibFile{text: text, index: map[string]int{}, ports: map[End]ibLink{}, lids: map[int]int{}}
	for n, line := range text.Lines() {
		if len(f.nodes) == 0 && ibTables.MatchString(line) {
			text.Faultf(n, "forwarding tables, not links as ibnetdiscover prints them")
			break
		}
		f.line(n, strings.TrimRight(line, " \t"))
		if len(f.nodes) > MaxNodes || len(f.links) > MaxChannels {
			text.Faultf(n, "more than %d nodes or %d channels", MaxNodes, MaxChannels)
			break
		}
	}
	return f.build()
}

type ibFile struct {
	text   *source.Text
	nodes  []IBNode
	kinds  []string
	counts []int // of ports
	index  map[string]int
	links  []ibLink
	ports  map[End]ibLink // told of from this end
	lids   map[int]int    // line

	guid, portGUID uint64 // of the next node and its port 0
	skipping       bool   // the lines of a node that is refused
}

// An ibLink is told by the line of its near end.
type ibLink struct {
	near   End
	remote string
	port   int
	line   int
}

func (f *ibFile) line(n int, line string) {
	switch {
	case line == "", line[0] == '#':
	case line[0] == '[':
		f.port(n, line)
	case ibNodeLine.MatchString(line):
		f.node(n, ibNodeLine.FindStringSubmatch(line))
		f.guid, f.portGUID = 0, 0
	case ibGUIDLine.MatchString(line):
		m := ibGUIDLine.FindStringSubmatch(line)
		f.guid, f.portGUID = f.hex(n, m[1]), f.hex(n, m[2])
	case ibOther.MatchString(line):
	case strings.HasPrefix(line, "include "):
		f.text.Faultf(n, "an included file is not read")
	default:
		f.text.Faultf(n, "%s is not understood", source.Quote(line))
	}
}

func (f *ibFile) hex(line int, s string) uint64 {
	if s == "" {
		return 0
	}
	v, err := strconv.ParseUint(s, 16, 64)
	if err != nil {
		f.text.Faultf(line, "GUID %s has more than 16 digits", s)
	}
	return v
}

// number parses what is known to be digits.
func (f *ibFile) number(line int, what, s string, low, high int) (int, bool) {
	v, err := strconv.Atoi(s)
	ok := err == nil && v >= low && v <= high
	if !ok {
		f.text.Faultf(line, "%s %s is not in %d..%d", what, s, low, high)
	}
	return v, ok
}

// lid finds the first LID of a comment.
func (f *ibFile) lid(line int, comment string, p IBPort) IBPort {
	if m := ibLID.FindStringSubmatch(comment); m != nil {
		p.LID, _ = f.number(line, "lid", m[1], 0, 0xbfff)
		if m[2] != "" {
			p.LMC, _ = f.number(line, "lmc", m[2], 0, 7)
		}
		f.claim(line, p)
	}
	return p
}

// claim notes whose the LIDs of a port are. LID 0 is one not given yet.
func (f *ibFile) claim(line int, p IBPort) {
	if p.LID == 0 || p.LMC < 0 || p.LMC > 7 {
		return
	}
	for lid := p.LID; lid < p.LID+1<<p.LMC; lid++ {
		if first, taken := f.lids[lid]; taken {
			f.text.Faultf(line, "lid %d is taken by line %d", lid, first)
			return
		}
		f.lids[lid] = line
	}
}

func (f *ibFile) node(line int, m []string) {
	kind, id, comment := m[1], m[3], m[5]
	ports, ok := f.number(line, "number of ports", m[2], 1, maxIBPort)
	f.skipping = true
	switch {
	case id == "":
		f.text.Faultf(line, "this node has no id")
	case !ok:
	default:
		if _, twice := f.index[id]; twice {
			f.text.Faultf(line, "a second node %s", source.Quote(id))
			return
		}
		f.skipping = false
	}
	node := IBNode{ID: id, GUID: f.guid}
	if d := ibQuoted.FindStringSubmatch(comment); d != nil {
		node.Description = d[1]
		comment = comment[len(d[0]):]
	}
	if kind == "Switch" {
		node.Ports = []IBPort{f.lid(line, comment, IBPort{Number: 0, GUID: f.portGUID})}
	}
	f.index[id] = len(f.nodes)
	f.nodes = append(f.nodes, node)
	f.kinds = append(f.kinds, kind)
	f.counts = append(f.counts, ports)
}

func (f *ibFile) port(line int, text string) {
	m := ibPortLine.FindStringSubmatch(text)
	switch {
	case m == nil:
		f.text.Faultf(line, "%s is not a port with its link", source.Quote(text))
		return
	case f.skipping:
		return
	case len(f.nodes) == 0:
		f.text.Faultf(line, "a port before the first node")
		return
	}
	n := len(f.nodes) - 1
	port, ok := f.number(line, "port", m[1], 1, f.counts[n])
	remote, remoteOK := f.number(line, "port", m[4], 1, maxIBPort)
	if !ok || !remoteOK {
		return
	}
	link := ibLink{End{n, port}, m[3], remote, line}
	if was, twice := f.ports[link.near]; twice {
		f.text.Faultf(line, "port %d is in line %d already", port, was.line)
		return
	}
	f.ports[link.near] = link
	f.links = append(f.links, link)
	if f.kinds[n] != "Switch" {
		p := IBPort{Number: port, GUID: f.hex(line, m[2])}
		f.nodes[n].Ports = append(f.nodes[n].Ports, f.lid(line, m[5], p))
	}
}

func (f *ibFile) build() (*Graph, []IBNode, error) {
	b := NewBuilder(graphName(f.text.Name))
	descriptions := make([]string, len(f.nodes))
	for i, n := range f.nodes {
		descriptions[i] = strings.TrimSpace(n.Description)
	}
	for i, name := range distinct(descriptions, func(i int) string { return f.nodes[i].ID }) {
		isSwitch := f.kinds[i] == "Switch"
		b.Node(Node{Name: name, Terminal: !isSwitch, Switch: isSwitch})
	}
	for _, link := range f.links {
		n, ok := f.index[link.remote]
		if !ok {
			f.text.Faultf(link.line, "there is no node %s", source.Quote(link.remote))
			continue
		}
		far := End{n, link.port}
		if link.port > f.counts[n] {
			f.text.Faultf(link.line, "%s has no port %d", source.Quote(link.remote), link.port)
			continue
		}
		back, told := f.ports[far]
		switch {
		case far == link.near:
			f.text.Faultf(link.line, "port %d is joined to itself", link.port)
		case !told:
			f.ports[far] = ibLink{far, f.nodes[link.near.Node].ID, link.near.Port, link.line}
			b.Link(link.near, far)
		case f.index[back.remote] != link.near.Node || back.port != link.near.Port:
			f.text.Faultf(link.line, "joined to port %d of %s, which line %d joins to port %d of %s",
				link.port, source.Quote(link.remote), back.line, back.port, source.Quote(back.remote))
		case link.line < back.line:
			b.Link(link.near, far)
		}
	}
	g, err := b.imported(f.text)
	return g, f.nodes, err
}
