package regress

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flitwright/flitwright/tb"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The test binary is a worker when asWorker, its folder of notes, is set in its environment, and the
// commands of Slurm under their names.
const asWorker = "FLITWRIGHT_TEST_AS_WORKER"

func TestMain(m *testing.M) {
	name := filepath.Base(os.Args[0])
	switch {
	case name == "sbatch" || name == "squeue" || name == "sacct":
		os.Exit(fakeSlurm(name))
	case os.Getenv(asWorker) != "":
		if err := Serve(context.Background(), os.Stdin, os.Stdout, fakeCheck); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// workers starts worker processes that keep notes in a folder.
func workers(notes string) func(context.Context) *exec.Cmd {
	return func(ctx context.Context) *exec.Cmd {
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), asWorker+"="+notes)
		return cmd
	}
}

// fakeCheck does what the traffic says, and counts its calls by run in the folder of notes.
func fakeCheck(ctx context.Context, r Run, progress func(int)) (*tb.Report, error) {
	note := filepath.Join(os.Getenv(asWorker), fmt.Sprint(r.Number))
	calls, _ := os.ReadFile(note)
	if err := os.WriteFile(note, append(calls, 'x'), 0o666); err != nil {
		return nil, err
	}
	report := &tb.Report{Target: r.Target, Engine: r.Engine, Traffic: r.Traffic, Seed: r.Seed, Cycles: r.Cycles, Speed: 1000, Messages: 7}
	what, times, _ := strings.Cut(r.Traffic, " ")
	again := len(calls) < len(times) // "die xx": in the first two calls
	wrong := func(m *tb.Mismatch) (*tb.Report, error) {
		report.Mismatch = m
		return report, m
	}
	switch {
	case what == "die" && again:
		fmt.Fprintln(os.Stderr, "something about memory")
		me, _ := os.FindProcess(os.Getpid())
		me.Kill()
		select {}
	case what == "crash" && again:
		return wrong(&tb.Mismatch{Kind: tb.Crash, Engine: r.Engine, Message: "gone"})
	case what == "fail":
		return wrong(&tb.Mismatch{Kind: tb.Lockstep, Engine: r.Engine, Cycle: 6, Port: "out", Golden: "1", Design: "0", Replay: "gen check"})
	case what == "panic":
		panic("a bug")
	case what == "unable":
		return nil, errors.New("no such thing")
	case what == "missing":
		return nil, fmt.Errorf("tool: %w", exec.ErrNotFound)
	case what == "hang":
		<-ctx.Done()
		return nil, ctx.Err()
	case what == "slow":
		time.Sleep(20 * time.Millisecond)
	}
	progress(r.Cycles)
	return report, nil
}
