package cm5router

import (
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

func crcOf(c config.Config) rtl.CRC { return rtl.CRC{Width: c.CRCWidth, Poly: c.CRCPoly} }

// verdict is what the CRC says of a message, known in the cycle of its last CRC flit.
type verdict struct {
	primary   ir.Signal // 1: neither equal nor the complement
	secondary ir.Signal // 1: the exact complement
}

// checkCRC compares the CRC flits with the CRC over the flits before them.
func checkCRC(m *ir.Module, c config.Config, flit, comes ir.Signal, f framing) verdict {
	crc := m.Reg("crc", c.CRCWidth, 0).Doc("CRC of the flits so far; in the CRC section what is still to be compared, left aligned.")
	unequal := m.Reg("unequal", 1, 0).Doc("Some CRC flit was not as computed.")
	uninverted := m.Reg("uninverted", 1, 0).Doc("Some CRC flit was not the complement.")

	difference := flit.Xor(topFlit(crc)).Named("difference")
	isUnequal := unequal.Or(difference.Any()).Named("now_unequal")
	isUninverted := uninverted.Or(difference.All().Not()).Named("now_uninverted")
	m.When(comes, func() {
		m.When(f.inCRC, func() {
			crc.Set(shiftOut(m, crc))
			unequal.Set(isUnequal.AndNot(f.last))
			uninverted.Set(isUninverted.AndNot(f.last))
		}).Else(func() { crc.Set(crcOf(c).Step(crc, flit)) })
	})
	return verdict{
		primary:   isUnequal.And(isUninverted),
		secondary: isUnequal.AndNot(isUninverted),
	}
}

// topFlit is the flit of a CRC that is sent next: the most significant.
func topFlit(crc ir.Signal) ir.Signal { return crc.Slice(crc.Width()-1, crc.Width()-4) }

// shiftOut is the CRC after its top flit was sent. After the last it is 0, the value that the
// next message starts from.
func shiftOut(m *ir.Module, crc ir.Signal) ir.Signal {
	if crc.Width() == 4 {
		return m.Const(4, 0)
	}
	return ir.Cat(crc.Slice(crc.Width()-5, 0), m.Const(4, 0))
}
