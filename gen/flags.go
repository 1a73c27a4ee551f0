package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
)

// help has the lines of each verb, "" for emission.
func help() []struct{ verb, text string } {
	var choices []string
	for _, e := range engines() {
		choices = append(choices, e.name)
	}
	return []struct{ verb, text string }{
		{"", `  gen -list [-target T]                           targets and their parameters; of one, what they mean
  gen -target T [-set name=value]... [-out DIR]   write Verilog to DIR, else to build/T
      [-memory auto|block|lut|ff]                 what memories are to be; auto: as the tools like
`}, {"axis", `  gen axis -target T [-set name=value]...         write the AXI4-Stream endpoint of a host to DIR, else to
      [-out DIR]                                  build/T-axis; T is myrinet or t3e
`}, {"check", `  gen check -target T [-set name=value]...        compare it with its golden model
` + fmt.Sprintf("      %-43s ", "[-engine "+strings.Join(choices, "|")+"]") + `on the emitted text with the last two
      [-cycles N] [-seed S] [-traffic P]          profiles of traffic: gen -list -target T
      [-memory auto|block|lut|ff]                 changes attributes of the text alone
      [-vcd F]                                    waves, and a view of them for GTKWave, F with .gtkw;
                                                  F.fst: the simulator's own, of all signals
`}, {"coverage", `  gen coverage -target T [-set name=value]...     what all traffic together reaches, as pages in DIR, else in
      [-cycles N] [-seed S] [-out DIR]            build/T-coverage; needs verilator and genhtml
`}, {"fpga", `  gen fpga -target T -board B [-set name=value]... a project that makes a bitstream of its self-test, in
      [-clock MHz] [-out DIR]                     DIR, else in build/T-B; at MHz or the PLL's next above
      [-memory auto|block|lut|ff]                 what memories are to be; auto: by the rule of the board
  gen fpga -list                                  boards
`}, {"mutate", `  gen mutate -target T [-set name=value]...       faults put into it, and those that no traffic shows
      [-n N] [-seed S] [-prove]                   N drawn by the seed, 0 for all; prove that survivors are equal
`}, {"regress", `  gen regress [-target T,...] [-set name=value]... many checks: each target, parameters, traffic, seed
      [-params default,corners,N] [-seed S]       N sets drawn by the seed; without it default,corners,2
      [-engine E,...] [-traffic P,...] [-cycles N] [-seeds N|A..B|A..]
      [-jobs N] [-hours H] [-out DIR] [-list]     to DIR, else to build/regress; the same line goes on there
      [-silence S]                                end a simulator without a cycle for S seconds, else 300
      [-resume] [-task K/N]                       the plan that DIR has; its K-th of N parts, K from 0
      [-farm slurm]                               as tasks of Slurm
`}, {"routes", `  gen routes -target t3e [-set name=value]...     write routing tables to DIR, else to build/t3e-routes
      [-seed S] [-dead x,y,z,dir]...              dir +x -x +y -y +z -z: a link that is dead, both ways
      [-source x,y,z]... [-out DIR]               of these sources only
`}, {"prove", `  gen prove -target T [-set name=value]...        the relation that the emitted logic makes
      [-dot FILE] [-svg FILE]                     of myrinet also -topology, -k, -n and -routing, as below
  gen prove -topology ring|mesh|torus|fattree|FILE [-k K[,K,...]] [-n N] -routing R [-set name=value]...
` + fmt.Sprintf("      %-43s ", "[-flow "+strings.Join(deadlock.Flows(), "|")+"]") + `how packets take buffers
      [-protocol]                                 nodes answer requests, and their queues can be full
      [-explicit]                                 go through all headers, even if the scheme knows a short cut
      [-certificate FILE] [-dot FILE] [-svg FILE] the proof, and the network with the cycle as a picture
  gen prove -fabric X.net -lft FILE [-sl FILE]    an InfiniBand fabric by ibnetdiscover and OpenSM
      [-flow F] [-dot FILE] [-svg FILE]
  gen prove -list [-routing R | -target T]        routing schemes and parameters; those of prove -target T
`}, {"verify", `  gen verify FILE                                 check a certificate of gen prove -certificate
`},
	}
}

