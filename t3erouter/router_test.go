package t3erouter

import (
	"testing"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/stretchr/testify/require"
)

func TestBuild(t *testing.T) {
	for stages := 1; stages <= 3; stages++ {
		c := config.Default(10)
		c.Stages = stages
		_, err := Build(c)
		require.NoError(t, err)
	}
}
