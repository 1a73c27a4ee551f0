package t3erouter

import "github.com/flitwright/flitwright/ir"

// An Entry is what a buffer keeps beside a flit. All but Drop and Last mean something for a header
// that is not dropped only.
type Entry struct {
	Drop     ir.Signal // 1: it is removed and credited, not sent
	Last     ir.Signal // 1: the packet ends here
	Near     ir.Signal // 1: the packet's next flit is the last that its length allows
	Port     ir.Signal // 3: output of the escape hop, 6 to eject
	Bit      ir.Signal // 1: escape VC bit
	Class    ir.Signal // 1
	May      ir.Signal // 1: header bit adaptive
	Adaptive ir.Signal // 3: dimensions that may be taken on the adaptive VC
	Minus    ir.Signal // 3: their directions
	Length   ir.Signal // flits of the packet
}

// entryPorts declares the ports of an entry.
func (s sizes) entryPorts(port func(int) ir.Signal) Entry {
	return Entry{
		Drop: port(1), Last: port(1), Near: port(1), Port: port(3), Bit: port(1), Class: port(1), May: port(1),
		Adaptive: port(dims), Minus: port(dims), Length: port(s.length),
	}
}

// head is what the slot reads of an entry, as one word.
func (e Entry) head() ir.Signal {
	return ir.Cat(e.Drop, e.Last, e.Port, e.Bit, e.Class, e.May, e.Adaptive, e.Minus, e.Length)
}

// headOf takes such a word apart. Near follows from the length.
func headOf(word ir.Signal) Entry {
	at := word.Width()
	take := func(width int) ir.Signal {
		at -= width
		return word.Slice(at+width-1, at)
	}
	e := Entry{Drop: take(1), Last: take(1), Port: take(3), Bit: take(1), Class: take(1), May: take(1), Adaptive: take(dims), Minus: take(dims)}
	e.Length = take(at)
	e.Near = isTwo(e.Length)
	return e
}

// isTwo is 1 for a length of 2, which one bit cannot say.
func isTwo(length ir.Signal) ir.Signal {
	if length.Width() < 2 {
		return length.C(0)
	}
	return length.EqC(2)
}

// setEntry connects the entry of an instance or of the outputs.
func setEntry(to, from Entry) {
	to.Drop.Set(from.Drop)
	to.Last.Set(from.Last)
	to.Near.Set(from.Near)
	to.Port.Set(from.Port)
	to.Bit.Set(from.Bit)
	to.Class.Set(from.Class)
	to.May.Set(from.May)
	to.Adaptive.Set(from.Adaptive)
	to.Minus.Set(from.Minus)
	to.Length.Set(from.Length)
}
