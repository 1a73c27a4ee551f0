// Package axis builds endpoints that join a host to a router's link, with AXI4-Stream on the host's side, as docs/spec/axis.md
// specifies them.
//
//	s_axis ====> frames ----> characters or flits ====> in_p of the router
//	                 STOP/GO or credits
//	m_axis <==== register <---- buffer <============== out_p of the router
package axis
