package config

// A Variant takes cures against deadlock away from a router, one by one, to show that each is
// needed. The zero Variant is the router of the specification.
type Variant struct {
	// NoDateline gives every escape hop VC bit 0: rules 2 to 5 of "Dateline" are dropped.
	NoDateline bool

	// AdaptiveOnly keeps headers whose adaptive set is not empty off the escape VCs of ports 0
	// to 5: they take VC 4 or wait, and claim nothing. Ejection and headers with an empty
	// set (the initial hop is one) are as ever.
	AdaptiveOnly bool

	// InitialVC1 puts the initial hop on VC bit 1, with NoDateline too; the turn check excuses
	// arrivals on bit 1 in the direction that the header names, instead of bit 0.
	InitialVC1 bool
}
