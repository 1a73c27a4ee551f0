package t3erouter

import (
	"slices"

	"github.com/flitwright/flitwright/ir"
)

// directions is where Adaptive and Minus stand in a head's word.
const directions = 7

// A Head is what a buffer keeps of a header beside its flit: how it goes on. Of other entries only Drop counts.
type Head struct {
	Drop     ir.Signal // 1: the entry is removed and credited, not sent
	Port     ir.Signal // 3: code of the output of the escape hop, of port 6 to eject
	Bit      ir.Signal `port:"vc_bit"` // 1: escape VC bit
	Class    ir.Signal `port:"kind"`   // 1
	May      ir.Signal // 1: header bit adaptive
	Adaptive ir.Signal // 3: dimensions that may be taken on the adaptive VC
	Minus    ir.Signal // 3: their directions
	Length   ir.Signal // flits of the packet
}

// headPorts declares the ports of a head.
func (s sizes) headPorts(port func(int) ir.Signal) Head {
	return Head{
		Drop: port(1), Port: port(3), Bit: port(1), Class: port(1), May: port(1),
		Adaptive: port(dims), Minus: port(dims), Length: port(s.length),
	}
}

func (h Head) fields() []ir.Signal {
	return []ir.Signal{h.Drop, h.Port, h.Bit, h.Class, h.May, h.Adaptive, h.Minus, h.Length}
}

// word is the head as a memory holds it.
func (h Head) word() ir.Signal { return ir.CatList(h.fields()...) }

// set connects the head of an instance or of outputs to another.
func (h Head) set(from Head) {
	for i, field := range h.fields() {
		field.Set(from.fields()[i])
	}
}

// setWord sets a head from a memory's word.
func (h Head) setWord(word ir.Signal) {
	at := 0
	for _, field := range h.fields() {
		field.Set(word.Slice(at+field.Width()-1, at))
		at += field.Width()
	}
}

// narrow leaves out of a head's word what is of dimensions of size 1.
func (s sizes) narrow(word ir.Signal) ir.Signal {
	var kept []ir.Signal
	for i, bit := range word.BitList() {
		if s.inHead(i) {
			kept = append(kept, bit)
		}
	}
	return ir.CatList(kept...)
}

// widen is the word that narrow was given, 0 where it left bits out.
func (s sizes) widen(kept ir.Signal) ir.Signal {
	bits := kept.BitList()
	for i := 0; i < directions+2*dims; i++ {
		if !s.inHead(i) {
			bits = slices.Insert(bits, i, kept.C(0).Bit(0))
		}
	}
	return ir.CatList(bits...)
}

// inHead says that a bit of a head's word means something in this torus.
func (s sizes) inHead(bit int) bool {
	return bit < directions || bit >= directions+2*dims || s.size((bit-directions)%dims) > 1
}

// portCode is how a head names an output: 0 to 3 as they are, 4 to 6 as 5 to 7. So the low bits number both the first four and the
// rest, from 1 on, and two multiplexers of four make one of seven.
func portCode(port int) uint64 {
	if port < 4 {
		return uint64(port)
	}
	return uint64(port + 1)
}

// encodePort is the code of a one-hot output.
func encodePort(port ir.Signal) ir.Signal {
	bits := make([]ir.Signal, 3)
	for b := range bits {
		var set []ir.Signal
		for p := range ports {
			if portCode(p)>>b&1 != 0 {
				set = append(set, port.Bit(p))
			}
		}
		bits[b] = ir.Or(set...)
	}
	return ir.CatList(bits...)
}
