package ir_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
)

type stream[T any] struct {
	Valid, Ready ir.Signal
	Data         T
}

type flit struct{ Head, VCNumber ir.Signal }

type Credits struct{ CreditIn ir.Signal }

func flitIn() stream[flit] {
	return stream[flit]{Valid: ir.In(1), Ready: ir.Out(1), Data: flit{ir.In(1), ir.In(2)}}
}

// describe lists the ports of a module as direction, name and width.
func describe(m *ir.Module) (out []string) {
	for _, p := range m.Ports {
		dir := "in "
		if p.Dir == ir.Output {
			dir = "out "
		}
		out = append(out, dir+p.Name+"["+string(rune('0'+p.Width))+"]")
	}
	return out
}

func TestPortNames(t *testing.T) {
	type ports struct {
		In      []stream[flit]
		CfgAFD  ir.Signal
		Pair    [2]ir.Signal
		Renamed ir.Signal `port:"other_name"`
		Credits
	}
	io := ports{
		In:      []stream[flit]{flitIn(), flitIn()},
		CfgAFD:  ir.In(3),
		Pair:    [2]ir.Signal{ir.In(1), ir.Out(4)},
		Renamed: ir.In(5),
		Credits: Credits{ir.In(6)},
	}
	c := ir.Build("ports", io, nil)
	want := []string{
		"in in_0_valid[1]", "out in_0_ready[1]", "in in_0_data_head[1]", "in in_0_data_vc_number[2]",
		"in in_1_valid[1]", "out in_1_ready[1]", "in in_1_data_head[1]", "in in_1_data_vc_number[2]",
		"in cfg_afd[3]", "in pair_0[1]", "out pair_1[4]", "in other_name[5]", "in credit_in[6]",
	}
	if diff := cmp.Diff(want, describe(c.Module)); diff != "" {
		t.Error(diff)
	}
	require.Nil(t, io.CfgAFD.Node().Mod, "the declaration is left alone")

	top := ir.Build("top", struct{ A ir.Signal }{ir.In(1)}, func(m *ir.Module, _ struct{ A ir.Signal }) {
		p := ir.Inst(m, "p", c)
		require.Len(t, p.In, 2)
		require.Equal(t, "p_in_1_data_vc_number", p.In[1].Data.VCNumber.Node().Name)
		require.Equal(t, ir.OpWire, p.In[1].Valid.Node().Op)
		require.Equal(t, ir.OpInstOut, p.In[1].Ready.Node().Op)
		require.Equal(t, 4, p.Pair[1].Width())
	})
	require.Len(t, top.Module.Insts[0].Inputs, 10)
	require.Len(t, top.Module.Insts[0].Outputs, 3)
}

func TestPortFaults(t *testing.T) {
	inner := newPins()
	type bad struct {
		Zero, Foreign, Wide, Named ir.Signal
		Count                      int
		hidden                     ir.Signal
		Any                        any
		Pointer                    *pins
	}
	var foreign ir.Signal
	dut("other", func(_ *ir.Module, io pins) { foreign = io.A })
	c := ir.Build("bad", bad{Foreign: foreign, Wide: ir.In(1 << 20), Named: ir.In(1).Named("x"), hidden: inner.A, Pointer: &inner}, func(m *ir.Module, io bad) {
		m.Unused(io.Zero, io.Foreign, io.Wide, io.Named)
	})
	top := dut("top", func(m *ir.Module, io pins) {
		p := ir.Inst(m, "p", c)
		p.Zero.Set(io.C)
		p.Foreign.Set(io.C)
		p.Wide.Set(m.Const(1<<16, 0))
		p.Named.Set(io.C)
		io.Y.Set(io.A)
	})
	_, err := ir.Elaborate(top.Module)
	var got []string
	for _, e := range ir.AsErrors(err) {
		require.Equal(t, "ports_test.go", e.Pos.File)
		got = append(got, e.Module+": "+e.Message)
	}
	want := []string{
		"bad: port any: a interface {} is neither a Signal nor a struct or slice of them",
		"bad: port count: a int is neither a Signal nor a struct or slice of them",
		"bad: port foreign: declare it with ir.In or ir.Out",
		"bad: port named is named x where it is declared; a tag of its field names it",
		"bad: port pointer: a *ir_test.pins is neither a Signal nor a struct or slice of them",
		"bad: port struct ir_test.bad: field hidden is not exported",
		"bad: port wide: width 1048576 is not within 1 and 65536",
		"bad: port zero: declare it with ir.In or ir.Out",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
