package table

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// JSON is the table of some sources. Of each source it has a string for every field, with one digit
// for each destination, in the order of their numbers: sign and select 0..7 (1 x, 2 y, 4 z), initial
// 0..3, the others 0 or 1.
func (tab *Table) JSON(sources []Node) []byte {
	frame := tab.frame()
	var b bytes.Buffer
	fmt.Fprintf(&b, "{%s,\n  \"cfg_links\": {", frame)
	separator := ""
	for n := range Node(tab.Torus.Nodes()) {
		if tab.Torus.atDead(n) {
			fmt.Fprintf(&b, "%s\n    %q: %d", separator, tab.Torus.FormatNode(n), tab.Torus.Links(n))
			separator = ","
		}
	}
	fmt.Fprintf(&b, "},\n  \"no_route\": %d,\n  \"routes\": [", tab.Tally.NoRoute)
	for i, src := range sources {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n    {\"source\": %q", tab.Torus.FormatNode(src))
		for _, f := range fields {
			fmt.Fprintf(&b, ",\n     %q: %q", f.name, f.digits(tab.Row(src)))
		}
		b.WriteString("}")
	}
	b.WriteString("\n  ]\n}\n")
	return b.Bytes()
}

// A field of an entry has a name and a value 0..7.
type field struct {
	name  string
	value func(Entry) int
}

var fields = []field{
	{"sign", Entry.Sign},
	{"initial", Entry.Initial},
	{"final", func(e Entry) int { return int(e / finalEntry & 1) }},
	{"select", Entry.Select},
	{"adaptive", func(e Entry) int { return int(e / adaptive & 1) }},
	{"no_route", func(e Entry) int { return int(e / noRoute & 1) }},
}

func (f field) digits(row []Entry) []byte {
	digits := make([]byte, len(row))
	for i, e := range row {
		digits[i] = '0' + byte(f.value(e))
	}
	return digits
}

// frame is what describes the table, as members of a JSON object.
func (tab *Table) frame() string {
	dead := []string{}
	for _, l := range tab.Torus.Dead() {
		dead = append(dead, tab.Torus.FormatLink(l))
	}
	list, err := json.Marshal(dead)
	if err != nil {
		panic(err) // strings
	}
	size := tab.Torus.size
	return fmt.Sprintf("\n  \"size\": [%d, %d, %d],\n  \"seed\": %d,\n  \"dead\": %s", size[0], size[1], size[2], tab.Seed, list)
}

// Hex is the row of a source for $readmemh: a word of EntryBits bits, three digits, a line for each
// destination, by number, after two lines of comment.
func (tab *Table) Hex(src Node) []byte {
	var b bytes.Buffer
	size := tab.Torus.size
	fmt.Fprintf(&b, "// from %s; line x + %d*(y + %d*z): header bits 25:15 to x,y,z, class 0\n", tab.Torus.FormatNode(src), size[0], size[1])
	b.WriteString("// 2:0 sign, 4:3 initial, 5 final, 8:6 select, 10 adaptive, 11 no route\n")
	const digits = "0123456789abcdef"
	for _, e := range tab.Row(src) {
		b.Write([]byte{digits[e>>8&15], digits[e>>4&15], digits[e&15], '\n'})
	}
	return b.Bytes()
}

// BalanceJSON is the load of every channel under each scheme, [VC0, VC1], and the summaries.
func (tab *Table) BalanceJSON() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{%s,\n  \"summary\": ", tab.frame())
	rows := []any{}
	for _, s := range tab.Summaries() {
		rows = append(rows, s)
	}
	list(&b, rows)
	b.WriteString(",\n  \"channels\": ")
	rows = rows[:0]
	for _, c := range tab.Balance {
		rows = append(rows, struct {
			From        string `json:"from"`
			Direction   string `json:"direction"`
			Dateline    bool   `json:"dateline,omitempty"`
			AllVC0      Load   `json:"all_vc0"`
			TwoDateline Load   `json:"two_dateline"`
			Annealed    Load   `json:"annealed"`
			Bound       int    `json:"bound"`
		}{
			tab.Torus.FormatNode(c.From), c.Dir.String(), c.Dateline,
			c.Loads[AllVC0], c.Loads[TwoDateline], c.Loads[Annealed], c.Bound,
		})
	}
	list(&b, rows)
	b.WriteString("\n}\n")
	return b.Bytes()
}

// list writes a JSON array, a line for each element.
func list(b *bytes.Buffer, rows []any) {
	b.WriteString("[")
	for i, row := range rows {
		text, err := json.Marshal(row)
		if err != nil {
			panic(err) // numbers and strings
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(b, "\n    %s", text)
	}
	b.WriteString("\n  ]")
}
