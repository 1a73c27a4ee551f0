// Package verilator runs emitted Verilog in real simulators: files and a manifest in,
// cycles out.
//
// Open builds the files with Verilator into a program of its own and drives it over pipes, in
// batches of packed port words; OpenIcarus does the same with Icarus Verilog, in four states.
// Both return a sim.Engine. The design is compiled with FLITWRIGHT_ASSERT defined: an assertion
// that fails, a $stop, a $finish or a $fatal ends the run with a *sim.Failure.
// The outputs of the cycle that failed are then valid as well as those before it.
//
// After an error from Run the engine keeps returning it until Reset, which starts anew, also
// when the simulator was killed. An engine serves one goroutine, but Close may be called at
// any time from another to end a Run that hangs.
//
// Verilator's optimization of trees of single-bit operators is switched off, as 5.006 gives
// wrong values with it: in a concatenation with x[13] & x[13] & x[13] that bit was 0.
//
// # Cache
//
// Builds are kept by the SHA-256 of everything that goes into them, below FLITWRIGHT_CACHE or
// else flitwright in the user's cache directory, one folder a build. A build is made under a
// temporary name and renamed, so any number of processes may share it. One that is no longer as
// it was made is made anew, and so, once, is one that does not start. What a killed build has left,
// building-*, goes with the next build an hour later. Nothing else is removed: when the cache grows
// too large, rm -r it.
package verilator
