package source_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/topology/internal/source"
	"github.com/stretchr/testify/require"
)

func TestLines(t *testing.T) {
	const file = "\ufeffa\r\n\nb"
	whole, err := source.Read("f", strings.NewReader(file))
	require.NoError(t, err)
	for _, text := range []*source.Text{whole, source.Stream("f", strings.NewReader(file))} {
		var lines []string
		for n, line := range text.Lines() {
			lines = append(lines, line)
			require.Len(t, lines, n)
		}
		require.Equal(t, []string{"a", "", "b"}, lines)
		require.NoError(t, text.Err())
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the cable is out") }

func TestStreamFaults(t *testing.T) {
	for want, r := range map[string]io.Reader{
		"f: the cable is out":                          io.MultiReader(strings.NewReader("a\n"), broken{}),
		"f:2: byte 0xff is not UTF-8":                  strings.NewReader("a\nb\xff\nc"),
		"f:2: longer than 64 KiB, the limit of a line": strings.NewReader("a\n" + strings.Repeat("b", 1<<17)),
	} {
		text := source.Stream("f", r)
		for range text.Lines() {
			continue
		}
		require.EqualError(t, text.Err(), want)
	}
}

func TestQuote(t *testing.T) {
	require.Equal(t, `"a\n\"b\""`, source.Quote("a\n\"b\""))
	require.Equal(t, `"`+strings.Repeat("ü", 40)+`..."`, source.Quote(strings.Repeat("ü", 41)))
}