// usage is the help text of a verb, or of all for emission, which has no name.
func usage(of verb) string {
	text := "usage:\n"
	for _, h := range help() {
		if of.name == "" || h.verb == of.name {
			text += h.text
		}
	}
	return text + "Every line takes -json. Exit status: 0 held, 1 a check failed, 2 bad usage.\n"
}

// options are what a line says; each verb takes some of them.
type options struct {
	list, json, help           bool
	target, board, out         string
	set, dead, source          []string
	memory                     ir.MemStyle
	engine, traffic, vcd       string
	topology, k, routing, flow string
	fabric, lft, sl            string
	certificate, dot, svg      string
	protocol, explicit, prove  bool
	number                     string // -n as given, "" if it is not
	n                          int    // what it says, 0 if it is not given
	file                       string // of verify
	cycles                     int    // 0: as the engine likes
	params, seeds, farm, task  string
	resume, worker             bool
	taskNumber, tasks          int     // what task says; no tasks without it
	jobs                       int     // 0: as many as there are processors
	hours                      float64 // 0: no end
	clock                      float64 // MHz; 0: that of the board
	silence                    int     // seconds without a cycle; 0: silenceLimit
	seed                       uint64
	faults                     []error // all that is wrong with the line so far
}

func (o *options) faultf(format string, args ...any) {
	o.faults = append(o.faults, fmt.Errorf(format, args...))
}

// parse reads a line and finds its verb, the first if it has none. It goes on after a fault,
// so that the options hold all faults.
func parse(args []string, verbs []verb) (*options, verb) {
	o := &options{}
	flags := o.flags()
	var words []string
	for len(args) > 0 {
		err := flags.Parse(args)
		rest := flags.Args()
		unknown := ""
		switch {
		case errors.Is(err, flag.ErrHelp):
			o.help = true
		case err != nil && strings.HasPrefix(err.Error(), undefined):
			unknown = strings.TrimPrefix(err.Error(), undefined)
			o.faultf("-%s: no such flag%s", unknown, target.Nearest(unknown, names(flags)))
		case err != nil:
			o.faultf("%w", err)
			if len(rest) == len(args) { // package flag stays before a malformed one, such as -=
				rest = rest[1:]
			}
		}
		// A word; after an unknown flag it is taken to be the flag's value.
		if len(rest) > 0 && (rest[0] == "-" || !strings.HasPrefix(rest[0], "-")) {
			if unknown == "" {
				words = append(words, rest[0])
			}
			rest = rest[1:]
		}
		args = rest
	}
	return o, o.verb(flags, words, verbs)
}

// undefined is how package flag begins the error of a flag that it does not know.
const undefined = "flag provided but not defined: -"

// verb finds what the words of a line ask for, and the flags that do not go with it.
func (o *options) verb(flags *flag.FlagSet, words []string, verbs []verb) verb {
	if len(words) == 0 {
		words = []string{""}
	}
	if words[0] == "help" {
		o.help = true
		words = append(words[1:], "")
	}
	i := slices.IndexFunc(verbs, func(v verb) bool { return v.name == words[0] })
	if i < 0 {
		var known []string
		for _, v := range verbs[1:] {
			known = append(known, v.name)
		}
		o.faultf("%s: no such verb%s", words[0], target.Nearest(words[0], known))
		return verbs[0]
	}
	if verbs[i].name == "verify" && len(words) > 1 {
		o.file = words[1]
		words = words[1:]
	}
	for _, word := range words[1:] {
		if verbs[i].name == "verify" {
			o.faultf("%s: verify takes one FILE", word)
			continue
		}
		o.faultf("%s: what is it for? a line has one verb, and flags begin with -", word)
	}
	flags.Visit(func(f *flag.Flag) {
		if f.Name == "json" || slices.Contains(verbs[i].flags, f.Name) {
			return
		}
		var takers []string
		for _, v := range verbs {
			if slices.Contains(v.flags, f.Name) {
				takers = append(takers, strings.TrimSuffix("gen "+v.name, " "))
			}
		}
		o.faultf("-%s: only for %s", f.Name, strings.Join(takers, ", "))
	})
	o.readNumber(verbs[i])
	return verbs[i]
}

