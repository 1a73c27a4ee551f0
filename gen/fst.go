package main

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// Kinds of blocks of an FST file, as GTKWave's fstapi writes them: the header first, geometry and hierarchy, which is packed by
// gzip or LZ4, when the file is closed. A kind is followed by the length of the block in 8 bytes, which count.
const (
	fstHeader    = 0
	fstGeometry  = 3
	fstHierarchy = 4
	fstLZ4       = 6
	fstLZ4Duo    = 7
)

var (
	errNoWaves   = errors.New("no waves")
	errPartWaves = errors.New("a part of the waves only")
)

// wholeFST tells whether a simulator wrote a file to its end: whether its blocks fill it and those are there that come last.
// The simulators tell nobody that a disk was full.
func wholeFST(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		return errNoWaves
	}
	var seen [256]bool
	at := int64(0)
	for at < info.Size() {
		var block [9]byte
		if _, err := f.ReadAt(block[:], at); err != nil {
			if errors.Is(err, io.EOF) {
				return errPartWaves
			}
			return err
		}
		length := binary.BigEndian.Uint64(block[1:])
		if length < 8 || length > uint64(info.Size()-at-1) {
			return errPartWaves
		}
		seen[block[0]] = true
		at += 1 + int64(length)
	}
	if !seen[fstHeader] || !seen[fstGeometry] || !(seen[fstHierarchy] || seen[fstLZ4] || seen[fstLZ4Duo]) {
		return errPartWaves
	}
	return nil
}
