package routing

// WithMessages makes requests and replies of all packets of a relation that knows no kinds. With
// classes 1 they share all virtual channels; with 2 each has its own.
func WithMessages(base *Relation, classes int) *Relation {
	r := *base
	if base.Quotient != nil {
		r.Quotient = WithMessages(base.Quotient, classes)
	}
	r.VCs = classes * base.VCs
	r.Headers = 2 * base.Headers // the low bit is the class
	r.Messages = &Messages{Class: func(_ int, h uint32) int { return int(h & 1) }, Sink: true}
	r.Write = func(part int, h uint32) string {
		text := [...]string{"request", "reply"}[h&1]
		if base.Write != nil {
			text += " " + base.Write(part, h>>1)
		}
		return text
	}
	r.Open = func(part int) Part {
		in := base.Open(part)
		return Part{
			Inject: func(inject func(int, uint32)) {
				in.Inject(func(n int, h uint32) {
					inject(n, h<<1)
					inject(n, h<<1|1)
				})
			},
			Route: func(p Packet, options []Option) []Option {
				class := p.Header & 1
				p.Header >>= 1
				if p.Channel != Injected {
					p.VC %= base.VCs
				}
				first := len(options)
				options = in.Route(p, options)
				for i := first; i < len(options); i++ {
					o := &options[i]
					o.Header = o.Header<<1 | class
					if o.Channel != Eject && classes > 1 {
						o.VC += int(class) * base.VCs
					}
				}
				return options
			},
		}
	}
	return &r
}
