# run: emit the CM-5 router.  test: everything, tools installed when missing. The last run has all of `go test ./...`. The race
# detector, with which simulations and proofs take ten to twenty times as long, runs in it where goroutines are started, but for some proofs
# that others of the same functions stand beside.  race: all of `go test ./...` with it.
# coverage: what the traffic of each target reaches, as pages below build.
# formal: proofs without bound, of larger parts than test proves, and of routers to a bound.
# gates: netlists of routers of full size in lockstep; test has smaller ones.
# fuzz: random designs in all engines, DESIGNS of them from seed SEED.
# lint, bench, fmt: as they say.

GO ?= go
# What the tests run, command or header, and the Debian package that has it.
NEEDS := verilator=verilator iverilog=iverilog yosys=yosys berkeley-abc=berkeley-abc ccache=ccache g++=g++ \
	nextpnr-ice40=nextpnr-ice40 icepack=fpga-icestorm /usr/share/fpga-icestorm/chipdb/chipdb-8k.txt=fpga-icestorm-chipdb \
	vcd2fst=gtkwave genhtml=lcov /usr/include/zlib.h=zlib1g-dev \
	/usr/sbin/munged=munge /usr/sbin/slurmctld=slurmctld /usr/sbin/slurmd=slurmd sbatch=slurm-client \
	/var/lib/dpkg/info/python3-venv.list=python3-venv python3-config=python3-dev xvfb-run=xvfb xauth=xauth

LONG_PROOFS := TestDeadlockPage|TestProveDifferent|TestScripts/prove_target|TestT3ERow|TestT3EDeadLink|TestT3ETable|TestT3EVariants

.PHONY: run test race lint bench coverage formal gates fuzz fmt tools

run:
	$(GO) run ./gen -target cm5

test: tools lint
	$(GO) test -race -short -skip '$(LONG_PROOFS)' -timeout 25m $$(grep -rlE --include='*.go' 'go func|\.Go\(' . | xargs -n1 dirname | sort -u)
	$(GO) test -tags tools -timeout 60m ./...

race:
	$(GO) test -race -timeout 0 ./...

lint:
	@out=$$(gofmt -l .); test -z "$$out" || { echo "gofmt would change:"; echo "$$out"; exit 1; }
	$(GO) vet ./...
	$(GO) vet -tags tools -printf.funcs='(*github.com/flitwright/flitwright/ir.Module).Errorf' ./...
	$(GO) tool staticcheck -tags tools ./...
	GOFLAGS=-tags=tools $(GO) run ./ir/hwvet/cmd/hwvet ./...

bench:
	@mkdir -p build
	$(GO) test -run '^$$' -bench . -count 6 ./... | tee build/bench.txt
	$(GO) tool benchstat build/bench.txt

coverage: tools
	for t in cm5 t3e myrinet vcalloc-dateline vcalloc-escape; do $(GO) run ./gen coverage -target $$t || exit; done

formal: tools
	$(GO) test -tags tools -v ./ir/verilog/formal
	$(GO) test -tags tools -timeout 0 -run Proofs -v ./rtl -large
	$(GO) test -tags tools -timeout 0 -run TestBounds -v ./gen -large

gates: tools
	$(GO) test -tags tools -timeout 0 -run TestNetlists -v ./gen -large

fuzz: tools
	$(GO) test -tags tools -timeout 0 -run 'TestRandomDesigns|TestSimulators' -v ./ir/difftest -seed $(SEED) -designs $(DESIGNS)

fmt:
	gofmt -w .

tools:
	@missing=; for n in $(NEEDS); do \
		case $$n in /*) test -e $${n%%=*} ;; *) command -v $${n%%=*} >/dev/null ;; esac || missing="$$missing $${n#*=}"; done; \
	test -z "$$missing" && exit 0; \
	install="apt-get install -y --no-install-recommends$$missing"; \
	if test "$$(id -u)" = 0; then apt-get update && $$install; \
	elif command -v sudo >/dev/null; then sudo apt-get update && sudo $$install; \
	else echo "missing Debian packages; install them with: $$install" >&2; exit 1; fi
