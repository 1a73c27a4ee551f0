package main

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every file of waivers is one of a target, and can be read.
func TestWaivers(t *testing.T) {
	entries, err := waiverFiles.ReadDir("waivers")
	require.NoError(t, err)
	known := []string{"parts.txt"}
	for _, target := range targets() {
		list, err := waivers(target.Name)
		require.NoError(t, err)
		known = append(known, target.Name+".txt")
		for _, w := range list {
			require.NotEmpty(t, w.reason)
		}
	}
	for _, e := range entries {
		require.Contains(t, known, e.Name())
	}
}

// A waiver may name an instance, and else is for all of them.
func TestReasonFor(t *testing.T) {
	list := []waiver{
		{hole: regexp.MustCompile(`^(?:toggle port id\[\d\])$`), reason: "constant"},
		{hole: regexp.MustCompile(`^(?:toggle port climb in front_[4-7])$`), reason: "it came down"},
		{hole: regexp.MustCompile(`^(?:toggle port .*)$`), reason: "events", apart: true},
	}
	for hole, want := range map[string]string{
		"toggle port id[3]": "constant", "toggle port id[3] in front_2": "constant", "toggle port climb in front_4": "it came down",
		"toggle port climb in front_3": "", "toggle port climb": "", "toggle port id in front_4": "",
	} {
		require.Equal(t, want, reasonFor(hole, list), hole)
	}
}
