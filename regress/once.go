package regress

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// Once lets one process after the other do what makes something to keep, such as a program in a
// cache, and lets them all in once one has done it. Processes that share the directory, be it over a
// network, share this too. The first may be killed: the next takes its place.
func Once(ctx context.Context, dir, key string, do func() error) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(key))
	f, err := os.OpenFile(filepath.Join(dir, hex.EncodeToString(sum[:8])), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		if info, err := f.Stat(); err == nil && info.Size() > 0 {
			return do()
		}
		err := lock(f)
		if err == nil {
			break
		}
		if !errors.Is(err, ErrLocked) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	if err := do(); err != nil {
		return err
	}
	_, err = f.WriteString(key + "\n")
	return err
}
