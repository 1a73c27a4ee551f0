package traffic

import (
	"errors"
	"fmt"
)

// A Packet is what a host sends or receives.
type Packet struct {
	Route   []byte // bit 7 set in each
	Payload []byte // the first has bit 7 clear
	Error   byte   // CRC on the link xor the right one
}

// What Decode can find wrong.
var (
	ErrOpen  = errors.New("the packet does not end")
	ErrReset = errors.New("the packet is ended by a forward reset")
	ErrEmpty = errors.New("GAP with no packet open")
)

// RouteByte asks for the output that is turn ports further than the input.
func RouteByte(turn int) byte { return 0x80 | byte(turn)&0x3F }

// Turn reads the turn of a route byte: two's complement in bits 5:0.
func Turn(b byte) int { return int(int8(b<<2)) >> 2 }

// Append adds the characters of p to dst, CRC and GAP included.
func (f *Format) Append(dst []Char, p *Packet) []Char {
	var sum byte
	for _, b := range p.Route {
		dst, sum = append(dst, Char(b)), f.next(sum, b)
	}
	for _, b := range p.Payload {
		dst, sum = append(dst, Char(b)), f.next(sum, b)
	}
	return append(dst, Char(sum^p.Error), f.Gap)
}

// Decode reads the first packet in characters as they come over a link; symbols inside it, known or
// not, are passed over. It gives the packet and the number of characters up to its end. With an
// error the packet holds what came, the CRC counted as payload. The last byte before GAP is the CRC.
func (f *Format) Decode(chars []Char) (Packet, int, error) {
	var data []byte
	end, err := len(chars), ErrOpen
loop:
	for i, c := range chars {
		switch {
		case c.IsData():
			data = append(data, byte(c))
		case c == f.Gap:
			end, err = i+1, nil
			break loop
		case c == f.Fres:
			end, err = i+1, ErrReset
			break loop
		}
	}
	if err == nil && len(data) == 0 {
		return Packet{}, end, ErrEmpty
	}
	var p Packet
	if err == nil {
		last := len(data) - 1
		p.Error = data[last] ^ f.CRC(data[:last])
		data = data[:last]
	}
	n := 0
	for n < len(data) && data[n]&0x80 != 0 {
		n++
	}
	p.Route, p.Payload = data[:n:n], data[n:]
	return p, end, err
}

func (p Packet) String() string {
	s := fmt.Sprintf("route % x, payload % x", p.Route, p.Payload)
	if p.Error != 0 {
		s += fmt.Sprintf(", CRC wrong by %02x", p.Error)
	}
	return s
}
