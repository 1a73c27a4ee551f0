package golden

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// Three at once: 0, then 3, then 5; each GAP in t is followed by the next worm in t+2.
func TestRoundRobin(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, join(packet(0x81, 0), packet(0x81, 0))...)
	g.play(3, join(packet(0xBE, 3), packet(0xBE, 3))...)
	g.play(5, join(packet(0xBC, 5), packet(0xBC, 5))...)
	g.run(40)
	want := ""
	for i, p := range []uint64{0, 3, 5, 0, 3, 5} {
		if i > 0 {
			want += " "
		}
		want += stream(6+4*i, packet(p)...)
	}
	g.leaves(1, want)
	assert.EqualValues(t, 4, g.event("contend[3]")) // in 4, and in 8, 12, 16: the winner is back at once
	assert.EqualValues(t, 1, g.event("contend[2]")) // in 20
	assert.Positive(t, g.event("wait[5]"))
}

func TestPointerAfterGrant(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(7, packet(0xBA, 7)...) // pointer 0 after this one
	g.at(20, 7, packet(0xBA, 7)...)
	g.at(20, 2, packet(0xBF, 2)...)
	g.at(20, 1, packet(0x80, 1)...)
	g.run(45)
	g.leaves(1, stream(6, packet(7)...)+" "+stream(26, packet(1)...)+" "+
		stream(30, packet(2)...)+" "+stream(34, packet(7)...))
}

func TestAllBusy(t *testing.T) {
	g := newRig(t, config.Default())
	for p := range 8 {
		g.play(p, packet(0x80|uint64((p+3)%8-p)&0x3F, uint64(p))...)
	}
	g.run(20)
	for p := range 8 {
		g.leaves((p+3)%8, stream(6, packet(uint64(p))...))
	}
	assert.EqualValues(t, 3, g.event("all-busy"))
}
