package deadlock

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/deadlock/verify"
	"github.com/stretchr/testify/require"
)

// A certificate with anything changed, and a digest that fits, is refused, trusts somebody and says so, or is as true as the
// one that it was: an order is another, something is there twice, a parameter has its default, or packets of
// the scheme are others that wait so as well.
func TestChangedCertificates(t *testing.T) {
	numbering := []string{".Edges moved", ".Edges twice", ".Edges[] twice", ".Numbering moved", ".Numbering[] other"}
	order := []string{
		".Order less", ".Order moved", // vertices that no set needs
		".Waits moved", ".Waits twice", ".Waits[] twice", ".Waits less", ".Waits[][][] other", // less and other: of vertices that wait for nothing
	}
	for name, c := range map[string]struct {
		kind, k, routing, set string
		flow                  Flow
		protocol              bool
		harmless              []string
	}{
		"numbering": {"ring", "4", "dateline", "tie=plus", Wormhole, false,
			append([]string{`.Flow "vct"`, `.Flow "saf"`, ".Set gone", ".Set less"}, numbering...)},
		"escape": {"mesh", "2 2", "duato", "minimal=1", Wormhole, false, append([]string{".Set gone", ".Set less"}, numbering...)},
		"buffers": {"torus", "3", "t3e", "sink=1", VCT, true,
			append([]string{`.Flow "saf"`, ".Set gone", ".Set less", `.Set[] "classes=2"`}, numbering...)},
		"witness": {"ring", "4", "any", "vcs=2 wait=commit", Wormhole, false,
			[]string{".Packets moved", ".Packets[].Holds[] other", `.Routing "dor"`, ".Set moved"}},
		"queues": {"torus", "4", "t3e", "sink=0", VCT, true,
			[]string{`.Flow "saf"`, `.Flow "wormhole"`, ".Packets moved", ".Packets[].Source other", ".Packets[].Destination other"}},
		"order": {"mesh", "2 2", "no escape", "", VCT, false, append([]string{`.Flow "saf"`}, order...)},
	} {
		t.Run(name, func(t *testing.T) {
			var text []byte
			if c.routing == "no escape" {
				text = certificateOf(t, graphOf(t, c.kind, sizesOf(t, c.k)...), c.flow, c.routing)
			} else {
				set := strings.Fields(c.set)
				p := prove(t, graphOf(t, c.kind, sizesOf(t, c.k)...), c.flow, c.protocol, c.routing, set...)[0]
				var err error
				text, err = p.Certificate(c.routing, set)
				require.NoError(t, err)
			}
			tried, taken := 0, map[string]int{}
			for i, change := range changes(t, text) {
				if testing.Short() && i%8 != 0 {
					continue
				}
				tried++
				again, err := encode(*change.to)
				require.NoError(t, err)
				if bytes.Equal(again, text) {
					continue
				}
				r, err := verify.Check(again)
				if err == nil && len(r.Trusted) == 0 && !slices.Contains(c.harmless, change.what) {
					taken[change.what]++
				}
			}
			require.Empty(t, taken, "of %d changes", tried)
			t.Log(tried, "changes")
		})
	}
}

// A change is a certificate that is another in one place.
type change struct {
	what string // path and kind
	to   *certificate
}

// changes makes all of a certificate: each number, word and bit another, each item of a list left out, twice, or in
// another place.
func changes(t *testing.T, text []byte) []change {
	body := append(bytes.Clone(text[:bytes.LastIndex(text, []byte(`,"sha256"`))]), '}')
	read := func() *certificate {
		c := &certificate{}
		require.NoError(t, json.Unmarshal(body, c))
		return c
	}
	var list []change
	type place func(*certificate) reflect.Value
	var walk func(path string, at place)
	walk = func(path string, at place) {
		try := func(kind string, to func(v reflect.Value)) {
			c := read()
			to(at(c))
			list = append(list, change{path + " " + kind, c})
		}
		switch v := at(read()); v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(path+"."+v.Type().Field(i).Name, func(c *certificate) reflect.Value { return at(c).Field(i) })
			}
		case reflect.Pointer:
			if !v.IsNil() {
				try("gone", reflect.Value.SetZero)
				walk(path, func(c *certificate) reflect.Value { return at(c).Elem() })
			}
		case reflect.Slice:
			if v.Len() > 0 {
				try("gone", reflect.Value.SetZero)
			}
			for i := range v.Len() {
				try("less", func(v reflect.Value) { v.Set(reflect.AppendSlice(v.Slice3(0, i, i), v.Slice(i+1, v.Len()))) })
				try("twice", func(v reflect.Value) { v.Set(reflect.Append(v, v.Index(i))) })
				if i > 0 {
					try("moved", func(v reflect.Value) { reflect.Swapper(v.Interface())(0, i) })
				}
			}
			fallthrough
		case reflect.Array:
			for i := range v.Len() {
				walk(path+"[]", func(c *certificate) reflect.Value { return at(c).Index(i) })
			}
		case reflect.String:
			words := []string{"", "x", v.String() + " ", "wormhole", "vct", "saf", "mesh", "torus", "fattree", "free", "deadlock", "dor", "any", "t3e", "numbering", "witness", "classes=2"}
			for _, word := range words {
				try(fmt.Sprintf("%q", word), func(v reflect.Value) { v.SetString(word) })
			}
		case reflect.Bool:
			try("other", func(v reflect.Value) { v.SetBool(!v.Bool()) })
		case reflect.Int, reflect.Int32:
			for _, x := range []int64{v.Int() + 1, v.Int() - 1, 0, -1, 1 << 30} {
				try("other", func(v reflect.Value) { v.SetInt(x) })
			}
		}
	}
	walk("", func(c *certificate) reflect.Value { return reflect.ValueOf(c).Elem() })
	return list
}
