package golden

import "math/bits"

// A field is a part of a message; the receiver's state is the field the next flit belongs to.
type field uint8

const (
	fieldHeight field = iota
	fieldRoute
	fieldLength
	fieldTag
	fieldData
	fieldCRC
)

// A receiver counts the tokens of one input port, frames the flits that come and writes
// them to the input FIFO.
type receiver struct {
	tokens uint8 // bit i: the token was raised in t-1-i, of the last RT cycles

	field    field
	left     int    // flits of this field still to come
	height   int    // as received
	length   int    // words, as received
	computed uint32 // CRC over the flits that came before the CRC
	received uint32 // CRC flits so far

	messages uint16 // stat_in
}

// token is in_p_token(t), p's mask bit apart: the FIFO has room for one flit more than is
// in it or under way.
func (r *Router) token(p int) bool {
	c := r.fifos[p].size + bits.OnesCount8(r.receivers[p].tokens)
	return !r.wasReset && c < r.places
}

// receive handles the in-pins of port p in cycle t. What it writes can be popped in t+1;
// stray tells that a flit without a token was discarded, for err_protocol in t+1.
func (r *Router) receive(p int, valid bool, flit uint8) (stray bool) {
	rx := &r.receivers[p]
	paid := rx.tokens>>(r.roundTrip-1)&1 != 0
	rx.tokens = rx.tokens << 1 & (1<<r.roundTrip - 1)
	if r.raised>>p&1 != 0 {
		rx.tokens |= 1
	}
	switch {
	case !valid:
		return false
	case !paid:
		r.seen[noToken+event(p)]++
		return true
	}
	r.frame(rx, &r.fifos[p], flit)
	return false
}

// frame takes one flit that comes and writes at most one entry.
func (r *Router) frame(rx *receiver, fifo *queue, flit uint8) {
	if rx.field == fieldHeight {
		rx.height, rx.length, rx.computed, rx.received, rx.left = int(flit), 0, 0, 0, 1
	}
	if rx.field != fieldCRC {
		rx.computed = r.crc.next(rx.computed, flit)
	}
	rx.left--
	done := rx.left == 0

	switch rx.field {
	case fieldHeight, fieldRoute, fieldTag:
		fifo.push(entry{flit: flit})
	case fieldLength:
		rx.length = rx.length<<4 | int(flit)
		fifo.push(entry{flit: r.lengthDigit(rx.length, done)})
	case fieldData:
		before := 8*rx.length - rx.left - 1 // data flits that came before this one
		if before < 8*r.words {
			fifo.push(entry{flit: flit})
		}
	case fieldCRC:
		rx.received = rx.received<<4 | uint32(flit)
		if done {
			fifo.push(entry{
				trailer:     true,
				verdict:     r.crc.judge(rx.received, rx.computed),
				lengthWrong: rx.length == 0 || rx.length > r.words,
			})
			rx.messages++
			r.countMessage(rx.height, rx.length)
		}
	}
	if done {
		rx.next(r)
	}
}

// lengthDigit is the digit passed on for the one that completes length. The low digit is
// that of min(length, words); a high digit that comes first is limited to that of words.
func (r *Router) lengthDigit(length int, last bool) uint8 {
	if !last {
		return uint8(min(length, r.words>>4))
	}
	return uint8(min(length, r.words) & 15)
}

// next moves to the next field that has any flits.
func (rx *receiver) next(r *Router) {
	for {
		switch rx.field {
		case fieldHeight:
			rx.field, rx.left = fieldRoute, (rx.height+1)/2
		case fieldRoute:
			rx.field, rx.left = fieldLength, r.lengthFlits
		case fieldLength:
			rx.field, rx.left = fieldTag, 1
		case fieldTag:
			rx.field, rx.left = fieldData, 8*rx.length
		case fieldData:
			rx.field, rx.left = fieldCRC, r.crc.flits
		case fieldCRC:
			rx.field, rx.left = fieldHeight, 1
		}
		if rx.left > 0 {
			return
		}
	}
}
