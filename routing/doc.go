// Package routing has routing schemes as relations: what a packet may ask for next, by the virtual
// channel that it holds and what the scheme reads of its header. There are no routers, buffers or
// cycles of a clock here. Package deadlock decides whether packets of a relation can wait for each other
// for ever.
//
// A scheme has a name and parameters, as gen prove -list tells, and is made by [New]; a relation of
// one's own is a [Relation] filled in, and [Duato] and [WithMessages] make relations from others.
//
// Nothing here is read by the builders of routers, nor read from them: these relations are written from
// the pages of docs/spec, so that what the emitted logic does can be held against them.
package routing
