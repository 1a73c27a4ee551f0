package regress

import (
	"time"

	"github.com/flitwright/flitwright/tb"
)

// An Outcome is what became of a run.
type Outcome string

// The outcomes. A run with an error has told nothing of the design, and is made again when the
// regression goes on.
const (
	Held   Outcome = "held"
	Failed Outcome = "failed" // the report has the mismatch
	Errors Outcome = "error"  // the run could not be made
)

// A Record is a run that was made.
type Record struct {
	Run
	Outcome  Outcome    `json:"outcome"`
	Error    string     `json:"error,omitempty"`
	Report   *tb.Report `json:"report,omitempty"` // nil after an error
	Seconds  float64    `json:"seconds"`          // building included
	Attempts int        `json:"attempts"`         // above 1 if a worker or a simulator died
	Ended    time.Time  `json:"ended"`
}

// Finished tells that the run need not be made again.
func (r Record) Finished() bool { return r.Outcome == Held || r.Outcome == Failed }

// Replay is the line that shows what the record says: a mismatch in as few cycles as it takes.
func (r Record) Replay() string {
	if r.Report != nil && r.Report.Mismatch != nil {
		return r.Report.Mismatch.Replay
	}
	return r.Command()
}

// Text is what went wrong, a line; "" for a run that held.
func (r Record) Text() string {
	if r.Report != nil && r.Report.Mismatch != nil {
		return r.Report.Mismatch.Error()
	}
	return r.Error
}
