package verilator

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A child is a running simulator. It is waited for from its start, so it is never a zombie.
type child struct {
	ctx    context.Context
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	pipe   *os.File // below out
	stderr tail
	done   chan struct{} // closed when the process has ended and status is set
	status error
}

// start runs program in dir, with pipes to its standard input and output. Lines that are
// read from it may be up to line bytes long. It is killed, with what it started, when the context is done.
func start(ctx context.Context, line int, dir, program string, args ...string) (*child, error) {
	c := &child{ctx: ctx, cmd: exec.CommandContext(ctx, program, args...), done: make(chan struct{})}
	group(c.cmd)
	c.cmd.Dir = dir
	c.cmd.Stderr = &c.stderr
	c.cmd.WaitDelay = time.Second // for one that left its stderr to another process
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c.cmd.Stdout = write
	err = c.cmd.Start()
	write.Close()
	if err != nil {
		read.Close()
		return nil, err
	}
	c.in, c.pipe, c.out = in, read, bufio.NewReaderSize(read, max(line, 1<<16))
	go func() {
		c.status = c.cmd.Wait()
		close(c.done)
	}()
	return c, nil
}

// end closes the child's input, which asks it to end, and kills it after the grace. It
// returns how the process ended.
func (c *child) end(grace time.Duration) error {
	c.in.Close()
	select {
	case <-c.done:
	case <-time.After(grace):
		c.cmd.Cancel()
		<-c.done
	}
	c.pipe.Close()
	return c.status
}

// alive tells whether the child has not been seen to end.
func (c *child) alive() bool {
	select {
	case <-c.done:
		return false
	default:
		return true
	}
}

// lost ends a child that an exchange with failed, and explains the failure.
func (c *child) lost(err error) error {
	grace := time.Duration(0)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrClosed) || errors.Is(err, syscall.EPIPE) {
		grace = time.Second // it ended by itself: learn how
	}
	status := c.end(grace)
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	cause := err.Error()
	if grace > 0 {
		cause = "the simulator ended: exit status 0"
		if status != nil {
			cause = "the simulator ended: " + status.Error()
		}
	}
	if text := c.stderr.String(); text != "" {
		return fmt.Errorf("%s\n%s", cause, text)
	}
	return errors.New(cause)
}

// tail keeps the last bytes that are written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 4096

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}

// A slot holds the child that runs now. Closing it ends that child and lets no other in.
type slot struct {
	mu     sync.Mutex
	now    *child
	closed bool
}

var errClosed = errors.New("the engine is closed")

// put ends the child in the slot and starts another in its place.
func (s *slot) put(next func() (*child, error)) (*child, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if s.now != nil {
		s.now.end(0)
		s.now = nil
	}
	c, err := next()
	if err != nil {
		return nil, err
	}
	s.now = c
	return c, nil
}

// lost is child.lost, but says so if the cause was close.
func (s *slot) lost(c *child, err error) error {
	err = c.lost(err)
	s.drop(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	return err
}

// drop forgets a child whose end is known.
func (s *slot) drop(c *child) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == c {
		s.now = nil
	}
}

// close ends the child; the grace is for what it has to write. It is an error if it then ends
// in any other way than by itself; with no grace, any end is good.
func (s *slot) close(grace time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	if s.now == nil {
		return nil
	}
	err := s.now.end(grace)
	if grace == 0 {
		return nil
	}
	return err
}
