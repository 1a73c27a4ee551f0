package main

import "io"

// An output is the standard output. It keeps the first error of writing, so that a run whose report
// was lost does not pass.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}
