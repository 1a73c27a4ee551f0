package links

import (
	"fmt"
	"math/big"

	"github.com/flitwright/flitwright/cm5router"
	cm5 "github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/myrinetswitch"
	myrinet "github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/t3erouter"
	t3e "github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/vcallocator"
)

// Diagrams are all that docs/links.md shows, by the names of their files.
func Diagrams() map[string]func() (*Diagram, error) {
	return map[string]func() (*Diagram, error){"cm5": CM5, "myrinet": Myrinet, "t3e": T3E, "vcalloc": VCAlloc}
}

// CM5 is a message of one word from child 0 to child 1. The receiver holds its token back for three cycles.
func CM5() (*Diagram, error) {
	d, err := cm5router.Build(cm5.Default(0))
	if err != nil {
		return nil, err
	}
	set := map[string]uint64{"cfg_level": 1, "cfg_children": 15, "cfg_parents": 15}
	for p := range 8 {
		set[fmt.Sprintf("out_%d_token", p)] = 1
	}
	b, err := newBench(d, set)
	if err != nil {
		return nil, err
	}
	if err := b.cycles(4); err != nil {
		return nil, err
	}
	flits := []uint64{1, 1, 1, 5, 0xC, 0xA, 0xF, 0xE, 0xB, 0xA, 0xB, 0xE} // height, route, length, tag, data
	var crc uint64
	for _, x := range flits {
		for i := 3; i >= 0; i-- {
			feedback := crc>>15&1 ^ x>>i&1
			crc = crc << 1 & 0xFFFF
			if feedback == 1 {
				crc ^= 0x1021
			}
		}
	}
	for shift := 12; shift >= 0; shift -= 4 {
		flits = append(flits, crc>>shift&15)
	}
	first := b.now()
	for i := 0; b.now() < first+28; i++ {
		valid, flit := uint64(0), uint64(0)
		if i < len(flits) {
			valid, flit = 1, flits[i]
		}
		b.Set("in_0_valid", valid)
		b.Set("in_0_flit", flit)
		b.Set("out_1_token", 1)
		if i >= 10 && i < 13 {
			b.Set("out_1_token", 0)
		}
		if err := b.cycles(1); err != nil {
			return nil, err
		}
	}
	named := func(names ...string) func(uint64) string { // the first flits of a message by what they are
		n := 0
		return func(v uint64) string {
			if n++; n <= len(names) {
				return names[n-1] + hex(v)
			}
			return hex(v)
		}
	}
	return b.diagram("CM-5: flits against tokens", first, 28,
		group{"in 0", []lane{bit("in_0_token"), bit("in_0_valid"), {pin: "in_0_flit", when: "in_0_valid", text: named("h", "r", "n", "t")}}},
		group{"out 1", []lane{bit("out_1_token"), bit("out_1_valid"), {pin: "out_1_flit", when: "out_1_valid", text: named("h", "n", "t")}}}), nil
}

// Myrinet is a packet from port 0 to port 1. The receiver sends STOP in its midst, and GO later.
func Myrinet() (*Diagram, error) {
	c := myrinet.Default()
	c.Ports = 2
	d, err := myrinetswitch.Build(c)
	if err != nil {
		return nil, err
	}
	char := func(code uint64) uint64 { return 1<<8 | code }
	idle := char(c.Symbols.Idle)
	b, err := newBench(d, map[string]uint64{"cfg_enable": 3, "in_0_char": idle, "in_1_char": idle})
	if err != nil {
		return nil, err
	}
	if err := b.cycles(8); err != nil {
		return nil, err
	}
	packet := []uint64{0x81, 0x05, 0x11, 0x22, 0x33, 0x44, 0x55}
	var crc uint64
	for _, x := range packet {
		crc ^= x
		for range 8 {
			if crc <<= 1; crc > 255 {
				crc ^= 0x100 | c.CRCPoly
			}
		}
	}
	packet = append(packet, crc, char(c.Symbols.Gap))
	first := b.now()
	for i := range 22 {
		b.Set("in_0_char", idle)
		if i < len(packet) {
			b.Set("in_0_char", packet[i])
		}
		switch i {
		case 7:
			b.Set("in_1_char", char(c.Symbols.Stop))
		case 12:
			b.Set("in_1_char", char(c.Symbols.Go))
		default:
			b.Set("in_1_char", idle)
		}
		if err := b.cycles(1); err != nil {
			return nil, err
		}
	}
	names := map[uint64]string{
		idle: "", char(c.Symbols.Go): "GO", char(c.Symbols.Gap): "GAP", char(c.Symbols.Stop): "STOP", char(c.Symbols.Fres): "FRES",
	}
	text := func(v uint64) string {
		if name, ok := names[v]; ok {
			return name
		}
		return fmt.Sprintf("%02X", v)
	}
	return b.diagram("Myrinet: characters, STOP and GO (low: IDLE)", first, 22,
		group{"port 0", []lane{{pin: "in_0_char", text: text}, {pin: "out_0_char", text: text}}},
		group{"port 1", []lane{{pin: "out_1_char", text: text}, {pin: "in_1_char", text: text}}}), nil
}

