package cm5router_test

import (
	"testing"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/cm5router/config"
)

func TestBuildEverySetting(t *testing.T) {
	for _, words := range []int{1, 5, 15, 16, 18} {
		for _, parents := range []int{2, 4} {
			for _, width := range []int{4, 16, 32} {
				c := config.Default(0)
				c.Words, c.Parents, c.CRCWidth = words, parents, width
				if width < 16 {
					c.CRCPoly = 3
				}
				if _, err := cm5router.Build(c); err != nil {
					t.Errorf("%+v: %v", c, err)
				}
			}
		}
	}
}
