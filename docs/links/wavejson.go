package links

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A Diagram is WaveJSON.
type Diagram struct {
	Signal []any  `json:"signal"` // waves; groups, which begin with their name; {} for a gap
	Head   head   `json:"head"`
	Config config `json:"config"`
}

type head struct {
	Text string `json:"text"`
	Tick int    `json:"tick"` // number of the first cycle
}

type config struct {
	Scale int `json:"hscale"`
}

type wave struct {
	Name string   `json:"name"`
	Wave string   `json:"wave"`
	Data []string `json:"data,omitempty"`
}

// A lane is a pin in a diagram.
type lane struct {
	pin  string
	when string                // a pin that must be 1 for the value to mean something; "" if it always does
	text func(v uint64) string // of a value; "" is drawn as a low line; nil: a wave of one bit
	stay bool                  // equal values that follow each other are one; else each is an item of its own, as flits are
}

// wave makes the wave of a lane from the values in the cycles shown.
func (l lane) wave(values, when []uint64) wave {
	w := wave{Name: l.pin}
	var b strings.Builder
	last, before := "", ""
	for i, v := range values {
		symbol := fmt.Sprint(v)
		if l.text != nil {
			text := ""
			if l.when == "" || when[i] == 1 {
				text = l.text(v)
			}
			symbol = "0"
			switch {
			case text == "":
			case l.stay && text == before:
				b.WriteString(".")
				continue
			default:
				symbol = "="
				w.Data = append(w.Data, text)
			}
			before = text
		}
		if symbol == last && symbol != "=" {
			symbol = "."
		} else {
			last = symbol
		}
		b.WriteString(symbol)
	}
	w.Wave = b.String()
	return w
}

// JSON writes the diagram with a wave a line.
func (d Diagram) JSON() []byte {
	encode := func(x any) string {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(x); err != nil {
			panic(err) // of this package's own
		}
		return strings.TrimSpace(b.String())
	}
	var lines []string
	for _, s := range d.Signal {
		group, ok := s.([]any)
		if !ok {
			lines = append(lines, "    "+encode(s))
			continue
		}
		text := "    [" + encode(group[0])
		for _, x := range group[1:] {
			text += ",\n      " + encode(x)
		}
		lines = append(lines, text+"]")
	}
	return fmt.Appendf(nil, "{\n  \"signal\": [\n%s\n  ],\n  \"head\": %s,\n  \"config\": %s\n}\n", strings.Join(lines, ",\n"), encode(d.Head), encode(d.Config))
}
