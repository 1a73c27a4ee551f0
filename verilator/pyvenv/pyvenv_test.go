//go:build unix

package pyvenv

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// python writes a stand-in for Python: venv is what -m venv does with the folder $3, install what the Python in it does.
func python(t *testing.T, venv, install string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "python3")
	text := "#!/bin/sh\ntest $1 = -VV && echo Python 3.0 && exit\n" + venv + "\n" +
		"mkdir -p $3/bin && printf '#!/bin/sh\\n" + install + "\\n' >$3/bin/python && chmod +x $3/bin/python\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o777))
	return path
}

// An environment is made once, and made anew when its installation was killed.
func TestSealed(t *testing.T) {
	root, python := t.TempDir(), python(t, "", "cat >$VIRTUAL_ENV/installed")
	e, err := open(t.Context(), root, python, []byte("a==1\n"))
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(e.dir, "installed"))
	require.NoError(t, err)
	require.Equal(t, "a==1\n", string(text))
	mark := filepath.Join(e.dir, "mark")
	require.NoError(t, os.WriteFile(mark, nil, 0o666))
	_, err = open(t.Context(), root, python, []byte("a==1\n"))
	require.NoError(t, err)
	require.FileExists(t, mark)

	require.NoError(t, os.Remove(filepath.Join(e.dir, sealName)))
	again, err := open(t.Context(), root, python, []byte("a==1\n"))
	require.NoError(t, err)
	require.Equal(t, e, again)
	require.NoFileExists(t, mark)
	other, err := open(t.Context(), root, python, []byte("a==2\n"))
	require.NoError(t, err)
	require.NotEqual(t, e, other)
}

// What is missing is told in a line with the command that installs it.
func TestMissing(t *testing.T) {
	for what, python := range map[string]string{
		"no such file":               filepath.Join(t.TempDir(), "python3"),
		"ensurepip is not available": python(t, "echo ensurepip is not available; echo more; exit 1", ""),
	} {
		_, err := open(t.Context(), t.TempDir(), python, nil)
		require.ErrorContains(t, err, what)
		require.ErrorContains(t, err, "apt-get install -y --no-install-recommends python3-venv python3-dev")
		require.NotContains(t, err.Error(), "\n")
	}
}

// An installation that fails leaves no seal.
func TestPackageMissing(t *testing.T) {
	root := t.TempDir()
	_, err := open(t.Context(), root, python(t, "", "echo no such package; exit 1"), nil)
	require.ErrorContains(t, err, "no such package")
	seals, err := filepath.Glob(filepath.Join(root, "*", sealName))
	require.NoError(t, err)
	require.Empty(t, seals)
}
