package golden

// An output is one output port: the buffer that holds a whole message, and the registers
// that drive its pins.
type output struct {
	buffer  queue
	busy    bool   // from the cycle after the grant to that in which the last CRC flit moves
	sum     uint32 // CRC over the flits moved since the grant
	crcSent int    // CRC flits moved

	valid    bool
	flit     uint8
	messages uint16 // stat_out
}

func (o *output) clear() {
	o.buffer.clear()
	o.busy, o.sum, o.crcSent, o.valid, o.flit, o.messages = false, 0, 0, false, 0, 0
}

func (o *output) grant() { o.busy, o.sum, o.crcSent = true, 0, 0 }

// move is output q in cycle t: with a token and a buffer that is not empty one flit goes to
// the pins of t+1, else they are idle in t+1.
func (r *Router) move(q int, token bool) {
	o := &r.outputs[q]
	o.valid, o.flit = false, 0
	if o.buffer.empty() {
		return
	}
	if !token {
		r.seen[outStalled+event(q)]++
		if o.crcSent > 0 {
			r.seen[stallCRC+event(q)]++
		}
		return
	}
	o.valid = true
	if head := o.buffer.front(); head.trailer {
		r.moveCRC(o, q, head)
	} else {
		o.flit = o.buffer.pop().flit
		o.sum = r.crc.next(o.sum, o.flit)
	}
}

// moveCRC moves the next CRC flit; the last one takes the trailer with it.
func (r *Router) moveCRC(o *output, q int, trailer entry) {
	o.flit = r.crc.flit(o.sum, o.crcSent)
	if trailer.verdict != good || trailer.lengthWrong {
		o.flit ^= 15
	}
	o.crcSent++
	if o.crcSent == r.crc.flits {
		o.buffer.pop()
		o.busy = false
		o.messages++
		r.seen[eventTo+event(q)]++
	}
}
