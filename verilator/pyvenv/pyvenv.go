//go:build unix

package pyvenv

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

//go:embed requirements.txt
var requirements []byte

// An Env is an environment in a folder of its own.
type Env struct{ dir string }

// Open gives the environment in the user's cache, which it makes if it is not there whole.
func Open(ctx context.Context) (*Env, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	return open(ctx, filepath.Join(cache, "flitwright", "pyvenv"), "python3", requirements)
}

// Path is the value of PATH with which the programs of the environment are found first.
func (e *Env) Path() string {
	return filepath.Join(e.dir, "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
}

// Command runs a program of the environment, which finds the others on its PATH.
func (e *Env) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(e.dir, "bin", name), args...)
	cmd.Env = append(os.Environ(), "PATH="+e.Path(), "VIRTUAL_ENV="+e.dir, "PYTHONDONTWRITEBYTECODE=1")
	return cmd
}

// sealName is the file of a folder that is written when all else is there.
const sealName = "sealed"

// open finds or makes the environment of a Python and a list of packages. Processes that want one at once wait for each other.
func open(ctx context.Context, root, python string, packages []byte) (*Env, error) {
	version, err := exec.CommandContext(ctx, python, "-VV").Output()
	if err != nil {
		return nil, missing(python, err)
	}
	digest := fmt.Sprintf("%x", sha256.Sum256(append(version, packages...)))
	e := &Env{filepath.Join(root, digest[:32])}
	if err := os.MkdirAll(root, 0o777); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(e.dir+".lock", os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return nil, err
	}
	seal := filepath.Join(e.dir, sealName)
	if text, err := os.ReadFile(seal); err == nil && string(text) == digest {
		return e, nil
	}
	if err := e.make(ctx, python, packages); err != nil {
		return nil, err
	}
	return e, os.WriteFile(seal, []byte(digest), 0o666)
}

// make installs into the folder itself, since the programs of an environment name it.
func (e *Env) make(ctx context.Context, python string, packages []byte) error {
	if err := os.RemoveAll(e.dir); err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, python, "-m", "venv", e.dir).CombinedOutput(); err != nil {
		return missing(python+" -m venv", fmt.Errorf("%w: %s", err, firstLine(out)))
	}
	pip := e.Command(ctx, "python", "-m", "pip", "install", "--no-input", "--quiet", "--disable-pip-version-check", "--no-deps", "-r", "/dev/stdin")
	pip.Stdin = bytes.NewReader(packages)
	if out, err := pip.CombinedOutput(); err != nil {
		return fmt.Errorf("pip install: %w\n%s", err, out)
	}
	return nil
}

func missing(what string, err error) error {
	return errors.New(what + " fails (" + err.Error() + "); install it with: apt-get install -y --no-install-recommends python3-venv python3-dev")
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return line
}
