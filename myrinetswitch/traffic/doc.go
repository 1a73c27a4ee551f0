// Package traffic sends packets through a Myrinet switch and judges what comes out, from the pins
// alone. It is written from docs/spec/myrinet.md and shares nothing with the builder or the golden
// model, so that the three are independent views of the page.
//
// [Profiles] lists the stimuli, [NewScoreboard] makes the judge, [Loop] wires switches together.
package traffic
