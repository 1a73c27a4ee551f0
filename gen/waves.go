package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

// waves is the file that -vcd names; nil if there is none. It is opened before anything runs, so that a
// name that cannot be written is refused. A file is written under a temporary name beside it and
// renamed at the end: until then, and when the run is killed, what was there stays. Beside it goes a view of it for GTKWave.
type waves struct {
	name   string
	path   string // of the file that is to be there in the end, links followed
	file   *os.File
	beside bool   // the file has a temporary name; it does not for what is no regular file
	begun  bool   // an engine was opened
	scope  string // of the top module's in the simulator's own waves, with a dot behind it; "" for none
	save   []byte // the file of the view
	lost   error  // of the first write that failed
}

func openWaves(name string) (*waves, error) {
	if name == "" {
		return nil, nil
	}
	w := &waves{name: name, path: name}
	before, err := os.Stat(name)
	mode := fs.FileMode(0o644) // as that of all files that gen writes
	switch _, linked := os.Readlink(name); {
	case err == nil: // whatever it is, it has to be writable
		if w.file, err = os.OpenFile(name, os.O_WRONLY, 0); err != nil {
			return nil, err
		}
		if !before.Mode().IsRegular() {
			return w, nil
		}
		w.file.Close()
		mode = before.Mode().Perm()
		if w.path, err = filepath.EvalSymlinks(name); err != nil {
			return nil, err
		}
	case linked == nil: // to what is not there
		w.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, mode)
		return w, err
	}
	dir, base := filepath.Split(w.path)
	if dir == "" {
		dir = "."
	}
	sweep(dir, func(name string) bool { return name == base || name == filepath.Base(viewOf(base)) })
	if w.file, err = os.CreateTemp(dir, "."+base+".*"); err != nil {
		if p, ok := errors.AsType[*fs.PathError](err); ok {
			p.Path = name // not the temporary one
		}
		return nil, err
	}
	w.beside = true
	if err := w.file.Chmod(mode); err != nil {
		return nil, errors.Join(err, w.file.Close(), os.Remove(w.file.Name()))
	}
	return w, nil
}

// fst is the name if an engine writes the file itself.
func (w *waves) fst() string {
	if w == nil || !isFST(w.name) {
		return ""
	}
	return w.file.Name()
}

// Write takes waves for the file. Its error, as of a full disk, names the file that was asked for.
func (w *waves) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	if err != nil && w.lost == nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			path.Path = w.name
		}
		w.lost = err
	}
	return n, err
}

// after makes an opener that notes that the engine is there.
func (w *waves) after(open opener) opener {
	if w == nil {
		return open
	}
	return func(ctx context.Context, d *ir.Design) (sim.Engine, error) {
		e, err := open(ctx, d)
		w.begun = err == nil
		scope, golden := d.Top.Name, "golden"
		if w.fst() != "" {
			scope, golden = w.scope+scope, ""
		}
		w.save = sim.SaveFile(filepath.Base(w.path), scope, golden, sim.NewLayout(d.Top))
		return e, err
	}
}

// close ends the file and puts it in place, the view before it. Without an engine there is none, and what was there stays, as it does if not all
// could be written. It reports an engine that should have written the file and did not.
func (w *waves) close() error {
	if w == nil {
		return nil
	}
	err := w.file.Close()
	if !w.beside {
		return err
	}
	if err == nil && w.begun && w.fst() != "" {
		if err = wholeFST(w.file.Name()); err != nil { // an engine may have made another of that name
			err = fmt.Errorf("-vcd %s: the simulator wrote %w", w.name, err)
		}
	}
	switch {
	case !w.begun || w.lost != nil:
	case err == nil:
		if err = w.putView(); err == nil {
			return os.Rename(w.file.Name(), w.path)
		}
	}
	return errors.Join(err, os.Remove(w.file.Name()))
}

// viewOf is the name of the view of waves: F.gtkw beside F.vcd or F.fst.
func viewOf(path string) string { return strings.TrimSuffix(path, filepath.Ext(path)) + ".gtkw" }

// putView writes the view, unless there is another of that name that was saved by the user.
func (w *waves) putView() error {
	path := viewOf(w.path)
	if text, err := os.ReadFile(path); !errors.Is(err, fs.ErrNotExist) && !strings.HasPrefix(string(text), sim.SaveFileMark) {
		return nil
	}
	return verilog.WriteFiles(filepath.Dir(path), []verilog.File{{Name: filepath.Base(path), Text: w.save}})
}