// T3E is a request of three flits and a reply of two that are injected side by side and leave in +x, on escape VCs.
func T3E() (*Diagram, error) {
	c := t3e.Default(10)
	c.X, c.Y, c.Z = 4, 1, 1
	d, err := t3erouter.Build(c)
	if err != nil {
		return nil, err
	}
	b, err := newBench(d, map[string]uint64{"cfg_links": 63})
	if err != nil {
		return nil, err
	}
	if err := b.cycles(8); err != nil {
		return nil, err
	}
	const head, tail = 1, 2
	header := func(class, length uint64) uint64 { return 1 | class<<24 | length<<26 } // to x = 1
	flits := []struct{ data, side, vc uint64 }{
		{header(0, 3), head, 0}, {header(1, 2), head, 2}, {0xA1, 0, 0}, {0xB1, tail, 2}, {0xA2, tail, 0},
	}
	first := b.now()
	text := func(v uint64) string {
		if v < 1<<20 {
			return hex(v)
		}
		return [2]string{"req", "rep"}[v>>24&1]
	}
	var arrived []uint64 // VCs to be credited by the neighbour, by cycle
	for i := range 18 {
		b.Set("in_6_flit", 0)
		b.Set("in_6_valid", 0)
		b.Set("in_6_vc", 0)
		if i < len(flits) {
			side := new(big.Int).SetUint64(flits[i].side)
			b.SetBig("in_6_flit", side.Lsh(side, 64).Or(side, new(big.Int).SetUint64(flits[i].data)))
			b.Set("in_6_valid", 1)
			b.Set("in_6_vc", flits[i].vc)
		}
		b.Set("out_0_credit", 0)
		if i >= 3 {
			b.Set("out_0_credit", arrived[i-3])
		}
		if err := b.cycles(1); err != nil {
			return nil, err
		}
		vc := uint64(0)
		if b.at(first+i, "out_0_valid") == 1 {
			vc = 1 << b.at(first+i, "out_0_vc")
		}
		arrived = append(arrived, vc)
	}
	decimal := func(v uint64) string { return fmt.Sprint(v) }
	side := func(dir string) []lane {
		return []lane{
			bit(dir + "_valid"), {pin: dir + "_flit", when: dir + "_valid", text: text}, {pin: dir + "_vc", when: dir + "_valid", text: decimal},
			{pin: dir + "_credit", text: bits},
		}
	}
	return b.diagram("T3E: flits on virtual channels against credits", first, 18, group{"node, in 6", side("in_6")}, group{"+x, out 0", side("out_0")}), nil
}

// VCAlloc is two input VCs that want VC 1 of an output. It is granted to one, is not free for four cycles, and is granted to the other.
func VCAlloc() (*Diagram, error) {
	target := vcallocator.Dateline()
	values, err := target.Parse([]string{"inputs=2", "outputs=1", "vcs=2"})
	if err != nil {
		return nil, err
	}
	d, err := target.Build(values)
	if err != nil {
		return nil, err
	}
	b, err := newBench(d, map[string]uint64{"free_0": 3})
	if err != nil {
		return nil, err
	}
	if err := b.cycles(2); err != nil {
		return nil, err
	}
	first := b.now()
	free := 0 // cycle from which VC 1 is free
	waits := map[int]bool{1: true, 3: true}
	for i := range 14 {
		for _, r := range []int{1, 3} {
			valid := uint64(0)
			if waits[r] && i >= 2 {
				valid = 1
			}
			b.Set(fmt.Sprintf("req_%d_valid", r), valid)
			b.Set(fmt.Sprintf("req_%d_vcs", r), 2*valid)
		}
		b.Set("free_0", 1)
		if i >= free {
			b.Set("free_0", 3)
		}
		if err := b.cycles(1); err != nil {
			return nil, err
		}
		for _, r := range []int{1, 3} {
			if b.at(first+i, fmt.Sprintf("gnt_%d_valid", r)) == 1 {
				waits[r], free = false, i+5
			}
		}
	}
	var groups []group
	for _, r := range []int{1, 3} {
		req, gnt := fmt.Sprintf("req_%d", r), fmt.Sprintf("gnt_%d", r)
		groups = append(groups, group{fmt.Sprintf("port %d, VC 1", r/2), []lane{
			bit(req + "_valid"), {pin: req + "_vcs", when: req + "_valid", text: bits, stay: true}, bit(gnt + "_valid"), {pin: gnt + "_vc", when: gnt + "_valid", text: bits},
		}})
	}
	groups = append(groups, group{"out", []lane{{pin: "free_0", text: bits, stay: true}}})
	return b.diagram("VC allocator: requests, free VCs, grants", first, 14, groups...), nil
}
