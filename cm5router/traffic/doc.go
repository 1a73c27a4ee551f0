// Package traffic sends messages through a CM-5 data router and judges what comes out, from the
// pins alone. It is written from docs/spec/cm5.md and shares nothing with the builder or the
// golden model, so that the three are independent views of the page.
//
// [Profiles] lists the stimuli, [NewScoreboard] makes the judge, [Meter] and [Latency] measure.
package traffic
