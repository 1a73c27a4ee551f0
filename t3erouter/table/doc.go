// Package table makes the routing tables of a torus of T3E routers: for each source and destination
// the header fields sign, initial, final, select and adaptive of docs/spec/t3e.md, so that the two
// virtual channels of every link carry as nearly the same as can be, and round links that are dead.
//
// [Torus] is the network, [Build] makes its [Table], an [Entry] for each pair.
//
// # What the select bits can do
//
// A packet goes straight in each dimension once: a run. One that crosses the dateline is on VC0
// before it and on VC1 from the crossing on, whatever its header says. Only the others follow
// their select bit, and are on VC0 or VC1 all the way. So the channel across the dateline carries VC1
// alone, with an imbalance of 1 under any table, and those near it have a bound that follows from the
// packets that have no choice.
//
// # Why annealing is done ring by ring
//
// Let each node send one packet to each. A select bit moves load between the VCs of the channels of
// one run, and these lie on one ring: one row of the torus in one direction. So the best select bits
// for the torus are the best ones for each ring, and on a ring only this matters: how many packets of
// those that run from here to there take VC1. That turns millions of bits into some hundred numbers a
// ring, without loss. These are what is annealed; which packets of a group take VC1 does not
// matter to the balance, and they are spread evenly. Rings that carry the same share one answer. In a
// torus without dead links there are a few different rings, with many they all may be.
//
// Each channel has a lower bound. Where annealing reaches it on all channels no table is better, by any
// measure that rises with the imbalances; it ends there. On tori without dead links it has always
// done so.
//
// # Dead links
//
// A pair whose shortest way is whole keeps it. Others get the shortest of their 64 escape paths (8
// signs, 4 initial hops, final hop or not) that is; the way round the torus is one of them. The
// adaptive bit is cleared where a packet that wanders might come to a router whose escape hop is
// dead; of equally long paths one that keeps it is taken.
package table
