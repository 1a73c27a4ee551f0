package wormhole4_test

import (
	"testing"

	"github.com/flitwright/flitwright/ir"
	"github.com/stretchr/testify/require"
)

func TestMistakes(t *testing.T) {
	type ports struct{ Owner, Valid, Free, Moves, Taken ir.Signal }
	io := ports{Owner: ir.In(4), Valid: ir.In(4), Free: ir.In(1), Moves: ir.Out(1), Taken: ir.Out(4)}
	broken := ir.Build("broken", io, func(m *ir.Module, io ports) {
		moves := io.Owner.And(io.Valid).Any().And(io.Free).Named("moves")
		m.When(io.Free, func() { io.Moves.Set(moves) })
		io.Taken.Set(io.Owner.And(moves))
	})
	_, err := ir.Elaborate(broken.Module)
	require.Error(t, err)
	show(t, err.Error())
}

func TestLoop(t *testing.T) {
	type ports struct{ Ready, Valid ir.Signal }
	broken := ir.Build("broken", ports{Ready: ir.In(1), Valid: ir.Out(1)}, func(m *ir.Module, io ports) {
		free := m.Wire("free", 1)
		io.Valid.Set(free.And(io.Ready))
		free.Set(io.Valid.Not().Or(io.Ready))
	})
	_, err := ir.Elaborate(broken.Module)
	require.Error(t, err)
	show(t, err.Error())
}
