// Package selftest has the two ends of the self-test of a CM-5 router: a source for each of its
// inputs and a sink for each of its outputs, small and fast enough to stand beside it in an FPGA.
//
// A message says itself what it must be. Source and sink keep an 8-bit signature of the flits as
// they must come out of the router. It begins with the number of the output, 0 to 3 for a child, Climbed for any parent; the
// flits from the height to the fourth of the data are drawn at random, and from there on each is the low half of the signature of those
// before it. A message that comes out elsewhere, or with a flit that is not as it must be, does not
// fit; a flit changed after the sink's own check of the CRC is not noticed, there is none.
//
// Children send up or down, parents down, at every height and length that is legal in a router at level
// Level with all ports enabled, but for length 0.
package selftest

// Level is the level that the router under test is to be set to. There messages go down with the
// height 2, which leaves the router as 1, and the left field of their route flit is cleared.
const Level = 2

// Climbed is the number of the outputs to parents, any of which a message that climbs may take.
const Climbed = 4
