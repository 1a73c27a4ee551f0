package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// waves is the file that -vcd names; nil if there is none. It is opened before anything runs, so
// that a name that cannot be written is refused, but what it held stays until there is an engine.
type waves struct {
	name   string
	file   *os.File
	before fs.FileInfo // as it was opened
	fresh  bool        // it was not there
	begun  bool        // an engine was opened
}

func openWaves(name string) (*waves, error) {
	if name == "" {
		return nil, nil
	}
	_, err := os.Stat(name)
	w := &waves{name: name, fresh: errors.Is(err, fs.ErrNotExist)}
	if w.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
		return nil, err
	}
	if w.before, err = w.file.Stat(); err != nil {
		w.file.Close()
		return nil, err
	}
	return w, nil
}

// fst is the name if an engine writes the file itself.
func (w *waves) fst() string {
	if w == nil || !isFST(w.name) {
		return ""
	}
	return w.name
}

// after makes an opener that empties the file once the engine is there.
func (w *waves) after(open opener) opener {
	if w == nil {
		return open
	}
	return func(ctx context.Context, d *ir.Design) (sim.Engine, error) {
		e, err := open(ctx, d)
		if err != nil {
			return nil, err
		}
		w.begun = true
		if w.fst() == "" && w.before.Mode().IsRegular() {
			if err := w.file.Truncate(0); err != nil {
				return nil, errors.Join(err, e.Close())
			}
		}
		return e, nil
	}
}

// close ends the file. It leaves none that was not there before if no engine was, and reports an
// engine that should have written it and did not.
func (w *waves) close() error {
	if w == nil {
		return nil
	}
	err := w.file.Close()
	switch {
	case !w.begun && w.fresh:
		err = errors.Join(err, os.Remove(w.name))
	case w.begun && w.fst() != "" && w.before.Mode().IsRegular() && !w.written():
		err = fmt.Errorf("-vcd %s: the simulator wrote no waves", w.name)
	}
	return err
}

// written tells whether an engine wrote the file; it may have made a new one of that name.
func (w *waves) written() bool {
	after, err := os.Stat(w.name)
	return err == nil && after.Size() > 0 && !(os.SameFile(after, w.before) && after.ModTime().Equal(w.before.ModTime()))
}
