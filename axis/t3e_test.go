package axis_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
)

// ringProperty sends random frames from every router to every router, itself included, on both classes, all streams pausing; every frame
// comes out once, whole, with its source, in the order of its source and class if it keeps to the escapes.
func ringProperty(t testing.TB, d *ir.Design, routers int, seed uint64) error {
	r := newRig(t, d, seed)
	const frames = 25
	classes := []string{"req", "rep"}
	sources := map[string]*source{}
	want := map[string][]frame{} // by destination, class, source
	tooLong, total := map[string]uint64{}, 0
	for x := range routers {
		for k, class := range classes {
			s := r.source(fmt.Sprintf("e_%d_s_axis_%s", x, class), int(seed+uint64(x))%7)
			r.sink(fmt.Sprintf("e_%d_m_axis_%s", x, class), int(seed+uint64(3*k+x))%8*6/7)
			sources[stream(x, class)] = s
			for n := range frames {
				to, length := r.random.IntN(routers), 1+r.random.IntN(4)
				f := frame{dest: uint64(to), user: uint64(n)<<11 | uint64(k^1)<<9} // the class bit of the word is not looked at
				for range length {
					f.data = append(f.data, r.random.Uint64())
				}
				s.queue = append(s.queue, f)
				if length > 3 { // max_flits is 4
					tooLong[stream(x, class)]++
					continue
				}
				key := fmt.Sprint(to, class, x)
				want[key] = append(want[key], frame{data: f.data, dest: uint64(x), user: uint64(n) << 1})
				total++
			}
		}
	}
	if err := r.reset(3); err != nil {
		return err
	}
	long := map[string]uint64{}
	errors := false
	came := func() (n int) {
		for _, s := range r.sinks {
			n += len(s.frames)
		}
		return n
	}
	observe := func() bool {
		errors = errors || r.get("errors") == 1
		for x := range routers {
			for k, class := range classes {
				long[stream(x, class)] += r.get(fmt.Sprintf("e_%d_err_length", x)) >> k & 1
			}
		}
		return false
	}
	done, err := r.run(40_000, func() bool {
		observe()
		idle := true
		for _, s := range sources {
			idle = idle && len(s.queue) == 0
		}
		return errors || idle && came() >= total
	})
	switch {
	case err != nil:
		return err
	case errors:
		return fmt.Errorf("cycle %d: an error pin of a router", r.cycle)
	case !done:
		return fmt.Errorf("%d of %d frames came", came(), total)
	}
	if _, err := r.run(5, observe); err != nil {
		return err
	}
	for x := range routers {
		for k, class := range classes {
			got := r.sinks[fmt.Sprintf("e_%d_m_axis_%s", x, class)].frames
			if n := r.get(fmt.Sprintf("e_%d_stat_%d", x, 2+k)); n != uint64(len(got)) {
				return fmt.Errorf("received %s of %d: %d counted, %d came", class, x, n, len(got))
			}
			if n := r.get(fmt.Sprintf("e_%d_stat_%d", x, k)); n != frames-tooLong[stream(x, class)] {
				return fmt.Errorf("sent %s of %d: %d counted", class, x, n)
			}
			if long[stream(x, class)] != tooLong[stream(x, class)] {
				return fmt.Errorf("%d too long %s from %d, %d pulses", tooLong[stream(x, class)], class, x, long[stream(x, class)])
			}
			for _, f := range got {
				key := fmt.Sprint(x, class, f.dest)
				q := want[key]
				if len(q) == 0 || !slices.Equal(q[0].data, f.data) || q[0].user != f.user {
					return fmt.Errorf("%s: got %v; the next is %v", key, f, q[:min(1, len(q))])
				}
				want[key] = q[1:]
			}
		}
	}
	return nil
}

func stream(x int, class string) string { return fmt.Sprint(x, class) }

// A packet of a router to itself, and all ways of a ring of two.
func TestT3EFrames(t *testing.T) {
	for routers := 1; routers <= 2; routers++ {
		d, err := buildRing(smallRing(routers))
		require.NoError(t, err)
		for seed := range uint64(8) {
			require.NoError(t, ringProperty(t, d, routers, seed), "%d routers, seed %d", routers, seed)
		}
	}
}
