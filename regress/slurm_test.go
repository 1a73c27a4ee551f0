package regress

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fakeFolder names, in the environment, where the commands of a fake Slurm keep what they know:
//
//	modes    what the tasks of each job do: all their runs, the first, none, or runs that cannot be made
//	calls    arrays and names of the jobs submitted so far, a line each
//	state    in which their tasks are, for squeue
//	polls    a line for each call of squeue
const fakeFolder = "FLITWRIGHT_TEST_SLURM"

// fakeSlurm is a command of Slurm. Its tasks are made while sbatch runs.
func fakeSlurm(name string) int {
	file := func(name string) string { return filepath.Join(os.Getenv(fakeFolder), name) }
	read := func(name string) []string {
		text, _ := os.ReadFile(file(name))
		return strings.Fields(string(text))
	}
	flags := map[string]string{}
	for _, arg := range os.Args[1:] {
		flag, value, _ := strings.Cut(arg, "=")
		flags[flag] = value
	}
	switch calls := read("calls"); name {
	case "squeue":
		appendTo(file("polls"), "poll")
		if read("state")[0] == "BROKEN" && len(read("polls")) < 3 {
			fmt.Fprintln(os.Stderr, "no controller")
			return 1
		}
		for i := 1; i < len(calls); i += 2 {
			if calls[i] == flags["--name"] {
				fmt.Println(i/2+100, read("state")[0])
			}
		}
	case "sbatch":
		id, mode := len(calls)/2, read("modes")
		if mode[id] == "refuse" {
			fmt.Fprintln(os.Stderr, "sbatch: error: invalid partition specified: x")
			return 1
		}
		array, _, _ := strings.Cut(flags["--array"], "%")
		appendTo(file("calls"), array+" "+flags["--job-name"])
		script, _ := io.ReadAll(os.Stdin)
		_, count, _ := strings.Cut(strings.TrimSpace(string(script)), "tasks ")
		tasks, _ := strconv.Atoi(count)
		if err := fakeTasks(flags["--chdir"], array, tasks, mode[id]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fmt.Println(id + 100)
	}
	return 0
}

func appendTo(name, line string) {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	fmt.Fprintln(f, line)
}

func fakeTasks(dir, array string, tasks int, mode string) error {
	d, err := Load(dir)
	if err != nil {
		return err
	}
	for part := range strings.SplitSeq(array, ",") {
		from, to, ranged := strings.Cut(part, "-")
		if !ranged {
			to = from
		}
		first, _ := strconv.Atoi(from)
		last, _ := strconv.Atoi(to)
		for task := first; task <= last; task++ {
			if err := fakeTask(d, task, tasks, mode); err != nil {
				return err
			}
		}
	}
	return nil
}

func fakeTask(d *Dir, task, tasks int, mode string) error {
	records, err := d.Records()
	if err != nil {
		return err
	}
	j, err := d.TaskJournal(task, tasks, "program")
	if err != nil {
		return err
	}
	defer j.Close()
	for r := range d.Plan.Share(task, tasks) {
		if records[r.Number].Finished() || mode == "none" {
			continue
		}
		record := Record{Run: r, Outcome: Held, Ended: time.Now()}
		if mode == "unable" {
			record.Outcome, record.Error = Errors, "no such thing"
		}
		if err := j.Add(Entry{Record: &record}); err != nil || mode == "first" {
			return err
		}
	}
	return nil
}

// farm is a regression of 12 runs in 4 tasks on a fake Slurm.
func farm(t *testing.T, state string, modes ...string) (*Slurm, func(name string) string) {
	folder, bin := t.TempDir(), t.TempDir()
	for _, name := range []string{"sbatch", "squeue", "sacct"} {
		require.NoError(t, os.Symlink(must(filepath.Abs(os.Args[0])), filepath.Join(bin, name)))
	}
	t.Setenv("PATH", bin)
	t.Setenv(fakeFolder, folder)
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	write("modes", strings.Join(modes, " "))
	write("state", state)
	plan := small()
	plan.Seeds.Last = 6
	f := trialOf(t, plan)
	s := &Slurm{
		Dir: f.dir, Journal: f.Journal, Tasks: 4, Poll: time.Millisecond, Look: func(map[int]Record) {},
		Script: func(tasks int) string { return fmt.Sprintf("tasks %d", tasks) },
	}
	return s, func(name string) string {
		text, _ := os.ReadFile(filepath.Join(folder, name))
		return string(text)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// reopen is what the next driver finds.
func reopen(t *testing.T, s *Slurm) {
	require.NoError(t, s.Journal.Close())
	var err error
	s.Journal, err = s.Dir.Journal("program")
	require.NoError(t, err)
	t.Cleanup(func() { s.Journal.Close() })
}

// arrays are those of the jobs that were submitted.
func arrays(calls string) []string {
	var list []string
	for line := range strings.Lines(calls) {
		array, _, _ := strings.Cut(line, " ")
		list = append(list, array)
	}
	return list
}

func TestSlurmSubmitsAgainWhatIsOpen(t *testing.T) {
	s, told := farm(t, "FAILED", "first", "none", "none", "all")
	seen := 0
	s.Look = func(records map[int]Record) { seen = len(records) }
	require.NoError(t, s.Run(t.Context()))
	require.Equal(t, []string{"0-3", "0-3", "0-3", "0-3"}, arrays(told("calls")))
	require.Equal(t, 12, seen)
}

// A driver waits for the job that its predecessor has submitted, whether it died before or after it
// learnt the identifier.
func TestSlurmWaitsForTheJobThereIs(t *testing.T) {
	for _, known := range []bool{true, false} {
		s, told := farm(t, "COMPLETED", "all", "all")
		require.NoError(t, s.Run(t.Context()))
		if !known {
			text := must(os.ReadFile(s.Journal.Name()))
			end := strings.LastIndex(strings.TrimSpace(string(text)), "\n")
			require.NoError(t, os.Truncate(s.Journal.Name(), int64(end)+1))
		}
		reopen(t, s)
		require.Equal(t, known, s.Journal.Entries[len(s.Journal.Entries)-1].Job.ID != "")
		require.NoError(t, s.Run(t.Context()))
		require.Len(t, arrays(told("calls")), 1)
		reopen(t, s)
		require.Equal(t, "100", s.Journal.Entries[1].Job.ID)
	}
}

// A job that was never submitted is not waited for, and its successor has a name of its own.
func TestSlurmRefusal(t *testing.T) {
	s, told := farm(t, "COMPLETED", "refuse")
	require.EqualError(t, s.Run(t.Context()), "sbatch: exit status 1: sbatch: error: invalid partition specified: x")
	require.NoError(t, os.WriteFile(filepath.Join(os.Getenv(fakeFolder), "modes"), []byte("all"), 0o666))
	reopen(t, s)
	require.NoError(t, s.Run(t.Context()))
	require.Regexp(t, `^0-3 flitwright-[0-9a-f]{12}-2\n$`, told("calls"))
}

func TestSlurmGivesUp(t *testing.T) {
	s, told := farm(t, "OUT_OF_MEMORY", "first", "none", "none", "none", "none")
	require.EqualError(t, s.Run(t.Context()),
		"3 jobs in a row made no run, the last was 103 (OUT_OF_MEMORY): see task-0.out in "+s.Dir.Path)
	require.Len(t, arrays(told("calls")), 4)
}

func TestSlurmCancelled(t *testing.T) {
	s, told := farm(t, "CANCELLED", "first", "all")
	require.EqualError(t, s.Run(t.Context()), "job 100 was cancelled with 8 runs to make; the same line submits them again")
	require.Len(t, arrays(told("calls")), 1)
}

// A run that cannot be made is tried once by a driver, and again by the next.
func TestSlurmUnable(t *testing.T) {
	s, told := farm(t, "COMPLETED", "unable", "all")
	require.NoError(t, s.Run(t.Context()))
	require.Len(t, arrays(told("calls")), 1)
	reopen(t, s)
	require.NoError(t, s.Run(t.Context()))
	require.Len(t, arrays(told("calls")), 2)
}

func TestSlurmAfterItsTime(t *testing.T) {
	s, told := farm(t, "COMPLETED", "first", "all")
	s.Until = time.Now().Add(-time.Second)
	require.NoError(t, s.Run(t.Context()))
	require.Empty(t, told("calls"))
}

// A controller that does not answer for a while is waited for.
func TestSlurmWithoutController(t *testing.T) {
	s, told := farm(t, "BROKEN", "all")
	s.Look = func(records map[int]Record) {
		if len(strings.Fields(told("polls"))) == 3 {
			require.NoError(t, os.WriteFile(filepath.Join(os.Getenv(fakeFolder), "state"), []byte("COMPLETED"), 0o666))
		}
	}
	require.NoError(t, s.Run(t.Context()))
	require.Len(t, arrays(told("calls")), 1)
}

func TestSlurmMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	require.EqualError(t, SlurmMissing(), "not in PATH: sbatch, squeue, sacct: run it on a machine that submits to Slurm (Debian: apt-get install slurm-client)")
}

func TestRanges(t *testing.T) {
	for want, numbers := range map[string][]int{
		"": nil, "3": {3}, "0-2": {0, 1, 2}, "0,2-3,7": {0, 2, 3, 7},
	} {
		require.Equal(t, want, ranges(numbers))
	}
}
