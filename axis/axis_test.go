package axis_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/axis"
	myrinet "github.com/flitwright/flitwright/myrinetswitch/config"
	t3e "github.com/flitwright/flitwright/t3erouter/config"
)

// What cannot be built is refused.
func TestRefused(t *testing.T) {
	_, err := axis.BuildMyrinet(myrinet.Default())
	require.NoError(t, err)
	_, err = axis.BuildT3E(t3e.Default(10))
	require.NoError(t, err)
	c := myrinet.Default()
	c.Depth = 80
	_, err = axis.BuildMyrinet(c)
	require.ErrorContains(t, err, "depth: 80 is less than")
	_, err = axis.BuildT3E(t3e.Default(1))
	require.EqualError(t, err, "max_flits: 1 leaves no payload; want 2 to 15")
}
