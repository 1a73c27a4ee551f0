package regress

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A Header is the first line of a journal: what its records are of.
type Header struct {
	Version int    `json:"version"` // of the format
	Plan    string `json:"plan"`    // digest
	Program string `json:"program"` // digest of the program that makes the runs: another tests something else
}

const version = 1

// An Entry is a further line, one of the fields.
type Entry struct {
	Record *Record `json:"record,omitempty"`
	Job    *Job    `json:"job,omitempty"`
}

// A Journal is a file of entries, a JSON object a line, that only grows. An entry is on the disk when
// Add returns. A line without an end, as a driver or a machine leaves it that dies while it writes,
// never was.
type Journal struct {
	file    *os.File
	Entries []Entry // those that were there
}

// Refusals of OpenJournal, to be told by the user's names.
var (
	ErrLocked  = errors.New("another process writes to it")
	ErrPlan    = errors.New("it is of another plan")
	ErrProgram = errors.New("it is of another build of this program, whose runs may check something else: give another directory")
)

// OpenJournal opens a journal to write to it, or begins one. It is locked until the process ends, by
// whatever, or Close.
func OpenJournal(path string, plan, program string) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file}
	if err := j.open(Header{version, plan, program}); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return j, nil
}

func (j *Journal) open(want Header) error {
	if err := lock(j.file); err != nil {
		return err
	}
	text, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	header, entries, whole, err := parseJournal(text)
	switch {
	case err != nil:
		return err
	case header == nil:
	case header.Plan != want.Plan:
		return ErrPlan
	case header.Program != want.Program:
		return ErrProgram
	}
	j.Entries = entries
	if err := j.file.Truncate(int64(whole)); err != nil {
		return err
	}
	if _, err := j.file.Seek(int64(whole), io.SeekStart); err != nil {
		return err
	}
	if header != nil {
		return nil
	}
	if err := j.write(want); err != nil {
		return err
	}
	return syncDirectory(filepath.Dir(j.file.Name()))
}

// Add appends an entry.
func (j *Journal) Add(e Entry) error { return j.write(e) }

func (j *Journal) write(line any) error {
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(text, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

// Name is that of the file.
func (j *Journal) Name() string { return j.file.Name() }

// Close ends the lock.
func (j *Journal) Close() error { return j.file.Close() }

// ReadJournal reads a journal that another process may be writing to; none is empty.
func ReadJournal(path string, plan string) ([]Entry, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	header, entries, _, err := parseJournal(text)
	if err == nil && header != nil && header.Plan != plan {
		err = ErrPlan
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return entries, nil
}

// parseJournal takes a journal apart. The header is nil if it is not complete; whole is the length of
// the complete lines.
func parseJournal(text []byte) (header *Header, entries []Entry, whole int, err error) {
	for line := 1; ; line++ {
		end := bytes.IndexByte(text[whole:], '\n')
		if end < 0 {
			return header, entries, whole, nil
		}
		object := text[whole : whole+end]
		if header == nil {
			h := Header{}
			if err := json.Unmarshal(object, &h); err != nil || h.Plan == "" {
				return nil, nil, 0, fmt.Errorf("line %d: not the header of a journal", line)
			}
			if h.Version != version {
				return nil, nil, 0, fmt.Errorf("line %d: version %d of the format; this program knows %d", line, h.Version, version)
			}
			header = &h
		} else {
			e := Entry{}
			if err := json.Unmarshal(object, &e); err != nil {
				return nil, nil, 0, fmt.Errorf("line %d: %w", line, err)
			}
			entries = append(entries, e)
		}
		whole += end + 1
	}
}

// syncDirectory puts the name of a new file on the disk; some systems cannot.
func syncDirectory(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	d.Sync()
	return nil
}
