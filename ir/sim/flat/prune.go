package flat

// prune removes the nodes that nothing uses, left over from folding.
func (n *Netlist) prune() {
	live := make([]bool, len(n.Nodes))
	n.refs(func(r *Ref) {
		if *r != None {
			live[*r] = true
		}
	})
	for i := len(n.Nodes) - 1; i >= 0; i-- {
		if live[i] {
			for _, a := range n.Nodes[i].Args {
				live[a] = true
			}
		}
	}
	place := make([]Ref, len(n.Nodes))
	kept := n.Nodes[:0]
	for i, node := range n.Nodes {
		if !live[i] {
			continue
		}
		for k, a := range node.Args {
			node.Args[k] = place[a]
		}
		place[i] = Ref(len(kept))
		kept = append(kept, node)
	}
	n.Nodes = kept
	n.refs(func(r *Ref) {
		if *r != None {
			*r = place[*r]
		}
	})
}

// refs calls f for every reference into Nodes from outside.
func (n *Netlist) refs(f func(*Ref)) {
	f(&n.Rst)
	for i := range n.Inputs {
		f(&n.Inputs[i])
	}
	for i := range n.Outputs {
		f(&n.Outputs[i])
	}
	for i := range n.Regs {
		f(&n.Regs[i].Node)
		f(&n.Regs[i].Next)
	}
	for i := range n.Mems {
		for k := range n.Mems[i].Writes {
			w := &n.Mems[i].Writes[k]
			f(&w.Enable)
			f(&w.Addr)
			f(&w.Data)
		}
	}
	for i := range n.Checks {
		f(&n.Checks[i].Fail)
		f(&n.Checks[i].Addr)
	}
	for i := range n.Probes {
		f(&n.Probes[i].Node)
	}
}
