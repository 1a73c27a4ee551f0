package deadlock

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/deadlock/verify"
	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

// cases are proofs of every argument whose schemes package verify knows.
var certifiedCases = []struct {
	kind, k, routing, set string
	flow                  Flow
	protocol              bool
}{
	{"ring", "4", "any", "", Wormhole, false},
	{"ring", "4", "any", "vcs=2 wait=class", Wormhole, false},
	{"ring", "4", "any", "vcs=2 wait=commit", Wormhole, false},
	{"ring", "4", "dateline", "", Wormhole, false},
	{"mesh", "3 3", "dor", "", Wormhole, false},
	{"mesh", "3 2 2", "dor", "vcs=2", SAF, false},
	{"mesh", "3 3", "adaptive", "vcs=1", Wormhole, false},
	{"torus", "4 4", "dor", "", Wormhole, false},
	{"torus", "5 5", "dor", "", VCT, false},
	{"torus", "3 3", "dor", "", Wormhole, false},
	{"torus", "4 4", "dor-dateline", "", Wormhole, false},
	{"torus", "5 5", "dor-dateline", "tie=both", Wormhole, false},
	{"torus", "4 4", "dor-dateline", "restart=0", Wormhole, false},
	{"torus", "6 3", "dor-dateline", "restart=0 tie=both", Wormhole, false},
	{"torus", "5 5", "dor-dateline", "select=any", Wormhole, false},
	{"torus", "4 4", "dor-two-dateline", "", Wormhole, false},
	{"torus", "5 5", "dor-two-dateline", "", Wormhole, false},
	{"torus", "4 6", "dor-two-dateline", "tie=both", Wormhole, false},
	{"mesh", "4 4", "planar-adaptive", "", Wormhole, false},
	{"mesh", "3 3 3", "planar-adaptive", "", Wormhole, false},
	{"mesh", "2 2", "duato-text", "", Wormhole, false},
	{"mesh", "3 3", "duato-text", "", VCT, false},
	{"mesh", "3 3", "duato", "", Wormhole, false},
	{"mesh", "4 3", "duato", "", Wormhole, false},
	{"mesh", "3 3", "duato", "minimal=0", VCT, false},
	{"mesh", "5 5", "west-first", "", Wormhole, false},
	{"mesh", "3 3 3", "negative-first", "", Wormhole, false},
	{"mesh", "3 3 3", "direction-order", "", Wormhole, false},
	{"mesh", "3 3 3", "direction-order", "initial=+x+y+z final=-z", Wormhole, false},
	{"mesh", "3 3 3", "direction-order", "initial=-y", Wormhole, false},
	{"torus", "4 4 4", "direction-order", "tie=both", Wormhole, false},
	{"torus", "4 4 4", "direction-order", "tie=both initial=+x+y+z", Wormhole, false},
	{"torus", "4 4", "direction-order", "tie=both initial=+x+y initial_vc=dateline", Wormhole, false},
	{"torus", "4 4", "t3e", "classes=1 tie=both", VCT, false},
	{"torus", "4 3 3", "t3e", "classes=1 tie=both", VCT, false},
	{"torus", "3 2", "t3e", "tie=both initial=+x+y final=-y", VCT, true},
	{"torus", "4 4", "t3e", "signs=any", VCT, true},
	{"torus", "4 4", "t3e", "classes=1", Wormhole, false},
	{"torus", "4 4", "t3e", "tie=both escape=0 classes=1", VCT, false},
	{"torus", "4 4", "t3e", "shared_ejection=1", VCT, true},
	{"torus", "4 4", "t3e", "shared_injection=1", VCT, true},
	{"torus", "4 4", "t3e", "sink=0", VCT, true},
	{"torus", "1", "t3e", "", VCT, true},
	{"torus", "2 1", "t3e", "sink=0", VCT, true},
	{"fattree", "4 4", "fattree-updown", "", Wormhole, false},
	{"fattree", "4 4 4", "fattree-updown", "", Wormhole, false},
	{"fattree", "2 2 2 2", "fattree-updown", "", Wormhole, false},
	{"mesh", "3 3", "updown", "root=11", Wormhole, false},
	{"torus", "4 3", "updown", "root=00", Wormhole, false},
	{"fattree", "3 3", "updown", "root=l2_g0_c0", Wormhole, false},
}

