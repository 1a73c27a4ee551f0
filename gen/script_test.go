package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
	"rsc.io/script"
	"rsc.io/script/scripttest"
)

var update = flag.Bool("update", false, "rewrite the outputs in the scripts of testdata")

// The test binary is gen itself, with the toy among its targets, when asGen is set in its
// environment.
const asGen = "FLITWRIGHT_TEST_AS_GEN"

func TestMain(m *testing.M) {
	if os.Getenv(asGen) != "" {
		main1(append(targets(), toy()))
	}
	os.Exit(m.Run())
}

// gen is a command that runs gen in a process of its own.
func gen(ctx context.Context, dir string, env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Dir, cmd.Env = dir, append(env, asGen+"=1")
	return cmd
}

// TestScripts runs testdata/script/*.txt, in the language of rsc.io/script with the commands
//
//	gen STATUS ARGS...      runs gen, which must end with the status
//	golden OUTPUT F         compares OUTPUT, which is stdout, stderr or a file, with file F of the
//	                        script; -update rewrites F
//
// Sizes, digests and speeds are N in these files.
func TestScripts(t *testing.T) { runScripts(t, "testdata/script/*.txt") }

func runScripts(t *testing.T, pattern string) {
	files, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runScript(t, file) })
	}
}

func runScript(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	state, err := script.NewState(t.Context(), t.TempDir(), os.Environ())
	require.NoError(t, err)
	require.NoError(t, state.ExtractFiles(archive))
	engine := script.NewEngine()
	engine.Cmds, engine.Conds = scripttest.DefaultCmds(), scripttest.DefaultConds()
	engine.Cmds["gen"] = genCommand()
	engine.Cmds["golden"] = goldenCommand(archive)
	engine.Conds["root"] = script.BoolCondition("the user may write everywhere", os.Geteuid() == 0)
	scripttest.Run(t, engine, state, file, bytes.NewReader(archive.Comment))
	if *update {
		require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o666))
	}
}

func genCommand() script.Cmd {
	return script.Command(script.CmdUsage{Summary: "run gen", Args: "status args..."}, func(s *script.State, args ...string) (script.WaitFunc, error) {
		if len(args) == 0 {
			return nil, script.ErrUsage
		}
		var stdout, stderr bytes.Buffer
		cmd := gen(s.Context(), s.Getwd(), s.Environ(), args[1:]...)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
			return nil, err
		}
		return func(*script.State) (string, string, error) {
			var err error
			if got := strconv.Itoa(cmd.ProcessState.ExitCode()); got != args[0] {
				err = fmt.Errorf("exit status %s, not %s", got, args[0])
			}
			return stdout.String(), stderr.String(), err
		}, nil
	})
}

func goldenCommand(archive *txtar.Archive) script.Cmd {
	return script.Command(script.CmdUsage{Summary: "compare output with a file of the script", Args: "stdout|stderr|path file"}, func(s *script.State, args ...string) (script.WaitFunc, error) {
		if len(args) != 2 {
			return nil, script.ErrUsage
		}
		var got string
		switch args[0] {
		case "stdout":
			got = steady(s.Stdout())
		case "stderr":
			got = steady(s.Stderr())
		default:
			text, err := os.ReadFile(s.Path(args[0]))
			if err != nil {
				return nil, err
			}
			got = steady(string(text))
		}
		for i, f := range archive.Files {
			if f.Name != args[1] {
				continue
			}
			if *update {
				archive.Files[i].Data = []byte(got)
			} else if diff := cmp.Diff(string(f.Data), got); diff != "" {
				return nil, errors.New(diff)
			}
			return nil, nil
		}
		return nil, fmt.Errorf("the script has no file %s", args[1])
	})
}

// steady puts N for what differs from run to run, or with every change of the printer.
func steady(text string) string {
	for _, varying := range []string{
		`(\()[0-9.]+(?: [kM])?( a second\))`, `("(?:(?:cycles|mutants)_per_second|seconds)": )[0-9.e+-]+()`,
		`( ) *[0-9]+( bytes)\b`, `("bytes": )[0-9]+()`, `("sha256": ")[0-9a-f]+()`,
	} {
		text = regexp.MustCompile(varying).ReplaceAllString(text, "${1}N$2")
	}
	return text
}
