package ir

// paths are the combinational paths of a module: first from node to node, which is little
// work and rules out nearly every loop; then, where that is not enough, from bit to bit.
type paths struct {
	e        *elaboration
	f        *flow
	whole    *graph  // vertices of the flow without memories
	outIndex []int   // by Node.ID of an instance's output: its index in Instance.Outputs
	inputs   []*Node // of the module, in port order
	outputs  []*Node
	outs     [][]int         // by output: the inputs it depends on; made when asked for
	bits     map[int][][]pin // by output, then by bit; made when asked for

	base     []int32 // of the bitGraph in use, whose vertices of whole are expanded
	expanded []int32
}

// A pin is a bit of an input of a module, by its index among the inputs.
type pin struct{ input, bit int }

// paths gives the paths of a module, none if it was built with faults.
func (e *elaboration) paths(m *Module) *paths {
	facts := e.of(m)
	if facts.paths != nil {
		return facts.paths
	}
	p := &paths{e: e, f: facts.flow, bits: map[int][][]pin{}}
	facts.paths = p
	for _, port := range m.Ports {
		if port.Dir == Input {
			p.inputs = append(p.inputs, port.Node)
		} else {
			p.outputs = append(p.outputs, port.Node)
		}
	}
	if len(m.faults) > 0 {
		p.outs = make([][]int, len(p.outputs))
		return p
	}
	p.outIndex = make([]int, len(m.Nodes))
	for _, inst := range m.Insts {
		for i, n := range inst.Outputs {
			p.outIndex[n.ID] = i
		}
	}
	p.whole = newGraph(len(m.Nodes)+len(facts.flow.blocks), p.dependences)
	return p
}

// dependences gives the vertices that v depends on in the same cycle.
func (p *paths) dependences(v int, edge func(to int)) {
	if v >= len(p.f.m.Nodes) {
		p.f.blockReads(v-len(p.f.m.Nodes), edge)
		return
	}
	switch n := p.f.m.Nodes[v]; n.Op {
	case OpReg, OpMemReadReg:
	case OpWire:
		for _, s := range p.f.sets[v] {
			edge(s.Src.ID)
			edge(p.f.blockVertex(s.block))
		}
	case OpInstOut:
		for _, in := range p.e.paths(n.Inst.Of).inputsOf(p.outIndex[v]) {
			edge(n.Inst.Inputs[in].ID)
		}
	default:
		for _, a := range n.Args {
			edge(a.ID)
		}
	}
}

// inputsOf gives the inputs of the module that some bit of an output depends on.
func (p *paths) inputsOf(output int) []int {
	if p.outs == nil {
		index := make([]int32, len(p.f.m.Nodes)) // 1 + the number of the input
		for i, n := range p.inputs {
			index[n.ID] = int32(i) + 1
		}
		rows := p.whole.reach(len(p.inputs), func(v int32) int {
			if int(v) < len(index) {
				return int(index[v]) - 1
			}
			return -1
		})
		p.outs = make([][]int, len(p.outputs))
		for i, n := range p.outputs {
			for in := range p.inputs {
				if rows[n.ID].has(in) {
					p.outs[i] = append(p.outs[i], in)
				}
			}
		}
	}
	return p.outs[output]
}

// pinsOf gives for each bit of an output the bits of inputs that it depends on.
func (p *paths) pinsOf(output int) [][]pin {
	if pins, ok := p.bits[output]; ok {
		return pins
	}
	out := p.outputs[output]
	pins := make([][]pin, out.Width)
	p.bits[output] = pins
	if len(p.inputsOf(output)) == 0 {
		return pins
	}
	g := p.bitGraph(p.whole.from(int32(out.ID)))
	var sources []pin
	number := make([]int32, g.size()) // 1 + the index in sources
	for i, n := range p.inputs {
		if base := g.base[n.ID]; base >= 0 {
			for bit := range n.Width {
				sources = append(sources, pin{i, bit})
				number[int(base)+bit] = int32(len(sources))
			}
		}
	}
	rows := g.reach(len(sources), func(v int32) int { return int(number[v]) - 1 })
	for bit := range pins {
		row := rows[int(g.base[out.ID])+bit]
		for i, s := range sources {
			if row.has(i) {
				pins[bit] = append(pins[bit], s)
			}
		}
	}
	return pins
}