func sizesOf(t testing.TB, text string) []int {
	var k []int
	for _, s := range strings.Fields(text) {
		k = append(k, int(s[0]-'0'))
	}
	return k
}

// The brute force of package verify finds the same dependences, wait sets and packets.
func TestCertificates(t *testing.T) {
	for _, c := range certifiedCases {
		t.Run(c.kind+" "+c.k+" "+c.routing+" "+c.set, func(t *testing.T) {
			set := strings.Fields(c.set)
			p := prove(t, graphOf(t, c.kind, sizesOf(t, c.k)...), c.flow, c.protocol, c.routing, set...)[0]
			if p.Verdict == Unproven {
				_, err := p.Certificate(c.routing, set)
				require.Error(t, err)
				return
			}
			text, err := p.Certificate(c.routing, set)
			require.NoError(t, err)
			r, err := verify.Check(text)
			require.NoError(t, err)
			require.Empty(t, r.Trusted, "derived again")
			t.Log(p.Verdict, r.Checked)
		})
	}
}

// Every changed byte is refused, and so is a certificate with a digest of its own that says less, or
// something else, than what the scheme does.
func TestCertificatesCanFail(t *testing.T) {
	for _, c := range []struct{ kind, k, routing, set string }{
		{"ring", "4", "dateline", ""}, {"mesh", "2 2", "duato", ""}, {"mesh", "2 2", "duato-text", ""},
	} {
		p := prove(t, graphOf(t, c.kind, sizesOf(t, c.k)...), Wormhole, false, c.routing)[0]
		text, err := p.Certificate(c.routing, nil)
		require.NoError(t, err)
		for i := range text {
			bad := bytes.Clone(text)
			bad[i] ^= 1
			_, err := verify.Check(bad)
			require.Error(t, err, "byte %d", i)
		}
	}
	for name, change := range map[string]func(*certificate){
		"no edge":       func(c *certificate) { c.Edges = c.Edges[1:] },
		"another edge":  func(c *certificate) { c.Edges[0][1] = 0; c.Edges[0][0] = 1 },
		"not climbing":  func(c *certificate) { c.Numbering[c.Edges[0][0]] = 1 << 20 },
		"empty row":     func(c *certificate) { c.Edges[0] = nil },
		"edge twice":    func(c *certificate) { c.Edges[1] = c.Edges[0] },
		"short":         func(c *certificate) { c.Numbering = c.Numbering[1:] },
		"far":           func(c *certificate) { c.Edges[0][0] = 1 << 20 },
		"another size":  func(c *certificate) { c.Topology.K = []int{5} },
		"no size":       func(c *certificate) { c.Topology.K = nil },
		"other scheme":  func(c *certificate) { c.Routing = "any" },
		"other verdict": func(c *certificate) { c.Verdict = Deadlock },
		"other format":  func(c *certificate) { c.Format = "x" },
		"lanes":         func(c *certificate) { c.Lanes = -1 },
	} {
		t.Run(name, func(t *testing.T) {
			require.Error(t, rewrite(t, graphOf(t, "ring", 4), Wormhole, "dateline", change))
		})
	}
	for name, change := range map[string]func(*certificate){
		"nothing held": func(c *certificate) { c.Packets[0].Holds = nil },
		"not held":     func(c *certificate) { c.Packets = c.Packets[1:] },
		"not so":       func(c *certificate) { c.Packets[2].Destination = (c.Packets[2].Destination + 1) % 4 },
		"waits less":   func(c *certificate) { c.Packets[0].Waits = c.Packets[0].Waits[1:] },
		"no packets":   func(c *certificate) { c.Packets = nil },
	} {
		t.Run(name, func(t *testing.T) {
			require.Error(t, rewrite(t, graphOf(t, "mesh", 2, 2), Wormhole, "duato-text", change))
		})
	}
	for name, change := range map[string]func(*certificate){
		"order":      func(c *certificate) { c.Order[0], c.Order[len(c.Order)-1] = c.Order[len(c.Order)-1], c.Order[0] },
		"no waits":   func(c *certificate) { c.Waits = nil },
		"less waits": func(c *certificate) { c.Waits[0] = c.Waits[0][:1] },
		"flow":       func(c *certificate) { c.Flow = "wormhole" },
	} {
		t.Run(name, func(t *testing.T) {
			require.Error(t, rewrite(t, graphOf(t, "mesh", 2, 2), VCT, "no escape", change))
		})
	}
}

