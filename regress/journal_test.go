package regress

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// small is a plan of four runs.
func small() *Plan {
	return &Plan{
		Points: []Point{
			{Target: "toy", Set: []string{}, Engine: "wasm", Traffic: "random", Cycles: 100},
			{Target: "toy", Set: []string{"width=4"}, Engine: "wasm", Traffic: "random", Cycles: 100},
		},
		Seeds: Seeds{1, 2},
	}
}

func recordOf(p *Plan, number int) *Record {
	return &Record{Run: p.Run(number), Outcome: Held, Attempts: 1}
}

// Wherever the last write was cut off, the journal has the entries that were whole, and takes more.
func TestJournalTornAtEachByte(t *testing.T) {
	plan, path := small(), filepath.Join(t.TempDir(), "journal.jsonl")
	j, err := OpenJournal(path, plan.Digest(), "program")
	require.NoError(t, err)
	require.NoError(t, j.Add(Entry{Record: recordOf(plan, 0)}))
	require.NoError(t, j.Add(Entry{Job: &Job{Name: "a", ID: "1", Tasks: 2, Array: "0-1"}}))
	require.NoError(t, j.Close())
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for n := range len(whole) + 1 {
		require.NoError(t, os.WriteFile(path, whole[:n], 0o666))
		want := max(0, bytes.Count(whole[:n], []byte("\n"))-1)
		read, err := ReadJournal(path, plan.Digest())
		require.NoError(t, err)
		require.Len(t, read, want, "torn at %d", n)
		j, err := OpenJournal(path, plan.Digest(), "program")
		require.NoError(t, err)
		require.Equal(t, read, j.Entries)
		require.NoError(t, j.Add(Entry{Record: recordOf(plan, 3)}))
		require.NoError(t, j.Close())
		read, err = ReadJournal(path, plan.Digest())
		require.NoError(t, err)
		require.Len(t, read, want+1, "torn at %d", n)
		require.Equal(t, 3, read[want].Record.Number)
	}
}

func TestJournalRefuses(t *testing.T) {
	plan, path := small(), filepath.Join(t.TempDir(), "journal.jsonl")
	j, err := OpenJournal(path, plan.Digest(), "program")
	require.NoError(t, err)
	require.NoError(t, j.Add(Entry{Record: recordOf(plan, 0)}))
	_, err = OpenJournal(path, plan.Digest(), "program")
	require.ErrorIs(t, err, ErrLocked)
	require.NoError(t, j.Close())

	_, err = OpenJournal(path, "another", "program")
	require.ErrorIs(t, err, ErrPlan)
	_, err = OpenJournal(path, plan.Digest(), "another")
	require.ErrorIs(t, err, ErrProgram)
	_, err = ReadJournal(path, "another")
	require.ErrorIs(t, err, ErrPlan)

	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for damaged, want := range map[string]string{
		string(text) + "{\n" + string(text): "line 3: unexpected end of JSON input",
		"{}\n":                              "line 1: not the header of a journal",
		"hello\n":                           "line 1: not the header of a journal",
		`{"version":2,"plan":"` + plan.Digest() + `","program":""}` + "\n": "line 1: version 2 of the format; this program knows 1",
	} {
		require.NoError(t, os.WriteFile(path, []byte(damaged), 0o666))
		_, err := OpenJournal(path, plan.Digest(), "program")
		require.EqualError(t, err, path+": "+want)
		kept, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, damaged, string(kept))
	}
}

// Journals of tasks and of the driver are one: of a run that was made twice the one that is finished counts.
func TestRecordsMerge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "[odd] *name?")
	d, err := Create(path, small())
	require.NoError(t, err)
	unable := recordOf(d.Plan, 1)
	unable.Outcome, unable.Error = Errors, "no memory"
	add := func(j *Journal, err error, records ...*Record) {
		require.NoError(t, err)
		for _, r := range records {
			require.NoError(t, j.Add(Entry{Record: r}))
		}
		require.NoError(t, j.Close())
	}
	j, err := d.TaskJournal(0, 2, "program")
	add(j, err, recordOf(d.Plan, 0), recordOf(d.Plan, 1))
	j, err = d.TaskJournal(1, 2, "program")
	add(j, err, unable)
	j, err = d.Journal("program")
	add(j, err, unable, recordOf(d.Plan, 2))
	records, err := d.Records()
	require.NoError(t, err)
	require.Equal(t, map[int]Record{0: *recordOf(d.Plan, 0), 1: *recordOf(d.Plan, 1), 2: *recordOf(d.Plan, 2)}, records)
}

func TestCreateRefuses(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".plan.json.123"), nil, 0o666)) // of a driver that was killed
	_, err := Create(dir, small())
	require.NoError(t, err)
	_, err = Create(dir, small())
	require.NoError(t, err)
	other := small()
	other.Seeds.Last = 3
	_, err = Create(dir, other)
	require.ErrorIs(t, err, ErrPlan)
	require.ErrorContains(t, err, "4 runs of 100 cycles: targets 1, parameter sets 2, profiles of traffic 1, engines 1, seeds 1..2; asked for are 6 runs")

	foreign := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(foreign, "thesis.tex"), nil, 0o666))
	_, err = Create(foreign, small())
	require.EqualError(t, err, "holds thesis.tex and no plan.json: give a directory that is empty or not there")

	require.NoError(t, os.WriteFile(filepath.Join(foreign, planName), []byte(`{"points":[]}`), 0o666))
	_, err = Load(foreign)
	require.ErrorContains(t, err, "no runs in it")
}

// Whatever a journal holds, reading it does not panic, and what is called whole reads the same again.
func FuzzParseJournal(f *testing.F) {
	header := `{"version":1,"plan":"p","program":"q"}` + "\n"
	for _, s := range []string{"", header, header[:20], header + `{"record":{"run":1,"outcome":"held"}}` + "\n", header + `{"job":{"name":"a"}}` + "\n{", "\n\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		header, entries, whole, err := parseJournal(text)
		if err != nil {
			return
		}
		again, same, all, err := parseJournal(text[:whole])
		require.NoError(t, err)
		require.Equal(t, whole, all)
		require.Equal(t, fmt.Sprint(header), fmt.Sprint(again))
		require.Len(t, same, len(entries))
	})
}
