// Package traffic sends packets through a Cray T3E router and judges what comes out, from the
// pins alone. It is written from docs/spec/t3e.md and shares nothing with the builder or the
// golden model, so that the three are independent views of the page.
//
// [Profiles] lists the stimuli, [NewScoreboard] makes the judge, [Trip] and [Permutation] measure.
package traffic