// A network of one node has no packets, and its certificate holds.
func TestCertificateOfOneNode(t *testing.T) {
	for _, scheme := range []string{"distance", "dor", "adaptive", "updown"} {
		text, err := prove(t, graphOf(t, "mesh", 1), Wormhole, true, scheme)[0].Certificate(scheme, nil)
		require.NoError(t, err)
		_, err = verify.Check(text)
		require.NoError(t, err, scheme)
	}
}

// rewrite changes the certificate of a proof and gives it a digest that fits.
func rewrite(t *testing.T, g *topology.Graph, flow Flow, scheme string, change func(*certificate)) error {
	text := certificateOf(t, g, flow, scheme)
	_, err := verify.Check(text)
	require.NoError(t, err)
	var c certificate
	body := append(bytes.Clone(text[:bytes.LastIndex(text, []byte(`,"sha256"`))]), '}')
	require.NoError(t, json.Unmarshal(body, &c))
	change(&c)
	text, err = encode(c)
	require.NoError(t, err)
	_, err = verify.Check(text)
	t.Log(err)
	return err
}

func certificateOf(t *testing.T, g *topology.Graph, flow Flow, scheme string) []byte {
	if scheme != "no escape" {
		text, err := prove(t, g, flow, false, scheme)[0].Certificate(scheme, nil)
		require.NoError(t, err)
		return text
	}
	// Without a word about its escape, duato is free because no wait set is closed.
	r, err := routing.New(g, "duato")
	require.NoError(t, err)
	open := r[0].Open
	r[0].Open = func(part int) routing.Part {
		p := open(part)
		route := p.Route
		p.Route = func(q routing.Packet, options []routing.Option) []routing.Option {
			options = route(q, options)
			for i := range options {
				options[i].Escape = options[i].Channel == routing.Eject
			}
			return options
		}
		return p
	}
	proof, err := Prove(t.Context(), r[0], Options{Flow: flow})
	require.NoError(t, err)
	require.Equal(t, Free, proof.Verdict)
	require.True(t, proof.Cyclic)
	text, err := proof.Certificate("duato", nil)
	require.NoError(t, err)
	return text
}

// Whatever a certificate says, with a digest that fits, checking it does not panic.
func FuzzCertificate(f *testing.F) {
	for _, c := range []struct{ kind, k, routing string }{
		{"ring", "4", "dateline"}, {"ring", "3", "any"}, {"mesh", "2 2", "duato"}, {"torus", "3", "t3e"}, {"mesh", "2 2", "planar-adaptive"},
		{"fattree", "2 2", "fattree-updown"}, {"mesh", "2 2", "negative-first"}, {"mesh", "2 2", "direction-order"},
	} {
		text, err := prove(f, graphOf(f, c.kind, sizesOf(f, c.k)...), VCT, false, c.routing)[0].Certificate(c.routing, []string{"x=y"})
		require.NoError(f, err)
		f.Add(string(text[:bytes.LastIndex(text, []byte(`,"sha256"`))]) + "}")
	}
	f.Fuzz(func(t *testing.T, body string) {
		var c certificate
		if json.Unmarshal([]byte(body), &c) != nil {
			return
		}
		if text, err := encode(c); err == nil {
			verify.Check(text)
		}
	})
}
