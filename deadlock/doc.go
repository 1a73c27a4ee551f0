// Package deadlock decides whether packets of a routing relation can wait for each other for ever,
// and says why: by a numbering that every dependence climbs, by an escape relation (Duato), by the
// absence of a closed wait set, or by a deadlock, its packets named. docs/deadlock.md has the theory, with
// examples; docs/spec/deadlock.md what is computed, and the numbers.
//
// # What is gone through
//
// States are (virtual channel, header), and each reachable one is looked at once, the parts of a
// relation, mostly destinations, one after the other, on all processors. A state leaves behind what its
// packet may ask for, as bits over the resources that leave its node: so memory grows with channels,
// not with channels times destinations. Two things are larger. Indirect dependences of an escape
// relation are a bit for each pair of its channels that they join; and the search for a least deadlock
// lists the paths that packets can hold, up to a limit.
//
// Some relations have a quotient, which tells the same with fewer states: see
// [routing.Relation.Quotient]. It is used for flow vct and saf unless Options.Explicit is set; its proof is
// beside it, and a test compares it with the explicit relation at many sizes. No other symmetry is
// used.
//
// # Soundness
//
// Free, by a numbering, is sufficient and, for relations whose packets commit, necessary. FreeByEscape is
// sufficient. A closed set is exact where a packet is in one buffer (vct, saf). With wormholes and
// circuits a closed set of packets that hold one channel each is a deadlock, but there can be others,
// of longer packets, without: so the verdict is Unproven if none is found. A configuration is taken
// to be reachable if each of its packets is, as when each comes while its way is free.
package deadlock
