package regress

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/flitwright/flitwright/tb"
)

// A Check makes a run. A *tb.Mismatch is its error if the design is wrong; it then gives a report too.
type Check func(ctx context.Context, r Run, progress func(done int)) (*tb.Report, error)

// A message is a line from a worker: how far it is, or what became of the run.
type message struct {
	Done    int     `json:"done,omitempty"` // cycles
	Record  *Record `json:"record,omitempty"`
	Missing bool    `json:"missing,omitempty"` // a program is not installed: no run can be made
}

// Serve is a worker: it reads runs, a JSON object each, makes them in turn and writes messages. It
// ends when the context or its input does, as it does when the driver dies, also in the middle of a run.
func Serve(ctx context.Context, in io.Reader, out io.Writer, check Check) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	runs := make(chan Run)
	go func() {
		defer stop()
		defer close(runs)
		for d := json.NewDecoder(in); ; {
			var r Run
			if d.Decode(&r) != nil {
				return
			}
			select {
			case runs <- r:
			case <-ctx.Done():
				return
			}
		}
	}()
	messages := json.NewEncoder(out)
	for r := range runs {
		told := time.Now()
		record, missing := attempt(ctx, r, check, func(done int) {
			if time.Since(told) > time.Second {
				told = time.Now()
				messages.Encode(message{Done: done})
			}
		})
		if ctx.Err() != nil {
			return nil
		}
		if err := messages.Encode(message{Record: &record, Missing: missing}); err != nil {
			return err
		}
	}
	return nil
}

// attempt makes a run. A panic is an error of that run.
func attempt(ctx context.Context, r Run, check Check, progress func(int)) (record Record, missing bool) {
	start := time.Now()
	record = Record{Run: r, Outcome: Held}
	defer func() {
		if p := recover(); p != nil {
			record.Outcome, record.Report, record.Error = Errors, nil, fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
		}
		record.Seconds, record.Ended = time.Since(start).Seconds(), time.Now().UTC().Truncate(time.Second)
	}()
	report, err := check(ctx, r, progress)
	_, wrong := errors.AsType[*tb.Mismatch](err)
	switch {
	case err == nil:
		record.Report = report
	case wrong && report != nil:
		record.Outcome, record.Report = Failed, report
	default:
		record.Outcome, record.Error = Errors, err.Error()
	}
	return record, errors.Is(err, exec.ErrNotFound)
}

// A worker is the driver's end of a worker process.
type worker struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *json.Decoder
	stderr tail
}

func startWorker(cmd *exec.Cmd) (*worker, error) {
	w := &worker{cmd: cmd}
	cmd.Stderr = &w.stderr
	cmd.WaitDelay = time.Second // for a simulator that has its stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.in, w.out = in, json.NewDecoder(out)
	return w, cmd.Start()
}

// errDied is the error of a worker that ended in the middle of a run.
var errDied = errors.New("the worker died")

// errMissing is the error of a program that is not installed.
var errMissing = errors.New("nothing can be run")

// run has a run made. After an error the worker is gone.
func (w *worker) run(r Run, progress func(done int)) (Record, error) {
	err := json.NewEncoder(w.in).Encode(r)
	for err == nil {
		var m message
		switch err = w.out.Decode(&m); {
		case err == nil && m.Missing:
			w.end()
			return Record{}, fmt.Errorf("%w: %s", errMissing, m.Record.Error)
		case err == nil && m.Record != nil:
			return *m.Record, nil
		case err == nil:
			progress(m.Done)
		}
	}
	w.cmd.Process.Kill() // it may have closed its output and live
	status := w.end()
	return Record{}, fmt.Errorf("%w: %v\n%s", errDied, status, w.stderr.String())
}

// end lets the worker end.
func (w *worker) end() error {
	w.in.Close()
	return w.cmd.Wait()
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 8192

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-tailSize):]
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
