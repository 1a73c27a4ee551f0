// Package network joins many routers into one: a topology of emitted routers becomes one module,
// the same topology of golden models becomes one golden model, and the two are run in lockstep as a
// single router is. It knows no router.
//
//	           terminal 0         terminal 1               net      router
//	in_0 | ^ out_0     in_1 | ^ out_1           Build   ir.Component  ir.Component
//	     v |                v |                 NewNet  target.Model  Model
//	   ----------  channel ----------
//	   |        |--------->|        |
//	   | router |          | router |
//	   |   0    |<---------|   1    |
//	   ----------  channel ----------
//
// A [Topology] says which port leads to which and how many cycles away it is. A channel is one
// way; what its receiver returns, tokens or credits, goes the other way with the same latency. A
// terminal is a port brought out as a port of the net.
//
// [Build] makes the module; a [Wiring], written in the folder of the router, joins two port structs.
// [NewNet] joins models by the names of their pins, which [Pins] lists. So the wires are described
// twice, once for each side, and the lockstep compares them.
//
// The outputs of a cycle depend on the inputs of that cycle in neither the module nor the model,
// masks apart: only so can routers that are joined without delay be stepped one after the other.
// [Model] has a half step for it.
package network
