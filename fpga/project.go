package fpga

import (
	"bytes"
	"embed"
	"fmt"
	"math"
	"text/template"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
)

// What a project does by default: cycles of a round, cycles that it may take to end, bits a second on
// the serial line.
const (
	roundCycles = 1 << 20
	endCycles   = 1 << 16
	baud        = 115200
)

// A Source is what a project is made of.
type Source struct {
	Target   string // first word of the lines that the board sends
	Settings string // parameters, for people
	Command  string // makes the project
	Header   []string
	Design   *ir.Design // the self-test, its memories as Place leaves them
}

// A Project is the files of one, whole: RTL belongs into the folder rtl below that of Files.
type Project struct {
	RTL, Files []verilog.File
	MHz        float64 // the clock
	Synthesis  string  // see Board
}

//go:embed templates
var templates embed.FS

// project is what templates are given.
type project struct {
	Source
	Board     Board
	PLL       *PLL // nil: the clock is the oscillator's
	MHz       float64
	Period    float64 // ns of the oscillator
	Run, Wait int
	Bit       int // cycles
	Top       string
	RTL       []string
	LEDs      []string // names, as many as the board has
	Meanings  []string
	Colours   []string
	Bitstream string
}

// constraints are the files that a family has beside those of all.
var constraints = map[Family][]string{
	Ice40:  {"board.pcf"},
	ECP5:   {"board.lpf"},
	Artix7: {"board.xdc", "build.tcl"},
}

// New makes a project. Its error is that of Fits, of PLL or of the printer of Verilog.
func New(b Board, s Source) (*Project, error) {
	if err := b.Fits(s.Design); err != nil {
		return nil, err
	}
	p := project{
		Source: s, Board: b, MHz: b.Clock, Period: 1000 / b.Oscillator, Run: roundCycles, Wait: endCycles, Top: s.Design.Top.Name,
		LEDs: []string{"heartbeat", "pass", "fail", "activity"}[:len(b.LEDs)],
		Meanings: []string{
			"blinks while rounds follow each other", "the latest round passed", "some round has failed since the start",
			"changes every 2^19 messages received",
		},
		Colours: []string{"blue", "green", "red"}, Bitstream: "top.bit",
	}
	if b.Family == Ice40 {
		p.Bitstream = "top.bin"
	}
	if b.Clock != b.Oscillator {
		pll, err := b.PLL()
		if err != nil {
			return nil, err
		}
		p.PLL, p.MHz = &pll, pll.MHz
	}
	p.Bit = int(math.Round(p.MHz * 1e6 / baud))
	rtl, err := p.modules()
	if err != nil {
		return nil, err
	}
	done := &Project{RTL: rtl, MHz: p.MHz, Synthesis: b.Synthesis()}
	for _, f := range rtl {
		p.RTL = append(p.RTL, f.Name)
	}
	for _, name := range append([]string{"top.v", "sim.v", "models.v", "Makefile", "README.md"}, constraints[b.Family]...) {
		f, err := p.file(name)
		if err != nil {
			return nil, err
		}
		done.Files = append(done.Files, f)
	}
	return done, nil
}

// modules prints the self-test and the controller; a part of both is printed once.
func (p *project) modules() ([]verilog.File, error) {
	controller, err := ir.Elaborate(Controller(p.Target).Module)
	if err != nil {
		return nil, err
	}
	var files []verilog.File
	texts := map[string][]byte{}
	for _, d := range []*ir.Design{p.Design, controller} {
		modules, err := verilog.Emit(d, verilog.Options{Header: p.Header})
		if err != nil {
			return nil, err
		}
		for _, f := range modules {
			if text, twice := texts[f.Name]; !twice {
				files = append(files, f)
				texts[f.Name] = f.Text
			} else if !bytes.Equal(text, f.Text) {
				return nil, fmt.Errorf("the self-test has a module %s of its own", f.Name)
			}
		}
	}
	return files, nil
}

// file fills in a template.
func (p *project) file(name string) (verilog.File, error) {
	t, err := template.New(name).Funcs(template.FuncMap{"dec": func(n int) int { return n - 1 }}).ParseFS(templates, "templates/"+name)
	if err != nil {
		return verilog.File{}, err
	}
	var text bytes.Buffer
	err = t.Execute(&text, p)
	return verilog.File{Name: name, Text: text.Bytes()}, err
}
