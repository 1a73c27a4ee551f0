// Package wormhole4 is the worked example of docs/guide.md: a wormhole switch of four ports, as
// spec.md in this folder specifies it.
//
//	in_p ---> input p: queue, route ===\             /===> output q: arbiter, owner, register ---> out_q
//	                        |  request   16 points         ^
//	                        +------------------------------+
package wormhole4
