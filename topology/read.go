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

// Read reads a graph from a file. The name is for errors, and its extension decides on the format
// where the content does not; the format found is Format of the graph. Errors name file and line
// and come all at once, as far as the file can be understood.
//
// Files of more than 64 MiB, MaxNodes or MaxChannels are refused. At these limits reading takes some
// seconds and about 1 GiB.
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
	const enough = 64 << 10 // bytes to look at
	data := skipComments(text.Data)
	data = data[:min(len(data), enough)]
	for _, s := range signatures {
		if s.MatchString(data) {
			return s.Format
		}
	}
	return extensions[strings.ToLower(filepath.Ext(text.Name))]
}

// skipComments removes blanks and the comments of any format from the beginning.
func skipComments(s string) string {
	for {
		s = strings.TrimLeft(s, " \t\r\n\f\v")
		end := "\n"
		switch {
		case strings.HasPrefix(s, "/*"):
			end = "*/"
		case !strings.HasPrefix(s, "#") && !strings.HasPrefix(s, "//"):
			return s
		}
		_, s, _ = strings.Cut(s, end)
	}
}

// graphName is the name of a graph whose file gives none.
func graphName(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
