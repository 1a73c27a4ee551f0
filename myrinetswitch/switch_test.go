package myrinetswitch_test

import (
	"testing"

	"github.com/flitwright/flitwright/myrinetswitch"
	"github.com/flitwright/flitwright/myrinetswitch/config"
)

func TestBuildEverySize(t *testing.T) {
	for ports := 2; ports <= 16; ports++ {
		c := config.Default()
		c.Ports = ports
		if _, err := myrinetswitch.Build(c); err != nil {
			t.Errorf("%d ports: %v", ports, err)
		}
	}
}
