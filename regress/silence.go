package regress

import (
	"context"
	"fmt"
	"time"
)

// A Watch ends a context when nothing is heard for too long.
type Watch struct {
	limit  time.Duration
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer // nil until something is heard
}

// A Silence is the cause of a context that a watch ended.
type Silence struct{ Limit time.Duration }

func (s *Silence) Error() string {
	return fmt.Sprintf("no cycle in %g s: killed", s.Limit.Seconds())
}

// Listen makes a context with a watch, which begins with the first that is heard: what is built before
// takes as long as it takes.
func Listen(ctx context.Context, limit time.Duration) (context.Context, *Watch) {
	w := &Watch{limit: limit}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	return w.ctx, w
}

// Heard begins the time of silence anew.
func (w *Watch) Heard() {
	if w.timer == nil {
		w.timer = time.AfterFunc(w.limit, func() { w.cancel(&Silence{w.limit}) })
		return
	}
	w.timer.Reset(w.limit)
}

// Silent is the *Silence that ended the context, nil if it was not one.
func (w *Watch) Silent() error {
	if s, ok := context.Cause(w.ctx).(*Silence); ok {
		return s
	}
	return nil
}

// End ends the watch and its context.
func (w *Watch) End() {
	if w.timer != nil {
		w.timer.Stop()
	}
	w.cancel(nil)
}
