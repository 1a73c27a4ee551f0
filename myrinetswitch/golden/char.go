package golden

import "github.com/flitwright/flitwright/myrinetswitch/config"

// A char is one character: 0..255 is data, above are the control symbols, whatever their
// codes. In a register idle also stands for "empty".
type char uint16

const (
	idle char = 1<<8 + iota
	goOn
	gap
	stop
	fres
)

func (c char) isData() bool { return c < idle }

// isStored tells of the characters that go to the queue, one slot each.
func (c char) isStored() bool { return c.isData() || c == gap }

// codes translates between characters and the nine bits of the pins.
type codes struct {
	control [256]char // by code; codes that are no symbol are IDLE
	pins    [fres - idle + 1]uint64
}

const controlBit = 1 << 8

func newCodes(symbols config.Symbols) codes {
	var cs codes
	for code := range cs.control {
		cs.control[code] = idle
	}
	for c, code := range map[char]uint64{
		goOn: symbols.Go, gap: symbols.Gap, stop: symbols.Stop, fres: symbols.Fres, idle: symbols.Idle,
	} {
		cs.control[code] = c
		cs.pins[c-idle] = controlBit | code
	}
	return cs
}

func (cs *codes) decode(pins uint64) char {
	if pins&controlBit == 0 {
		return char(pins & 255)
	}
	return cs.control[pins&255]
}

func (cs *codes) encode(c char) uint64 {
	if c.isData() {
		return uint64(c)
	}
	return cs.pins[c-idle]
}
