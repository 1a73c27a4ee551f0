package sim

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// SaveFileMark is the first line of what SaveFile makes. GTKWave writes another when it saves its view.
const SaveFileMark = "[*] Flitwright: signals by port, for GTKWave"

// SaveFile is a save file of GTKWave (.gtkw) for waves of the pins of a layout: configuration, then each port, error pulses, counters and the
// outputs of the golden model, each a group; the last two are closed. Counters are decimal, other vectors hexadecimal. scope is the path of the top
// module in the waves, golden that of the model's outputs, "" without them. File is the name of the waves, as it is to be found from where GTKWave is
// started.
//
//	gtkwave waves.vcd waves.gtkw
func SaveFile(file, scope, golden string, l *Layout) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n[dumpfile] %q\n[timestart] 0\n", SaveFileMark, file)
	pins := slices.Concat(l.Inputs, l.Outputs)
	wave := func(scope string, p Pin) {
		name, radix := p.Name, "@28" // binary
		if p.Width > 1 {
			name += fmt.Sprintf("[%d:0]", p.Width-1)
			radix = "@22" // hexadecimal
			if strings.HasPrefix(p.Name, "stat_") {
				radix = "@24" // decimal
			}
		}
		fmt.Fprintf(&b, "%s\n%s.%s\n", radix, scope, name)
	}
	if len(l.Inputs) > 0 && l.Inputs[0].Name == "rst" {
		fmt.Fprintf(&b, "@28\n%s.clk\n", scope)
	}
	var groups []string
	for _, p := range pins {
		if g := group(p.Name); !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	slices.SortStableFunc(groups, func(a, b string) int { return rank(a) - rank(b) })
	for _, g := range groups {
		if g == "" {
			for _, p := range pins {
				if group(p.Name) == g {
					wave(scope, p)
				}
			}
			continue
		}
		begin, end := "@800200", "@1000200"
		if g == counters {
			begin, end = "@c00200", "@1401200"
		}
		fmt.Fprintf(&b, "%s\n-%s\n", begin, g)
		for _, p := range pins {
			if group(p.Name) == g {
				wave(scope, p)
			}
		}
		fmt.Fprintf(&b, "%s\n-%s\n", end, g)
	}
	if golden != "" {
		fmt.Fprint(&b, "@c00200\n-golden model\n")
		for _, p := range l.Outputs {
			wave(golden, p)
		}
		fmt.Fprint(&b, "@1401200\n-golden model\n")
	}
	return b.Bytes()
}

const (
	configuration = "configuration"
	errorPulses   = "errors"
	counters      = "counters"
)

var ofPort = regexp.MustCompile(`^([a-z]+_[0-9]+)(?:_|$)`)

// group names the group of a pin, "" for one that stands alone.
func group(pin string) string {
	switch {
	case strings.HasPrefix(pin, "cfg_"):
		return configuration
	case strings.HasPrefix(pin, "err_"):
		return errorPulses
	case strings.HasPrefix(pin, "stat_"):
		return counters
	}
	if m := ofPort.FindStringSubmatch(pin); m != nil {
		return m[1]
	}
	return ""
}

// rank orders groups: pins that stand alone, configuration, ports, errors, counters.
func rank(group string) int {
	if i := slices.Index([]string{"", configuration, "ports", errorPulses, counters}, group); i >= 0 {
		return i
	}
	return 2
}
