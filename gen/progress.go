package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// A progress line shows on a terminal what takes more than a second.
type progress struct {
	c     *command
	label string
	unit  string        // of done and total
	text  func() string // the whole line, in place of these; nil for none
	start time.Time

	terminal bool

	mu          sync.Mutex
	done, total int

	stop    chan struct{}
	stopped sync.WaitGroup
}

// progress begins a line on the standard error, if that is a terminal.
func (c *command) progress(label string) *progress {
	p := &progress{c: c, label: label, unit: "cycles"}
	p.begin()
	return p
}

func (p *progress) begin() {
	p.start, p.stop = time.Now(), make(chan struct{})
	if f, ok := p.c.stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.terminal = true
		p.stopped.Go(p.show)
	}
}

// set tells how far it is; nothing is known before the first call.
func (p *progress) set(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = done, total
}

// end takes the line away.
func (p *progress) end() {
	close(p.stop)
	p.stopped.Wait()
}

func (p *progress) show() {
	wait := time.NewTimer(time.Second)
	defer wait.Stop()
	shown := false
	for {
		select {
		case <-wait.C:
			fmt.Fprintf(p.c.stderr, "\r\x1b[K%s", p.line())
			shown = true
			wait.Reset(200 * time.Millisecond)
		case <-p.stop:
			if shown {
				fmt.Fprint(p.c.stderr, "\r\x1b[K")
			}
			return
		}
	}
}

// print shows lines above that of progress, on any standard error.
func (p *progress) print(format string, args ...any) {
	clear := ""
	if p.terminal {
		clear = "\r\x1b[K"
	}
	fmt.Fprintf(p.c.stderr, clear+format, args...)
}

func (p *progress) line() string {
	if p.text != nil {
		return p.text()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	since := time.Since(p.start)
	if p.done == 0 {
		return fmt.Sprintf("%s: building, %.0f s", p.label, since.Seconds())
	}
	return fmt.Sprintf("%s: %d of %d %s, %d %%", p.label, p.done, p.total, p.unit, 100*p.done/p.total)
}
