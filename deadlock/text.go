package deadlock

import (
	"fmt"
	"strings"
)

// String is the proof for people.
func (p *Proof) String() string {
	var b strings.Builder
	line := func(label, format string, args ...any) {
		fmt.Fprintf(&b, "%-16s %s\n", label, fmt.Sprintf(format, args...))
	}
	line("relation", "%s", p.subject())
	line("channels", "%d of %d in use", p.Channels, p.space.resources())
	line("dependences", "%d, %s", p.Dependences, cycles(p.Cyclic))
	if e := p.Escape; e != nil && p.Cyclic && (e.Channels != p.Channels || e.Dependences != p.Dependences) {
		connected := "which every packet can always ask for"
		if !e.Connected {
			connected = "which some packets cannot ask for"
		}
		line("escape", "%s, %s; %d dependences, %s", plural(e.Channels, "channel"), connected, e.Dependences, cycles(e.Cyclic))
	}
	if p.Cyclic || p.DeadlockSet > 0 {
		line("closed set", "%s", plural(p.DeadlockSet, "channel"))
	}
	if p.Endpoints != nil {
		line("queues of nodes", "%d, %d of them in the closed set", *p.Endpoints, *p.DeadlockEndpoints)
	}
	if p.Livelock != "" {
		line("hops", "%s", p.Livelock)
	}
	if len(p.Witness) > 0 {
		fmt.Fprintf(&b, "\n%s\n", p.headline())
		holder := map[string]int{}
		for _, k := range p.Witness {
			for _, h := range k.Holds {
				holder[h] = k.Packet
			}
		}
		for _, k := range p.Witness {
			b.WriteString(k.text(holder))
		}
		b.WriteString("\n")
	}
	if len(p.Cycle) > 0 && len(p.Witness) == 0 {
		b.WriteString("\na cycle that stands in the way of a proof:\n")
		for _, e := range p.Cycle {
			kind := ""
			if e.Indirect {
				kind = ", indirectly"
			}
			fmt.Fprintf(&b, "  %s waits for %s%s: a packet from %s to %s\n", e.From, e.To, kind, e.Source, e.Destination)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%s: %s\n", p.Verdict, p.Reason)
	return b.String()
}

// subject is what the proof is about.
func (p *Proof) subject() string {
	return fmt.Sprintf("%s on %s, %s", strings.Join(append([]string{p.Relation}, p.Set...), " "), p.space.Graph.Name, p.Flow)
}

func (p *Proof) headline() string {
	if p.MinPackets != nil {
		return fmt.Sprintf("the least deadlock has %s:", plural(len(p.Witness), "packet"))
	}
	return fmt.Sprintf("a deadlock of %s, none of which can be left out:", plural(len(p.Witness), "packet"))
}

// String is the packet for people.
func (k Packet) String() string { return strings.TrimSpace(k.text(nil)) }

func (k Packet) text(holder map[string]int) string {
	var waits []string
	for _, w := range k.Waits {
		if by, ok := holder[w]; ok && by != k.Packet {
			w += fmt.Sprintf(" (packet %d)", by)
		}
		waits = append(waits, w)
	}
	wait := "has no way on"
	if len(waits) > 0 {
		wait = "waits for " + strings.Join(waits, " and ")
	}
	header := ""
	if k.Header != "" {
		header = " with " + k.Header
	}
	return fmt.Sprintf("  packet %d from %s to %s%s holds %s and %s\n", k.Packet, k.Source, k.Destination, header, strings.Join(k.Holds, ", "), wait)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func cycles(cyclic bool) string {
	if cyclic {
		return "with cycles"
	}
	return "no cycle"
}
