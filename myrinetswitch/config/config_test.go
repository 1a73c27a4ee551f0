package config

import (
	"strings"
	"testing"
)

func TestDefaultIsValid(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Fatal(err)
	}
}

func TestRulesBetweenParameters(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(c *Config)
		want   string
	}{
		{"one place short of the slack", func(c *Config) { c.Depth = c.Ks + c.Slack() }, "ks+1+R"},
		{"a round trip longer than the watermarks allow", func(c *Config) { c.LinkLatency = 14 }, "R+2"},
		{"kg too low for a full link", func(c *Config) { c.Kg = c.Slack() + 1 }, "R+2"},
		{"kg not below ks", func(c *Config) { c.Kg = c.Ks }, "not less than ks"},
		{"a port that sends nothing but STOP", func(c *Config) { c.Refresh = 1 }, "refresh: 1"},
		{"a STOP that expires too soon", func(c *Config) { c.StopExpire = 2*c.Refresh + 3 }, "2*refresh+4"},
		{"symbols a bit apart", func(c *Config) { c.Symbols.Stop = c.Symbols.Gap ^ 1 }, "fewer than 2 bits"},
		{"negative ports", func(c *Config) { c.Ports = -1 }, "ports: -1"},
	} {
		c := Default()
		test.change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
