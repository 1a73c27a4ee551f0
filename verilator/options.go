package verilator

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Options tunes an engine; the zero value is the usual choice.
type Options struct {
	// CacheDir holds the builds; empty is the environment's FLITWRIGHT_CACHE, or else
	// flitwright in the user's cache directory.
	CacheDir string
	// NoAssert leaves FLITWRIGHT_ASSERT undefined.
	NoAssert bool
	// Trace is the FST file that gets the waves since the last Reset, complete after
	// Close. It makes the run several times slower.
	Trace string
	// Coverage is the file that gets counts of lines, toggles and cover properties at Close, of each instance, from the end of the first reset
	// on and summed over all Resets, for verilator_coverage. It makes the run many times slower. Verilator only.
	Coverage string
	// Built is called when the program is there, before it starts; nil if nobody asks.
	Built func()
}

// A MissingTool is the error of Open and OpenIcarus when a program they need is not
// installed.
type MissingTool struct {
	Tool     string // the program's name
	Packages string // Debian packages that bring it and what goes with it
}

func (e *MissingTool) Error() string {
	return fmt.Sprintf("%s is not installed: apt-get install -y --no-install-recommends %s", e.Tool, e.Packages)
}

// Is makes errors.Is(err, exec.ErrNotFound) true.
func (e *MissingTool) Is(target error) bool { return target == exec.ErrNotFound }

// need reports the first of the tools that is not in PATH.
func need(packages string, tools ...string) error {
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			return &MissingTool{Tool: tool, Packages: packages}
		}
	}
	return nil
}

// cacheDir is the directory of the builds made with one tool.
func (o Options) cacheDir(tool string) (string, error) {
	root := o.CacheDir
	if root == "" {
		root = os.Getenv("FLITWRIGHT_CACHE")
	}
	if root == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("no cache directory, set FLITWRIGHT_CACHE: %w", err)
		}
		root = filepath.Join(user, "flitwright")
	}
	return filepath.Abs(filepath.Join(root, tool))
}

// absolute makes a path that the simulator, which runs in its own directory, can write to.
func absolute(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	return filepath.Abs(path)
}
