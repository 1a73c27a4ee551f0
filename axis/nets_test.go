package axis_test

import (
	"fmt"

	"github.com/flitwright/flitwright/axis"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch"
	myrinet "github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/t3erouter"
	t3e "github.com/flitwright/flitwright/t3erouter/config"
)

// A switchNet is a switch of three ports with endpoints at ports 0 and 1; port 2 is brought out.
type switchNet struct {
	CfgTimeout ir.Signal
	Ends       []myrinetEnd `port:"e"`
	Raw        struct{ In, Out axis.MyrinetLink }
	Errors     ir.Signal // any overflow
}

type myrinetEnd struct {
	S axis.Beats      `port:"s_axis"`
	M axis.MyrinetOut `port:"m_axis"`

	StatSent, StatReceived  ir.Signal
	StatCRC                 ir.Signal `port:"stat_crc"`
	StatCut, StatShortCount ir.Signal
}

func smallSwitch() myrinet.Config {
	c := myrinet.Default()
	c.Ports, c.Depth, c.Ks, c.Kg, c.LinkLatency, c.Refresh, c.StopExpire = 3, 21, 11, 9, 0, 4, 16
	return c
}

func buildSwitchNet(c myrinet.Config) (*ir.Design, error) {
	beats := func(in bool) axis.Beats {
		if in {
			return axis.Beats{Data: ir.In(8), Valid: ir.In(1), Ready: ir.Out(1), Last: ir.In(1)}
		}
		return axis.Beats{Data: ir.Out(8), Valid: ir.Out(1), Ready: ir.In(1), Last: ir.Out(1)}
	}
	io := switchNet{CfgTimeout: ir.In(24), Errors: ir.Out(1)}
	io.Raw.In, io.Raw.Out = axis.MyrinetLink{Char: ir.In(9)}, axis.MyrinetLink{Char: ir.Out(9)}
	for range 2 {
		io.Ends = append(io.Ends, myrinetEnd{
			beats(true), axis.MyrinetOut{Beats: beats(false), User: ir.Out(3)}, ir.Out(16), ir.Out(16), ir.Out(16), ir.Out(16), ir.Out(16),
		})
	}
	return ir.Elaborate(ir.Build("switch_net", io, func(m *ir.Module, io switchNet) {
		s := ir.Inst(m, "router", myrinetswitch.Switch(c))
		s.CfgEnable.Set(m.Const(3, 7))
		s.CfgTimeout.Set(io.CfgTimeout)
		overflows := []ir.Signal{s.ErrOverflow.Any()}
		for p, end := range io.Ends {
			e := ir.Inst(m, fmt.Sprintf("end_%d", p), axis.Myrinet(c))
			e.In.Char.Set(s.Out[p].Char)
			s.In[p].Char.Set(e.Out.Char)
			e.S.Data.Set(end.S.Data)
			e.S.Valid.Set(end.S.Valid)
			e.S.Last.Set(end.S.Last)
			end.S.Ready.Set(e.S.Ready)
			end.M.Data.Set(e.M.Data)
			end.M.Valid.Set(e.M.Valid)
			end.M.Last.Set(e.M.Last)
			end.M.User.Set(e.M.User)
			e.M.Ready.Set(end.M.Ready)
			end.StatSent.Set(e.StatSent)
			end.StatReceived.Set(e.StatReceived)
			end.StatCRC.Set(e.StatCRC)
			end.StatCut.Set(e.StatCut)
			end.StatShortCount.Set(e.StatShort)
			overflows = append(overflows, e.ErrOverflow)
		}
		s.In[2].Char.Set(io.Raw.In.Char)
		io.Raw.Out.Char.Set(s.Out[2].Char)
		io.Errors.Set(ir.Or(overflows...))
		for p := range 3 {
			m.Unused(s.StatPackets[p], s.StatIllegalTurn[p], s.StatNoWire[p], s.StatStranded[p], s.StatCRC[p], s.StatTimeout[p], s.StatFres[p])
		}
	}).Module)
}

// A ringNet is a ring of routers in x, one or two, with an endpoint each.
type ringNet struct {
	Ends   []ringEnd `port:"e"`
	Errors ir.Signal // any err_ pin of a router
}

type ringEnd struct {
	SReq      axis.T3ESend    `port:"s_axis_req"`
	SRep      axis.T3ESend    `port:"s_axis_rep"`
	MReq      axis.T3EReceive `port:"m_axis_req"`
	MRep      axis.T3EReceive `port:"m_axis_rep"`
	ErrLength ir.Signal
	Stat      [4]ir.Signal // sent requests, replies, received requests, replies
}

func smallRing(routers int) t3e.Config {
	c := t3e.Default(4)
	c.X, c.Y, c.Z, c.EscapeDepth, c.AdaptiveDepth = routers, 1, 1, 5, 6
	return c
}

