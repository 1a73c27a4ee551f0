package rtl_test

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUpdateExamples rewrites the outputs in example_test.go when the printer has changed:
//
//	go test ./rtl -run 'Waves|UpdateExamples' -update
func TestUpdateExamples(t *testing.T) {
	if !*update {
		t.Skip("without -update go test compares them itself")
	}
	const file = "example_test.go"
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	for name, example := range map[string]func(){
		"ExampleFIFO":          ExampleFIFO,
		"ExampleRoundRobin":    ExampleRoundRobin,
		"ExampleMatrix":        ExampleMatrix,
		"ExampleCrossbar":      ExampleCrossbar,
		"ExampleLFSR":          ExampleLFSR,
		"ExampleCRC_Register":  ExampleCRC_Register,
		"ExampleCRC_Step":      ExampleCRC_Step,
		"ExampleTokenReceiver": ExampleTokenReceiver,
		"ExampleTokenSender":   ExampleTokenSender,
		"ExampleFirstFrom":     ExampleFirstFrom,
		"ExampleDecode":        ExampleDecode,
		"ExamplePopCount":      ExamplePopCount,
		"ExampleCounter":       ExampleCounter,
		"ExampleUARTSender":    ExampleUARTSender,
	} {
		start := bytes.Index(source, []byte("func "+name+"() {"))
		require.GreaterOrEqual(t, start, 0, name)
		body := source[start:]
		end := bytes.Index(body, []byte("\n}\n"))
		head, _, _ := bytes.Cut(body[:end], []byte("\t// Output:\n"))

		var b strings.Builder
		for line := range strings.Lines(printed(t, example)) {
			b.WriteString(strings.TrimRight("\t// "+line, " \n") + "\n")
		}
		source = bytes.Join([][]byte{source[:start], head, []byte("\t// Output:\n" + b.String()), body[end+1:]}, nil)
	}
	require.NoError(t, os.WriteFile(file, source, 0o666))
}

// printed is what f prints.
func printed(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	stdout := os.Stdout
	os.Stdout = w
	go func() {
		f()
		w.Close()
	}()
	text, err := io.ReadAll(r)
	os.Stdout = stdout
	require.NoError(t, err)
	return string(text)
}
