//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package regress

import (
	"errors"
	"os"
	"syscall"
)

// lock locks an open file, for the process and until it ends. A file system that has no locks goes
// without.
func lock(f *os.File) error {
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrLocked
		case !errors.Is(err, syscall.EINTR):
			return nil
		}
	}
}
