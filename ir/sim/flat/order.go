package flat

// An order finishes nodes after all that they depend on. It is Tarjan's algorithm for strongly
// connected components, without recursion: the components come out arguments first, and one
// of more than a node is a loop through words.
type order struct {
	g       *graph
	index   []int32 // order of first visit, from 1; 0 is not visited
	low     []int32 // least index reached
	next    int32
	open    []int32 // visited, component not yet known
	pending []step
}

type step struct {
	id  int32
	arg int
}

func newOrder(g *graph) *order {
	return &order{g: g, index: make([]int32, len(g.owner)), low: make([]int32, len(g.owner))}
}

// visit finishes a node.
func (o *order) visit(id int32) error {
	if o.g.ref[id] != None {
		return nil
	}
	o.push(id)
	for len(o.pending) > 0 {
		top := &o.pending[len(o.pending)-1]
		id := top.id
		if a, ok := o.g.arg(id, top.arg); ok {
			top.arg++
			switch {
			case o.g.ref[a] != None:
			case o.index[a] == 0:
				o.push(a)
			default:
				o.low[id] = min(o.low[id], o.index[a])
			}
			continue
		}
		o.pending = o.pending[:len(o.pending)-1]
		if len(o.pending) > 0 {
			up := o.pending[len(o.pending)-1].id
			o.low[up] = min(o.low[up], o.low[id])
		}
		if o.low[id] == o.index[id] {
			if err := o.component(id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *order) push(id int32) {
	o.next++
	o.index[id], o.low[id] = o.next, o.next
	o.open = append(o.open, id)
	o.pending = append(o.pending, step{id: id})
}

// component finishes the component whose first visited node is id.
func (o *order) component(id int32) error {
	first := len(o.open) - 1
	for o.open[first] != id {
		first--
	}
	members := o.open[first:]
	o.open = o.open[:first]
	if len(members) == 1 && !o.loops(id) {
		o.g.ref[id] = o.g.finish(id)
		return nil
	}
	return split(o.g, members)
}

// loops reports whether a node is its own argument.
func (o *order) loops(id int32) bool {
	for k := 0; ; k++ {
		a, ok := o.g.arg(id, k)
		if !ok {
			return false
		}
		if a == id {
			return true
		}
	}
}
