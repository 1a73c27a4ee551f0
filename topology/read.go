package topology

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/flitwright/flitwright/topology/internal/source"
)

// A Format is how a file describes a graph.
type Format uint8

const (
	None          Format = iota
	DOT                  // Graphviz
	GML                  // Graph Modelling Language
	AnyNet               // network_file of BookSim's anynet
	IBNetDiscover        // ibnetdiscover, ibsim
)

func (f Format) String() string {
	return [...]string{"no file", "Graphviz DOT", "GML", "BookSim anynet", "InfiniBand ibnetdiscover"}[f]
}

// extensions of file names.
var extensions = map[string]Format{
	".dot": DOT, ".gv": DOT, ".gml": GML, ".anynet": AnyNet, ".net": IBNetDiscover,
}

// signatures are what a file of a format has and one of a later format in the list has not. They
// are matched behind comments.
var signatures = []struct {
	Format
	*regexp.Regexp
}{
	{DOT, regexp.MustCompile(`(?i)^(strict|digraph)\b|^graph\s*[^\s\[]`)},
	{AnyNet, regexp.MustCompile(`^(router|node)\s+\d`)},
	{IBNetDiscover, regexp.MustCompile(`(?m)^(Switch|Hca|Ca|Rt)\s+\d+\s*"`)},
	{GML, regexp.MustCompile(`(?m)^\s*graph\s*\[`)},
}

// comments are blanks and the comments of any format.
var comments = regexp.MustCompile(`^(\s|#[^\n]*|//[^\n]*|(?s:/\*.*?\*/))*`)

// Read reads a graph from a file. The name is for errors, and its extension decides on the format
// where the content does not; the format found is Format of the graph. Errors name file and line
// and come all at once, as far as the file can be understood.
//
// Files of more than 64 MiB, MaxNodes or MaxChannels are refused. Memory and time are bound by
// these: 100 bytes of memory or so for each byte of the file, at most.
func Read(name string, r io.Reader) (*Graph, error) {
	text, err := source.Read(name, r)
	if err != nil {
		return nil, err
	}
	format := detect(text)
	var g *Graph
	switch format {
	case DOT:
		g, err = readDOT(text)
	case GML:
		g, err = readGML(text)
	case AnyNet:
		g, err = readAnyNet(text)
	case IBNetDiscover:
		g, _, err = readIBNetDiscover(text)
	default:
		err = fmt.Errorf("%s: neither %v, %v, %v nor %v", name, DOT, GML, AnyNet, IBNetDiscover)
	}
	if err != nil {
		return nil, err
	}
	g.Format = format
	return g, nil
}

func detect(text *source.Text) Format {
	data := text.Data[len(comments.FindString(text.Data)):]
	for _, s := range signatures {
		if s.MatchString(data) {
			return s.Format
		}
	}
	return extensions[strings.ToLower(filepath.Ext(text.Name))]
}

// graphName is the name of a graph whose file gives none.
func graphName(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
