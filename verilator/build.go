package verilator

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/flitwright/flitwright/ir/verilog"
)

// A build is everything that decides the bytes of one simulator program.
type build struct {
	version string         // of the tool
	files   []verilog.File // the design's and the generated ones
	steps   [][]string     // commands, run in turn among the files
	product string         // file that the last step leaves, what a cache entry must have
	scratch string         // directory of intermediate results, if any
}

// digest names the build by its content.
func (b *build) digest() string {
	h := sha256.New()
	field := func(s string) { fmt.Fprintf(h, "%d:%s", len(s), s) }
	field(b.version)
	for _, f := range b.files {
		field(f.Name)
		field(string(f.Text))
	}
	for _, step := range b.steps {
		field(strings.Join(step, "\x00"))
	}
	field(b.product)
	return hex.EncodeToString(h.Sum(nil))
}

// make makes the build in a folder. The context ends it with all its processes.
func (b *build) make(ctx context.Context, dir string, environment []string) error {
	for _, f := range b.files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o666); err != nil {
			return err
		}
	}
	for _, step := range b.steps {
		var output bytes.Buffer
		cmd := exec.CommandContext(ctx, step[0], step[1:]...)
		group(cmd)
		cmd.WaitDelay = time.Second
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), environment...)
		cmd.Stdout, cmd.Stderr = &output, &output
		err := cmd.Run()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", step[0], err, complaints(output.String()))
		}
	}
	if b.scratch != "" {
		return os.RemoveAll(filepath.Join(dir, b.scratch))
	}
	return nil
}

// complaints keeps what explains a failed build: from the first line that speaks of an error
// on, 20 lines.
func complaints(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	for i, line := range lines {
		if strings.Contains(strings.ToLower(line), "error") {
			lines = lines[i:]
			break
		}
	}
	if len(lines) > 20 {
		lines = append(lines[:20], "...")
	}
	return strings.Join(lines, "\n")
}

// version is the first line that a tool prints about itself.
func version(ctx context.Context, tool, flag string) (string, error) {
	output, err := exec.CommandContext(ctx, tool, flag).CombinedOutput()
	line, _, _ := strings.Cut(string(output), "\n")
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", tool, flag, err, line)
	}
	return line, nil
}
