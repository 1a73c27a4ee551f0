package routing

import (
	"math/bits"
	"slices"
	"strings"
)

// fields are the places of the fields of a header; width 0: the field is not there.
type fields struct {
	sign, selects, crossed, adaptive, class, final, initial field
	bits                                                    int
}

type field struct{ shift, width int }

func (f *fields) add(width int) field {
	at := field{f.bits, width}
	f.bits += width
	return at
}

func (f field) of(header uint32) uint32       { return header >> f.shift & (1<<f.width - 1) }
func (f field) put(header, v uint32) uint32   { return header&^f.mask() | v<<f.shift }
func (f field) mask() uint32                  { return (1<<f.width - 1) << f.shift }
func (f field) bit(header uint32, i int) bool { return f.width > 0 && header>>(f.shift+i)&1 == 1 }

// layout places the fields.
func (o *ordered) layout() {
	f := &o.fields
	if o.cyclic() && (o.ties || o.anySign) {
		f.sign = f.add(o.dims)
	}
	if o.selects {
		f.selects = f.add(o.dims)
	}
	if o.rule == remembered {
		f.crossed = f.add(o.dims)
	}
	if o.adaptive {
		f.adaptive = f.add(1)
	}
	f.class = f.add(o.classes - 1)
	if o.final {
		f.final = f.add(1)
	}
	if len(o.initial) > 0 {
		f.initial = f.add(bits.Len(uint(2 * o.dims)))
	}
}

// inject lists the headers of packets from a source.
func (o *ordered) inject(source, destination int, known sounds, inject func(int, uint32)) {
	for h := range uint32(1) << o.fields.bits {
		if o.begins(source, destination, h, known) {
			inject(source, h)
		}
	}
}

// begins is whether a header is one of packets from source to destination.
func (o *ordered) begins(source, destination int, h uint32, known sounds) bool {
	n := source
	if i := int(o.fields.initial.of(h)); i > 0 {
		if i > 2*o.dims || !slices.Contains(o.initial, i-1) || o.out(source, i-1) < 0 {
			return false
		}
		n = o.Channels[o.out(source, i-1)].To
	} else if source == destination {
		return false
	}
	if o.fields.crossed.of(h) != 0 {
		return false
	}
	if o.adaptive && o.fields.adaptive.of(h) == 0 && (o.onlyVC || o.all || o.replyOnly(h)) {
		return false
	}
	if o.fields.initial.of(h) > 0 && o.replyOnly(h) {
		return false
	}
	final := o.fields.final.of(h) == 1
	if last := o.dims - 1; final && !o.cyclic() && o.at(destination, last)+1 == o.K[last] {
		return false
	}
	return o.signed(n, destination, h, final) && (o.dead == nil || o.survives(source, destination, h, known))
}

// signed is whether the signs of a header are those of packets that go from n to the destination.
func (o *ordered) signed(n, destination int, h uint32, final bool) bool {
	if o.fields.sign.width == 0 || o.anySign {
		return true
	}
	for d := range o.dims {
		c, t := o.at(n, d), o.at(destination, d)
		if final && d == o.dims-1 {
			t = (t + 1) % o.K[d]
		}
		up, down := o.minimal(c, t, d)
		if s := o.fields.sign.bit(h, d); s && !down && up || !s && !up && down || s && !up && !down {
			return false
		}
	}
	return true
}

// replyOnly is whether a packet is a reply that begins on the adaptive VC alone.
func (o *ordered) replyOnly(h uint32) bool { return o.fields.class.of(h) == 1 && !o.replyVC }

// write names the fields of a header that are there.
func (o *ordered) write(h uint32) string {
	var parts []string
	add := func(f field, name, value string) {
		if f.width > 0 {
			parts = append(parts, name+"="+value)
		}
	}
	binary := func(f field) string {
		text := ""
		for d := range f.width {
			text += string('0' + rune(f.of(h)>>d&1))
		}
		return text
	}
	add(o.fields.sign, "sign", binary(o.fields.sign))
	add(o.fields.selects, "select", binary(o.fields.selects))
	add(o.fields.crossed, "crossed", binary(o.fields.crossed))
	add(o.fields.adaptive, "adaptive", binary(o.fields.adaptive))
	add(o.fields.class, "class", binary(o.fields.class))
	add(o.fields.final, "final", binary(o.fields.final))
	if o.fields.initial.width > 0 {
		value := "none"
		if i := int(o.fields.initial.of(h)); i > 0 {
			value = o.heading(i - 1)
		}
		add(o.fields.initial, "initial", value)
	}
	return strings.Join(parts, " ")
}
