package wormhole4_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the blocks of docs/guide.md")

const guide = "../../guide.md"

// block is a marker and the fenced block below it:
//
//	code: FILE#NAME,...    declarations of a Go file, a method as Type.method
//	section: FILE#TITLE    a section of a Markdown file, its title in lower case with dashes
//	output: TEST           what the test shows
var block = regexp.MustCompile("(?ms)^<!-- (code|section|output): (\\S+) -->\n\n```(\\w+)\n(.*?)^```$")

// fill compares the guide with what text gives for a marker, or with -update writes it there.
// "" leaves a block alone. It returns the number of blocks filled.
func fill(t *testing.T, text func(kind, of string) string) int {
	old, err := os.ReadFile(guide)
	require.NoError(t, err)
	filled := 0
	filledIn := block.ReplaceAllStringFunc(string(old), func(whole string) string {
		m := block.FindStringSubmatch(whole)
		now := text(m[1], m[2])
		if now == "" {
			return whole
		}
		filled++
		return fmt.Sprintf("<!-- %s: %s -->\n\n```%s\n%s\n```", m[1], m[2], m[3], strings.Trim(now, "\n"))
	})
	if *update {
		require.NoError(t, os.WriteFile(guide, []byte(filledIn), 0o666))
	} else if diff := cmp.Diff(string(old), filledIn); diff != "" {
		t.Errorf("docs/guide.md is not what the code gives; go test -tags tools ./docs/guide/... -update writes it (-guide +code):\n%s", diff)
	}
	return filled
}

// show logs a text and holds it against the guide.
func show(t *testing.T, text string) {
	t.Helper()
	t.Logf("\n%s", text)
	n := fill(t, func(kind, of string) string {
		if kind == "output" && of == t.Name() {
			return text
		}
		return ""
	})
	require.Equal(t, 1, n, "blocks of docs/guide.md that show %s", t.Name())
}

// TestGuide: the code and the page that the guide shows are those of the files, no block stands without a
// marker, and the tests that it names are there.
func TestGuide(t *testing.T) {
	fill(t, func(kind, of string) string {
		file, names, _ := strings.Cut(of, "#")
		switch kind {
		case "code":
			return declarations(t, file, strings.Split(names, ","))
		case "section":
			return section(t, file, names)
		}
		return ""
	})
	text, err := os.ReadFile(guide)
	require.NoError(t, err)
	fences := regexp.MustCompile("(?m)^```(go|text|verilog|markdown)$").FindAll(text, -1)
	require.Len(t, block.FindAll(text, -1), len(fences), "a block has no marker")
	for _, m := range regexp.MustCompile(`(?:-run |<!-- output: )(Test\w+)`).FindAllSubmatch(text, -1) {
		require.Contains(t, tests(t), string(m[1]))
	}
	outputs := ""
	for _, m := range block.FindAllSubmatch(text, -1) {
		if string(m[1]) == "output" {
			outputs += string(m[4])
		}
	}
	for _, m := range regexp.MustCompile("`([0-9a-f]{2,3})`").FindAllSubmatch(text, -1) {
		require.Contains(t, outputs, string(m[1]), "the guide speaks of a flit that it does not show")
	}
}

// declarations are the named declarations of a file with their comments.
func declarations(t *testing.T, file string, names []string) string {
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, source, parser.ParseComments)
	require.NoError(t, err)
	var found []string
	for _, name := range names {
		i := slices.IndexFunc(tree.Decls, func(d ast.Decl) bool { return slices.Contains(declares(d), name) })
		require.GreaterOrEqual(t, i, 0, "%s has no %s", file, name)
		from := tree.Decls[i].Pos()
		switch d := tree.Decls[i].(type) {
		case *ast.FuncDecl:
			if d.Doc != nil {
				from = d.Doc.Pos()
			}
		case *ast.GenDecl:
			if d.Doc != nil {
				from = d.Doc.Pos()
			}
		}
		found = append(found, string(source[files.Position(from).Offset:files.Position(tree.Decls[i].End()).Offset]))
	}
	return strings.Join(found, "\n\n")
}

// declares lists the names that a declaration declares.
func declares(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
		receiver := d.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		return []string{receiver.(*ast.Ident).Name + "." + d.Name.Name}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

// section is a section of a Markdown file.
func section(t *testing.T, file, name string) string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for part := range strings.SplitSeq(string(text), "\n## ") {
		title, _, _ := strings.Cut(part, "\n")
		if strings.ReplaceAll(strings.ToLower(title), " ", "-") == name {
			return "## " + part
		}
	}
	t.Fatalf("%s has no section %s", file, name)
	return ""
}

// tests lists the tests of this folder, whatever their build tags.
func tests(t *testing.T) (names []string) {
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, 0)
		require.NoError(t, err)
		for _, d := range tree.Decls {
			names = append(names, declares(d)...)
		}
	}
	return names
}
