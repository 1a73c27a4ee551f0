package network

import (
	"errors"
	"fmt"
)

// A Topology is a graph of routers. It knows nothing of what they are.
type Topology struct {
	Routers   []Router
	Channels  []Channel
	Terminals []Terminal
}

// A Router has Ports inputs and as many outputs, numbered from 0. Its name is an identifier.
type Router struct {
	Name  string
	Ports int
}

// A Place is a port of a router.
type Place struct{ Router, Port int }

// A Channel leads from an output to an input in Latency cycles.
type Channel struct {
	From, To Place
	Latency  int
}

// A Terminal is where a node is joined to a port, in both directions, Latency cycles away.
type Terminal struct {
	Place
	Latency int
}

// Link adds the channels between two ports, one each way.
func (t *Topology) Link(a, b Place, latency int) {
	t.Channels = append(t.Channels, Channel{a, b, latency}, Channel{b, a, latency})
}

// Validate reports places that do not exist or are joined twice, and latencies below 0, all at
// once.
func (t *Topology) Validate() error {
	_, _, err := t.idle()
	return err
}

// idle lists the inputs and outputs that nothing is joined to.
func (t *Topology) idle() (in, out []Place, err error) {
	var errs []error
	if len(t.Routers) == 0 {
		errs = append(errs, errors.New("there are no routers"))
	}
	use := func(direction string, used map[Place]string, p Place, latency int, by string) {
		switch {
		case p.Router < 0 || p.Router >= len(t.Routers):
			errs = append(errs, fmt.Errorf("%s: there is no router %d", by, p.Router))
		case p.Port < 0 || p.Port >= t.Routers[p.Router].Ports:
			errs = append(errs, fmt.Errorf("%s: %s has no port %d", by, t.Routers[p.Router].Name, p.Port))
		case used[p] != "":
			errs = append(errs, fmt.Errorf("%s: %s %d of %s is joined to %s already", by, direction, p.Port, t.Routers[p.Router].Name, used[p]))
		case latency < 0:
			errs = append(errs, fmt.Errorf("%s: latency %d", by, latency))
		}
		used[p] = by
	}
	usedIn, usedOut := map[Place]string{}, map[Place]string{}
	for i, c := range t.Channels {
		by := fmt.Sprintf("channel %d", i)
		use("output", usedOut, c.From, 0, by)
		use("input", usedIn, c.To, c.Latency, by)
	}
	for i, x := range t.Terminals {
		by := fmt.Sprintf("terminal %d", i)
		use("output", usedOut, x.Place, 0, by)
		use("input", usedIn, x.Place, x.Latency, by)
	}
	for r, router := range t.Routers {
		for p := range router.Ports {
			if usedIn[Place{r, p}] == "" {
				in = append(in, Place{r, p})
			}
			if usedOut[Place{r, p}] == "" {
				out = append(out, Place{r, p})
			}
		}
	}
	return in, out, errors.Join(errs...)
}
