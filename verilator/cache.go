package verilator

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A cache is the directory that holds builds, one folder a build.
type cache struct {
	root        string
	environment []string // added to that of the steps, and not part of a build's digest
}

// start finds a build or makes it, and starts it in its folder. One that does not start, such as
// that of a machine with other libraries, is made once more.
func (c *cache) start(ctx context.Context, b *build, start func(dir string) error) error {
	dir, err := c.find(ctx, b)
	if err != nil {
		return err
	}
	if err := start(dir); err == nil || ctx.Err() != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if dir, err = c.find(ctx, b); err != nil {
		return err
	}
	if err := start(dir); err != nil {
		return fmt.Errorf("the build does not start, also when made anew (to have it made again delete %s): %w", dir, err)
	}
	return nil
}

// find returns the folder of a build, which it makes if it is not there or damaged.
func (c *cache) find(ctx context.Context, b *build) (string, error) {
	dir := filepath.Join(c.root, b.digest())
	if whole(dir, b) {
		return dir, nil
	}
	if err := os.MkdirAll(c.root, 0o777); err != nil {
		return "", err
	}
	c.sweep()
	temp, err := os.MkdirTemp(c.root, building)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	if err := b.make(ctx, temp, c.environment); err != nil {
		return "", err
	}
	text, err := seal(temp, b)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(temp, sealName), text, 0o666); err != nil {
		return "", err
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return "", err
	}
	if err := os.Rename(temp, dir); err == nil || whole(dir, b) {
		return dir, nil // ours, or that of another process that was faster
	}
	// The one there is damaged: put ours in its place.
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.Rename(temp, dir); err != nil && !whole(dir, b) {
		return "", err
	}
	return dir, nil
}

// Names in a cache: the prefix of a build in the making, and in each folder the file that tells
// what its program was when it was made.
const (
	building = "building-"
	sealName = "built"
)

// whole tells whether a folder holds a build as it was made.
func whole(dir string, b *build) bool {
	want, err := os.ReadFile(filepath.Join(dir, sealName))
	if err != nil {
		return false
	}
	if got, err := seal(dir, b); err != nil || !bytes.Equal(got, want) {
		return false
	}
	for _, f := range b.files {
		if text, err := os.ReadFile(filepath.Join(dir, f.Name)); err != nil || !bytes.Equal(text, f.Text) {
			return false
		}
	}
	return true
}

// seal describes the program of a build.
func seal(dir string, b *build) ([]byte, error) {
	path := filepath.Join(dir, b.product)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%x %03o\n", sha256.Sum256(text), info.Mode()&0o111), nil
}

// sweep removes what builds that were killed have left; what it cannot remove is no worse than before.
func (c *cache) sweep() {
	entries, _ := os.ReadDir(c.root)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), building) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > buildTime {
			os.RemoveAll(filepath.Join(c.root, e.Name()))
		}
	}
}

// buildTime is more than any build takes.
const buildTime = time.Hour
