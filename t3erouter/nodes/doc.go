// Package nodes is what stands at the routers of a T3E torus in simulations: nodes that send and
// sink packets by the rules of docs/spec/t3e.md or against them, a ledger that judges what they
// receive, and a watchdog that tells who waits for whom when nothing moves.
//
//	Nodes    inputs of the torus from its outputs   target.Stimulus
//	Ledger   judges the pins                        target.Scoreboard
//	Watchdog tells from the pins that nothing moves
//	Waits    looks into golden models and nodes: the wait-for graph
//
// All four work on the words of a torus, emitted or golden. Randomness is a seed; what a node sends is
// drawn by itself, so that equal plans send the same packets through any routers.
package nodes