// readNumber reads -n, whose range depends on the verb.
func (o *options) readNumber(v verb) {
	if o.number == "" {
		return
	}
	least, most := 1, 20
	if v.name == "mutate" {
		least, most = 0, 1_000_000
	}
	var err error
	if o.n, err = strconv.Atoi(o.number); err != nil || o.n < least || o.n > most {
		o.faultf("-n %s: want a number from %d to %d", o.number, least, most)
	}
}

// flags is the set of the flags of all verbs, which leave what they read in o. Those with a value
// are given once, but for lists.
func (o *options) flags() *flag.FlagSet {
	f := flag.NewFlagSet("gen", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	f.BoolVar(&o.list, "list", false, "")
	f.BoolVar(&o.json, "json", false, "")
	f.BoolVar(&o.protocol, "protocol", false, "")
	f.BoolVar(&o.explicit, "explicit", false, "")
	f.BoolVar(&o.prove, "prove", false, "")
	f.BoolVar(&o.resume, "resume", false, "")
	f.BoolVar(&o.worker, "worker", false, "")
	for name, list := range map[string]*[]string{"set": &o.set, "dead": &o.dead, "source": &o.source} {
		f.Func(name, "", func(s string) error {
			*list = append(*list, s)
			return nil
		})
	}
	given := map[string]bool{}
	once := func(name string, read func(string)) {
		f.Func(name, "", func(s string) error {
			if given[name] {
				o.faultf("-%s %s: given twice", name, s)
				return nil
			}
			given[name] = true
			read(s)
			return nil
		})
	}
	for name, text := range map[string]*string{
		"target": &o.target, "board": &o.board, "out": &o.out, "engine": &o.engine, "traffic": &o.traffic, "vcd": &o.vcd,
		"topology": &o.topology, "k": &o.k, "n": &o.number, "routing": &o.routing, "flow": &o.flow,
		"fabric": &o.fabric, "lft": &o.lft, "sl": &o.sl,
		"certificate": &o.certificate, "dot": &o.dot, "svg": &o.svg,
		"params": &o.params, "seeds": &o.seeds, "farm": &o.farm, "task": &o.task,
	} {
		once(name, func(s string) { *text = s })
	}
	once("memory", func(s string) {
		k := slices.Index(ir.MemStyles(), s)
		if k < 0 {
			o.faultf("-memory %s: want %s", s, strings.Join(ir.MemStyles(), "|"))
		}
		o.memory = ir.MemStyle(max(0, k))
	})
	once("cycles", func(s string) {
		var err error
		if o.cycles, err = strconv.Atoi(s); err != nil || o.cycles < 1 {
			o.faultf("-cycles %s: want a number from 1", s)
		}
	})
	once("jobs", func(s string) {
		var err error
		if o.jobs, err = strconv.Atoi(s); err != nil || o.jobs < 1 || o.jobs > 1000 {
			o.faultf("-jobs %s: want a number from 1 to 1000", s)
		}
	})
	once("hours", func(s string) {
		var err error
		if o.hours, err = strconv.ParseFloat(s, 64); err != nil || !(o.hours > 0 && o.hours <= 10_000) {
			o.faultf("-hours %s: want a number above 0, at most 10000", s)
		}
	})
	once("clock", func(s string) {
		var err error
		if o.clock, err = strconv.ParseFloat(s, 64); err != nil || !(o.clock > 0) {
			o.faultf("-clock %s: want a number of MHz above 0", s)
		}
	})
	once("silence", func(s string) {
		var err error
		if o.silence, err = strconv.Atoi(s); err != nil || o.silence < 1 || o.silence > 86_400 {
			o.faultf("-silence %s: want a number of seconds from 1 to 86400", s)
		}
	})
	o.seed = 1
	once("seed", func(s string) {
		var err error
		if o.seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			o.faultf("-seed %s: want a number from 0 to 2^64-1", s)
		}
	})
	return f
}

func names(flags *flag.FlagSet) []string {
	var list []string
	flags.VisitAll(func(f *flag.Flag) { list = append(list, f.Name) })
	return list
}
