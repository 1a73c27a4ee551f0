// Package prover reads routing relations out of the logic that is emitted, and compares them with those
// that package routing writes down from the pages in docs/spec. The builders know nothing of routing, so
// the two are descriptions by different people of one thing.
//
//	design --gates--> route and request modules --T3E, CM5, ...--> Reading
//	                                                                  |  Logic: the relation that they make
//	page --routing--------------------------------------------------> |  Rules: the relation that it should be
//	                                                                  |
//	                                  Compare: state by state, what differs, by name
//
// A module is found in the design by its name, and its ports by theirs, so what is read is the very module
// that is written as Verilog, a changed one included. What a Reading takes for granted stands with the
// function that makes it: mostly how the module's ports are joined to the rest of the router, which
// lockstep with the golden model looks at.
package prover
