// Package mutate measures a target's traffic by faults: it puts one small fault after another
// into the elaborated design and counts those that the traffic shows.
//
//	design --Enumerate--> mutants --Apply--> mutated design --engine--> outputs
//	                                                             |
//	golden model <-> stimulus ------trace of the pins------ compare every output
//
// The golden model does not know which design runs beside it, and the stimulus answers the golden
// model: inputs and expected outputs are thus the same for all mutants and are recorded
// once. A mutant is killed by the first output that differs, or by a check of the design that
// fails. Those that live on get traces in which counters begin high, longer traces, then a proof that they are equal to the design.
//
//	report, err := mutate.Run(ctx, mutate.Config{Target: t, Values: v, Seed: 1})
//	fmt.Print(report) // the score, and each survivor with its line in the builder
//
// A survivor is one of three things: a situation that the traffic does not make, hardware that the
// design does not need, or a mutant that is equal for a reason that no proof has found.
package mutate
