package verilog

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// Options of Emit.
type Options struct {
	Header      []string // comment lines at the top of every file: target, parameters, command
	SourceLines bool     // add the builder's file and line to each declaration
}

// Emit prints each module of a design to a file of its own, those placed in another before
// it.
func Emit(d *ir.Design, opt Options) ([]File, error) {
	var files []File
	seen := map[string]bool{}
	for _, m := range d.Modules {
		if low := strings.ToLower(m.Name); seen[low] {
			return nil, fmt.Errorf("two modules have the name %s", m.Name)
		} else {
			seen[low] = true
		}
		text, err := emitModule(m, opt)
		if err != nil {
			return nil, err
		}
		files = append(files, File{Name: m.Name + ".v", Text: text})
	}
	return files, nil
}

func emitModule(m *ir.Module, opt Options) ([]byte, error) {
	p, err := newPlan(m)
	if err != nil {
		return nil, err
	}
	pr := &printer{plan: p, opt: opt, reader: newReader()}
	pr.module()
	return pr.out.Bytes(), nil
}

// A printer writes the text of one module.
type printer struct {
	*plan
	opt    Options
	reader *reader
	out    bytes.Buffer
	depth  int  // of indentation
	formal bool // assertions are printed for formal tools
}

func (p *printer) line(format string, args ...any) {
	p.put(fmt.Sprintf(format, args...))
}

// put writes a line at the present indentation.
func (p *printer) put(text string) {
	if text != "" && text[0] != '`' {
		for range p.depth {
			p.out.WriteString("    ")
		}
	}
	p.out.WriteString(text)
	p.out.WriteByte('\n')
}

// gap separates two sections by an empty line.
func (p *printer) gap() {
	if b := p.out.Bytes(); len(b) > 0 && !bytes.HasSuffix(b, []byte("\n\n")) && !bytes.HasSuffix(b, []byte("(\n")) {
		p.out.WriteByte('\n')
	}
}

// section runs body with an empty output and returns what it wrote.
func (p *printer) section(body func()) []byte {
	old := p.out
	p.out = bytes.Buffer{}
	body()
	text := p.out.Bytes()
	p.out = old
	return text
}

// comment writes a sentence or more, wrapped.
func (p *printer) comment(text string) {
	for _, s := range wrap(text, columns-4*p.depth-3) {
		p.put(strings.TrimRight("// "+s, " "))
	}
}

// wrap breaks text into lines of at most width columns; its own line breaks stay.
func wrap(text string, width int) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var out []string
	for s := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line := ""
		for _, w := range strings.Fields(strings.ToValidUTF8(s, "?")) {
			if line != "" && len(line)+1+len(w) > width {
				out = append(out, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += w
		}
		out = append(out, line)
	}
	return out
}
