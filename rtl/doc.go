// Package rtl holds the parts that every router shares: queues, arbiters, crossbars, random
// numbers, CRC and the ends of a link.
//
// A part that keeps state or is worth a module of its own is a component: a function that
// returns an [ir.Component] to be placed with [ir.Inst]. It is made once and placed often;
// its parameters stand in its module's name. A part that is a few gates is a function from
// signals to a signal.
//
//	queue := rtl.FIFO(8, 16, rtl.LUTRAM)
//	for i := range ports {
//		q := ir.Inst(m, fmt.Sprintf("queue_%d", i), queue)
//		...
//	}
//
// Times are given as in the specifications: a name with (t) is its value in cycle t, before
// the clock edge that ends t. Parameters out of range are faults of the line that asked for
// the part; [ir.Elaborate] returns them.
package rtl
