// Package infiniband reads what tools of InfiniBand say of a fabric: its links as ibnetdiscover prints
// them, the forwarding tables that OpenSM dumps, and service levels. Nothing is decided here about
// how packets may block each other.
//
//	f, err := infiniband.Read("fabric.net", net)
//	...
//	err = f.ReadTables("opensm-lfts.dump", tables)
//	...
//	err = f.ReadLevels("fabric.sl", levels)
package infiniband

import (
	"io"

	"github.com/flitwright/flitwright/topology"
)

// A Fabric is nodes and links, and how packets are sent over them.
type Fabric struct {
	Graph *topology.Graph
	Nodes []topology.IBNode // by node of the graph
	LIDs  map[int]topology.End

	byGUID   map[uint64][]topology.End // nodes, as port 0, and ports
	byName   map[string][]int          // nodes by name in the graph, description and id
	channels map[topology.End]int      // that leave a port

	tables [][]uint8 // output of a switch by LID, noPath where there is none
	levels *levels   // nil: service levels are not known
}

// Read begins with the links. The LIDs that the file gives are known then.
func Read(name string, r io.Reader) (*Fabric, error) {
	g, nodes, err := topology.ReadIBNetDiscover(name, r)
	if err != nil {
		return nil, err
	}
	f := &Fabric{
		Graph: g, Nodes: nodes, LIDs: map[int]topology.End{},
		byGUID: map[uint64][]topology.End{}, byName: map[string][]int{}, channels: map[topology.End]int{},
	}
	for n, node := range nodes {
		f.identify(node.GUID, topology.End{Node: n})
		for _, p := range node.Ports {
			end := topology.End{Node: n, Port: p.Number}
			f.identify(p.GUID, end)
			for lid := p.LID; p.LID > 0 && lid < p.LID+1<<p.LMC; lid++ {
				f.LIDs[lid] = end
			}
		}
		for _, name := range [...]string{g.Nodes[n].Name, node.Description, node.ID} {
			if list := f.byName[name]; name != "" && (len(list) == 0 || list[len(list)-1] != n) {
				f.byName[name] = append(list, n)
			}
		}
	}
	for c, ch := range g.Channels {
		f.channels[topology.End{Node: ch.From, Port: ch.FromPort}] = c
	}
	return f, nil
}

// identify notes whose a GUID is. A node and one of its ports may share one: that is the port then.
func (f *Fabric) identify(guid uint64, end topology.End) {
	if guid == 0 {
		return
	}
	list := f.byGUID[guid]
	if len(list) > 0 && list[len(list)-1].Node == end.Node {
		list[len(list)-1] = end
		return
	}
	f.byGUID[guid] = append(list, end)
}

// Channel is the channel that leaves a port of a node, or -1 if the port has no link.
func (f *Fabric) Channel(node, port int) int {
	if c, ok := f.channels[topology.End{Node: node, Port: port}]; ok {
		return c
	}
	return -1
}
