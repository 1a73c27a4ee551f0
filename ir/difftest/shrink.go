package difftest

import "slices"

// Shrink looks for a shorter string of lower bytes for which fails still holds, and asks it
// at most the given number of times.
func Shrink(data []byte, tries int, fails func([]byte) bool) []byte {
	s := &shrinker{best: slices.Clone(data), tries: tries, fails: fails}
	for again := true; again && s.tries > 0; {
		again = false
		for size := len(s.best); size > 0; size /= 2 {
			again = s.cut(size) || again
		}
		for size := 8; size > 0; size /= 2 {
			again = s.lower(size) || again
		}
	}
	return s.best
}

type shrinker struct {
	best  []byte
	tries int
	fails func([]byte) bool
}

func (s *shrinker) try(data []byte) bool {
	if s.tries == 0 {
		return false
	}
	s.tries--
	if !s.fails(data) {
		return false
	}
	s.best = data
	return true
}

// cut removes runs of bytes, from the end, where what is removed moves nothing.
func (s *shrinker) cut(size int) (some bool) {
	for at := len(s.best) - size; at >= 0; at -= size {
		if s.try(slices.Delete(slices.Clone(s.best), at, at+size)) {
			some = true
			at = min(at, len(s.best)) // the next run ends where this began
		}
	}
	return some
}

// lower replaces runs of bytes by zeros, or single ones by lower ones.
func (s *shrinker) lower(size int) (some bool) {
	for at := 0; at+size <= len(s.best); at += size {
		run := s.best[at : at+size]
		for _, v := range []byte{0, 1, run[0] / 2, max(1, run[0]) - 1} {
			if size > 1 && v > 0 || slices.Max(run) <= v {
				break
			}
			data := slices.Clone(s.best)
			for i := range size {
				data[at+i] = v
			}
			if s.try(data) {
				some = true
				break
			}
		}
	}
	return some
}
