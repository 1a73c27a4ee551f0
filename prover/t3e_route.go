package prover

import (
	"errors"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/gates"
)

// t3eRoute is module t3e_route.
type t3eRoute struct {
	*gates.Logic
	dst, own                        [3]gates.Port
	sign, initial, final, selects   gates.Port
	may, usable, moves, vc          gates.Port
	hop, bit, adaptive, minus       gates.Port
	errorDest, errorTurn, errorLink gates.Port
}

// A finder finds ports and keeps what it did not find.
type finder struct {
	*gates.Logic
	errs []error
}

func (f *finder) input(name string, width int) gates.Port {
	p, err := f.Input(name, width)
	if err != nil {
		f.errs = append(f.errs, err)
	}
	return p
}

func (f *finder) output(name string, width int) gates.Port {
	p, err := f.Output(name, width)
	if err != nil {
		f.errs = append(f.errs, err)
	}
	return p
}

func readT3ERoute(d *ir.Design) (r t3eRoute, err error) {
	if r.Logic, err = gates.New(d, "t3e_route"); err != nil {
		return r, err
	}
	f := &finder{Logic: r.Logic}
	for i, n := range []string{"0", "1", "2"} {
		r.dst[i], r.own[i] = f.input("dst_"+n, 5), f.input("own_"+n, 5)
	}
	r.sign, r.selects = f.input("sign", 3), f.input("select", 3)
	r.initial, r.final = f.input("initial_hop", 2), f.input("final_hop", 1)
	r.may, r.usable, r.moves, r.vc = f.input("may", 1), f.input("usable", t3eLinks), f.input("moves", t3eLinks), f.input("vc", 3)
	r.hop, r.bit = f.output("hop", t3eLinks+1), f.output("vc_bit", 1)
	r.adaptive, r.minus = f.output("adaptive", 3), f.output("minus", 3)
	r.errorDest, r.errorTurn, r.errorLink = f.output("err_dest", 1), f.output("err_turn", 1), f.output("err_link", 1)
	return r, errors.Join(f.errs...)
}

// A t3eWay is what t3e_route answers: the number of the port of the escape hop, 7 if it is not one, in bits 2:0; VC bit 3;
// adaptive 6:4, minus 9:7; errors of destination, turn and link 10, 11, 12.
type t3eWay uint16

const (
	wayNoPort   = 7
	wayErrors   = 10
	wayUnsteady = t3eWay(1) << 13 // depends on an initial hop that is behind
)

// route is the answer without the errors.
func (w t3eWay) route() t3eWay { return w & (1<<wayErrors - 1) }

func (w t3eWay) refused() bool { return w>>wayErrors != 0 || w&7 == wayNoPort }

// head numbers what t3e_choice reads of it, and of the class.
func (w t3eWay) head(class uint64) int { return int(w.route()) | int(class)<<wayErrors }

func (w t3eWay) String() string {
	var list []string
	for i, name := range []string{"err_dest", "err_turn", "err_link", "it depends on an initial hop that is behind"} {
		if w>>(wayErrors+i)&1 == 1 {
			list = append(list, name)
		}
	}
	if w&7 == wayNoPort {
		list = append(list, "the hop is not one port")
	}
	return strings.Join(list, ", ")
}

// t3eEvaluator evaluates t3e_route for a destination. Of its 64 evaluations the low 32 are of one initial hop and the
// high 32 of the next. Of 32 the first two are of a header from the node on VC 0 and 2, the others of VC v of port p at 2 + 5*p + v.
type t3eEvaluator struct {
	*t3eRoute
	*gates.Evaluator
}

func (r *t3eRoute) evaluator(dst []int) *t3eEvaluator {
	e := &t3eEvaluator{r, r.Evaluator()}
	for d, x := range dst {
		e.Set(r.dst[d], uint64(x))
	}
	for half := range 2 {
		e.SetLane(r.vc, 32*half+1, 2)
		for p := range t3eLinks {
			for v := range t3eVCs {
				lane := 32*half + 2 + p*t3eVCs + v
				e.SetLane(r.moves, lane, 1<<(p^1))
				e.SetLane(r.vc, lane, uint64(v))
			}
		}
	}
	return e
}

// at is the answer at a router for a header: 32*initial + arrival.
func (e *t3eEvaluator) at(own []int, usable uint64, h t3eHeader) *[128]t3eWay {
	for d, x := range own {
		e.Set(e.own[d], uint64(x))
	}
	e.Set(e.usable, usable)
	e.Set(e.sign, h.sign)
	e.Set(e.selects, h.selects)
	e.Set(e.final, h.final)
	e.Set(e.may, h.adaptive)
	ways := new([128]t3eWay)
	for pair := range 2 {
		e.In[e.initial.First+1] = -uint64(pair)
		e.In[e.initial.First] = 0xffffffff << 32
		e.Eval()
		var lanes [64]uint16
		gates.Transpose(e.words(), &lanes)
		for lane, w := range lanes {
			ways[64*pair+lane] = t3eWay(w)
		}
	}
	return ways
}

// words are the bits of the ways.
func (e *t3eEvaluator) words() *[16]uint64 {
	w := new([16]uint64)
	some, several := uint64(0), uint64(0)
	for p := range t3eNode + 1 {
		hop := e.Out[e.hop.First+p]
		several |= some & hop
		some |= hop
		for i := range 3 {
			w[i] |= -uint64(p>>i&1) & hop
		}
	}
	for i := range 3 {
		w[i] |= several | ^some
		w[4+i] = e.Out[e.adaptive.First+i]
		w[7+i] = e.Out[e.minus.First+i]
	}
	w[3] = e.Out[e.bit.First]
	w[wayErrors], w[wayErrors+1], w[wayErrors+2] = e.Out[e.errorDest.First], e.Out[e.errorTurn.First], e.Out[e.errorLink.First]
	return w
}
