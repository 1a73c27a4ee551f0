// Package topology holds the shape of a network: nodes, the channels between them, and nothing of
// how packets are routed, buffered or switched.
//
// A [Graph] is a directed multigraph. One physical link is two channels, one each way, which name
// each other as their Reverse; a one-way link is one channel without. Nodes and channels are plain
// slices, and everything refers to them by index, so that an analysis keeps its own facts in slices
// of the same length. A graph does not change once it is made.
//
// Graphs come from [Ring], [Mesh], [Torus] and [FatTree], with any shape from a [Builder], or from a
// file with [Read].
package topology
