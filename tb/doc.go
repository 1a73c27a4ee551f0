// Package tb runs an elaborated design in lockstep with its golden model and judges it. It takes
// a target.Target and an engine and knows neither a router nor a simulator.
//
//	golden model <-> stimulus         one goroutine, a batch of cycles ahead
//	     |  batches of inputs and expected outputs
//	     v
//	  engine -> compare every output of every cycle -> scoreboard
//
// The stimulus answers the outputs of the golden model, so a whole batch of inputs is known
// before the engine runs it. As long as design and model agree that is the same as answering
// the design, and the first difference ends the run. The scoreboard sees the pins of the
// engine and never those of the model.
//
// Check is one run; its Report and, if it fails, its Mismatch hold what a reader needs to
// know and to repeat it. Mutants measures how well a target's checks find faults that an
// Editor puts into its design.
package tb