func buildRing(c t3e.Config) (*ir.Design, error) {
	send := func() axis.T3ESend {
		return axis.T3ESend{Beats: axis.Beats{Data: ir.In(c.Flit), Valid: ir.In(1), Ready: ir.Out(1), Last: ir.In(1)}, Dest: ir.In(15), User: ir.In(30)}
	}
	receive := func() axis.T3EReceive {
		return axis.T3EReceive{Beats: axis.Beats{Data: ir.Out(c.Flit), Valid: ir.Out(1), Ready: ir.In(1), Last: ir.Out(1)}, ID: ir.Out(15), User: ir.Out(20)}
	}
	io := ringNet{Errors: ir.Out(1)}
	for range c.X {
		io.Ends = append(io.Ends, ringEnd{send(), send(), receive(), receive(), ir.Out(2), [4]ir.Signal{ir.Out(16), ir.Out(16), ir.Out(16), ir.Out(16)}})
	}
	return ir.Elaborate(ir.Build("ring_net", io, func(m *ir.Module, io ringNet) {
		var routers []t3erouter.Ports
		var errors []ir.Signal
		for x := range c.X {
			r := ir.Inst(m, fmt.Sprintf("router_%d", x), t3erouter.Router(c, t3e.Variant{}))
			r.CfgX.Set(m.Const(5, uint64(x)))
			r.CfgY.Set(m.Const(5, 0))
			r.CfgZ.Set(m.Const(5, 0))
			r.CfgLinks.Set(m.Const(6, 63))
			for _, e := range []ir.Signal{r.ErrVC, r.ErrLength, r.ErrDest, r.ErrTurn, r.ErrLink, r.ErrOverflow, r.ErrCredit} {
				errors = append(errors, e.Any())
			}
			m.Unused(append(r.StatPackets, r.StatEjected, r.StatDropped, r.StatEscapes)...)
			routers = append(routers, r)
		}
		io.Errors.Set(ir.Or(errors...))
		for x, r := range routers {
			for p := range 6 {
				if p > 1 || c.X == 1 {
					r.In[p].Flit.Set(m.Const(c.Flit+6, 0))
					r.In[p].Valid.Set(m.Const(1, 0))
					r.In[p].VC.Set(m.Const(3, 0))
					r.Out[p].Credit.Set(m.Const(5, 0))
					m.Unused(r.In[p].Credit, r.Out[p].Flit, r.Out[p].Valid, r.Out[p].VC)
					continue
				}
				to := routers[1-x].In[p^1]
				to.Flit.Set(r.Out[p].Flit)
				to.Valid.Set(r.Out[p].Valid)
				to.VC.Set(r.Out[p].VC)
				r.Out[p].Credit.Set(to.Credit)
			}
			endOf(m, c, x, r, io.Ends[x])
		}
	}).Module)
}

func endOf(m *ir.Module, c t3e.Config, x int, r t3erouter.Ports, end ringEnd) {
	e := ir.Inst(m, fmt.Sprintf("end_%d", x), axis.T3E(c))
	e.CfgX.Set(m.Const(5, uint64(x)))
	e.CfgY.Set(m.Const(5, 0))
	e.CfgZ.Set(m.Const(5, 0))
	r.In[6].Flit.Set(e.Out.Flit)
	r.In[6].Valid.Set(e.Out.Valid)
	r.In[6].VC.Set(e.Out.VC)
	e.Out.Credit.Set(r.In[6].Credit)
	e.In.Flit.Set(r.Out[6].Flit)
	e.In.Valid.Set(r.Out[6].Valid)
	e.In.VC.Set(r.Out[6].VC)
	r.Out[6].Credit.Set(e.In.Credit)
	for _, s := range [][2]axis.T3ESend{{end.SReq, e.SReq}, {end.SRep, e.SRep}} {
		s[1].Data.Set(s[0].Data)
		s[1].Valid.Set(s[0].Valid)
		s[1].Last.Set(s[0].Last)
		s[1].Dest.Set(s[0].Dest)
		s[1].User.Set(s[0].User)
		s[0].Ready.Set(s[1].Ready)
	}
	for _, r := range [][2]axis.T3EReceive{{end.MReq, e.MReq}, {end.MRep, e.MRep}} {
		r[0].Data.Set(r[1].Data)
		r[0].Valid.Set(r[1].Valid)
		r[0].Last.Set(r[1].Last)
		r[0].ID.Set(r[1].ID)
		r[0].User.Set(r[1].User)
		r[1].Ready.Set(r[0].Ready)
	}
	end.ErrLength.Set(e.ErrLength)
	for i, s := range []ir.Signal{e.StatSentReq, e.StatSentRep, e.StatReceivedReq, e.StatReceivedRep} {
		end.Stat[i].Set(s)
	}
}
