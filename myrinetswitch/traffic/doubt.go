package traffic

import "math/bits"

// A doubt is a forward reset that left an output and ended one of several packets, of which nothing
// had come out or the same. Each ended one packet: when others have appeared, one is left.
type doubt struct {
	who      uint16 // inputs that may have sent it
	optional bool   // it may be that of a packet that is over anyhow
	at       uint64 // cycle in which it left; 0 if that is not sure
}

// doubts counts those on output q that may be of input p.
func (s *Scoreboard) doubts(q, p int) int {
	n := 0
	for _, d := range s.out[q].doubts {
		n += int(d.who >> p & 1)
	}
	return n
}

// pass tells whether a worm behind w can have got to the front: it is over, or may be by one of the
// doubts that are not used yet.
func (s *Scoreboard) pass(l *inlet, w *worm, used *[maxPorts]int) bool {
	if w.done || w.to < 0 || w.cut != notCut {
		return true
	}
	used[w.to]++
	return used[w.to] <= s.doubts(w.to, l.port)
}

// spend uses a doubt on output q for a worm of input p that must have been ended so. Which of them it
// was is not known: those left may be of any input that one of them may have been of.
func (s *Scoreboard) spend(q, p int) bool {
	o := &s.out[q]
	spent, union, optional := -1, uint16(0), false
	for i, d := range o.doubts {
		if d.who>>p&1 != 0 {
			spent, union, optional = i, union|d.who, optional || d.optional
		}
	}
	if spent < 0 {
		return false
	}
	o.drop(spent)
	for i := range o.doubts {
		if d := &o.doubts[i]; d.who>>p&1 != 0 {
			d.who, d.optional, d.at = union, optional, 0
		}
	}
	return true
}

// drop forgets a doubt.
func (o *outlet) drop(i int) { o.doubts = append(o.doubts[:i], o.doubts[i+1:]...) }

// excuse notes that a worm of input p, which named output q, is over by itself.
func (s *Scoreboard) excuse(q, p int) {
	for i := range s.out[q].doubts {
		if d := &s.out[q].doubts[i]; d.who>>p&1 != 0 {
			d.optional = true
		}
	}
}

// exclude notes that input p sends, so that what is in doubt is of others.
func (s *Scoreboard) exclude(p int) {
	for q := range s.ports {
		o := &s.out[q]
		for i := 0; i < len(o.doubts); i++ {
			d := &o.doubts[i]
			if d.who>>p&1 == 0 {
				continue
			}
			d.who &^= 1 << p
			over := d.who == 0
			if d.who&(d.who-1) == 0 && !over && !d.optional {
				over = s.convict(q, &s.in[bits.TrailingZeros16(d.who)], d.at)
			}
			if over {
				o.drop(i)
				i--
			}
		}
	}
}

// convict notes that the first worm of l for output q that can have been ended by a forward reset in
// cycle at was. It tells whether there was no other choice.
func (s *Scoreboard) convict(q int, l *inlet, at uint64) bool {
	var used [maxPorts]int
	for i := l.first; i < l.next; i++ {
		w := l.at(i)
		switch {
		case w.to != q || w.done:
		case at != 0 && w.begun > at:
			return false
		case w.cut == notCut:
			s.finishCut(l, w)
			return true
		case at == 0 || w.cutAt <= at && at <= w.cutAt+forwardWithin:
			return false
		}
		if !s.pass(l, w, &used) {
			break
		}
	}
	return false
}

// finishCut notes that a forward reset ended w.
func (s *Scoreboard) finishCut(l *inlet, w *worm) {
	w.done = true
	if w.whole && w.wrong() != 0 {
		l.most[crcCounter]--
	}
	if w.cut == notCut {
		w.cut, w.cutAt = cutTimeout, s.cycle
	}
}
