package traffic

import "math/bits"

// reaction is the greatest number of cycles from a cause on the pins to its err_ pulse.
const reaction = 8

// pulses are the errors of one kind at one input that have not shown yet: bit n is one of n cycles
// ago.
type pulses uint16

// advance begins a cycle, forgets what is overdue and tells whether anything is.
func (p *pulses) advance() (late bool) {
	*p <<= 1
	late = *p>>(reaction+1) != 0
	*p &= 1<<(reaction+1) - 1
	return late
}

// expect notes a cause in this cycle.
func (p *pulses) expect() { *p |= 1 }

// take answers the oldest and tells whether there was one.
func (p *pulses) take() bool {
	if *p == 0 {
		return false
	}
	*p &^= 1 << (bits.Len16(uint16(*p)) - 1)
	return true
}

// judge compares the err_ pins of this cycle with what came before it.
func (s *Scoreboard) judge(errors []uint64) error {
	for k, mask := range errors {
		if mask>>ports != 0 {
			return fault(s.cycle, "%v is %x: too wide", kindOfError(k), mask)
		}
	}
	for k := range errCredit {
		for p := range ports {
			x := &s.expected[k][p]
			if x.advance() {
				return fault(s.cycle, "%v[%d] has not pulsed for what came %d cycles ago", k, p, reaction+1)
			}
			if errors[k]>>p&1 != 0 {
				if !x.take() {
					return fault(s.cycle, "%v[%d] is 1 for nothing", k, p)
				}
				s.stats.Errors[k]++
			}
		}
	}
	for o := range s.out {
		pulse := errors[errCredit]>>o&1 != 0
		if pulse {
			s.stats.Errors[errCredit]++
		}
		if err := s.out[o].answer(pulse, s.cycle); err != nil {
			return err
		}
	}
	return nil
}
