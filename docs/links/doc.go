// Package links makes the timing diagrams of docs/links.md: it runs emitted designs and writes what was on their pins as WaveJSON, which
// WaveDrom draws. Nothing in the diagrams is drawn by hand.
package links
