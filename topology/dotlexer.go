package topology

import (
	"strings"
	"unicode/utf8"

	"github.com/flitwright/flitwright/topology/internal/source"
)

// A dotToken is a token of the DOT language. An identifier keeps its text without quotes.
type dotToken struct {
	kind dotKind
	text string
	line int
}

// A dotKind is the character of punctuation, or one of these.
type dotKind rune

const (
	dotEnd     dotKind = -iota // of the file
	dotBad                     // cannot go on; the fault is told already
	dotID                      // a name, a number or HTML
	dotQuoted                  // a string, which is an identifier and never a keyword
	dotKeyword                 // in lower case
	dotLine                    // --
	dotArrow                   // ->
)

// A dotLexer cuts the text of a DOT file into tokens.
type dotLexer struct {
	text *source.Text
	rest string
	line int
	bol  bool // at the beginning of a line
}

func newDOTLexer(text *source.Text) *dotLexer {
	return &dotLexer{text: text, rest: text.Data, line: 1, bol: true}
}

// take removes and returns the first n bytes.
func (l *dotLexer) take(n int) string {
	s := l.rest[:n]
	l.rest = l.rest[n:]
	l.line += strings.Count(s, "\n")
	return s
}

func (l *dotLexer) bad(line int, format string, args ...any) dotToken {
	l.text.Faultf(line, format, args...)
	l.rest = ""
	return dotToken{kind: dotBad, line: line}
}

func (l *dotLexer) next() dotToken {
	if fault, ok := l.skipBlanks(); !ok {
		return fault
	}
	line := l.line
	token := func(kind dotKind, n int) dotToken { return dotToken{kind, l.take(n), line} }
	r, _ := utf8.DecodeRuneInString(l.rest)
	switch {
	case l.rest == "":
		return dotToken{kind: dotEnd, line: line}
	case strings.ContainsRune("{}[];,=:+", r):
		return token(dotKind(r), 1)
	case strings.HasPrefix(l.rest, "--"):
		return token(dotLine, 2)
	case strings.HasPrefix(l.rest, "->"):
		return token(dotArrow, 2)
	case r == '"':
		return l.quoted()
	case r == '<':
		return l.html()
	case r == '-' || r == '.' || isDigit(r):
		return l.number()
	case isNameRune(r):
		return l.name()
	}
	return l.bad(line, "%q is not part of the language", r)
}

// skipBlanks skips spaces, comments, and lines that begin with #.
func (l *dotLexer) skipBlanks() (dotToken, bool) {
	for {
		n := len(l.rest) - len(strings.TrimLeft(l.rest, " \t\r\n\f\v"))
		if strings.Contains(l.take(n), "\n") {
			l.bol = true
		}
		line := l.line
		switch {
		case strings.HasPrefix(l.rest, "//"), l.bol && strings.HasPrefix(l.rest, "#"):
			if n = strings.IndexByte(l.rest, '\n'); n < 0 {
				n = len(l.rest)
			}
			l.take(n)
		case strings.HasPrefix(l.rest, "/*"):
			n = strings.Index(l.rest[2:], "*/")
			if n < 0 {
				return l.bad(line, "this comment has no end"), false
			}
			l.take(n + 4)
		default:
			l.bol = false
			return dotToken{}, true
		}
	}
}

// quoted reads a string: \" stands for a quote, a backslash before the end of a line joins the
// lines, and any other backslash stands for itself.
func (l *dotLexer) quoted() dotToken {
	line := l.line
	n := 1
	for n < len(l.rest) && l.rest[n] != '"' {
		if l.rest[n] == '\\' && n+1 < len(l.rest) {
			n++
		}
		n++
	}
	if n >= len(l.rest) {
		return l.bad(line, "this string has no end")
	}
	s := l.take(n + 1)
	s = strings.NewReplacer(`\\`, `\\`, `\"`, `"`, "\\\r\n", "", "\\\n", "").Replace(s[1:n])
	return dotToken{dotQuoted, s, line}
}

// html reads <...> with nested <...>.
func (l *dotLexer) html() dotToken {
	line, depth := l.line, 0
	for n := range len(l.rest) {
		switch l.rest[n] {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 {
			return dotToken{dotID, l.take(n + 1), line}
		}
	}
	return l.bad(line, "this < has no >")
}

func (l *dotLexer) number() dotToken {
	line, n, digits, dots := l.line, 0, 0, 0
	if l.rest[0] == '-' {
		n++
	}
	for ; n < len(l.rest) && (isDigit(rune(l.rest[n])) || l.rest[n] == '.'); n++ {
		if l.rest[n] == '.' {
			dots++
		} else {
			digits++
		}
	}
	s := l.take(n)
	if r, _ := utf8.DecodeRuneInString(l.rest); l.rest != "" && isNameRune(r) {
		return l.bad(line, "%s is neither a number nor a name: write it in quotes", source.Quote(s+l.name().text))
	}
	if digits == 0 || dots > 1 {
		return l.bad(line, "%s is not a number: write it in quotes", source.Quote(s))
	}
	return dotToken{dotID, s, line}
}

func (l *dotLexer) name() dotToken {
	line := l.line
	n := strings.IndexFunc(l.rest, func(r rune) bool { return !isNameRune(r) })
	if n < 0 {
		n = len(l.rest)
	}
	s := l.take(n)
	switch low := strings.ToLower(s); low {
	case "strict", "graph", "digraph", "node", "edge", "subgraph":
		return dotToken{dotKeyword, low, line}
	}
	return dotToken{dotID, s, line}
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// isNameRune is true of what may stand in a name. DOT takes every character beyond ASCII.
func isNameRune(r rune) bool {
	return isDigit(r) || r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf
}

// String is the token as an error shows it.
func (t dotToken) String() string {
	if t.kind == dotEnd {
		return "the end of the file"
	}
	return source.Quote(t.text)
}
