# run: emit the CM-5 router.  test: everything, tools installed when missing.
# fuzz: random designs in all engines, DESIGNS of them from seed SEED.
# lint, bench, fmt: as they say.

GO ?= go
# Debian packages. zlib1g-dev: FST waves; gtkwave: vcd2fst, a reader of our waves; berkeley-abc: proofs.
PACKAGES := verilator iverilog yosys berkeley-abc ccache g++ zlib1g-dev gtkwave

DESIGNS ?= 2000
SEED ?= 1

.PHONY: run test lint bench fuzz fmt tools

run:
	$(GO) run ./gen -target cm5

test: tools lint
	$(GO) test ./...
	$(GO) test -race -short ./...
	$(GO) test -tags tools -timeout 25m ./...

lint:
	@out=$$(gofmt -l .); test -z "$$out" || { echo "gofmt would change:"; echo "$$out"; exit 1; }
	$(GO) vet -tags tools -printf.funcs='(*github.com/flitwright/flitwright/ir.Module).Errorf' ./...
	$(GO) tool staticcheck -tags tools ./...
	GOFLAGS=-tags=tools $(GO) run ./ir/hwvet/cmd/hwvet ./...

bench:
	@mkdir -p build
	$(GO) test -run '^$$' -bench . -count 6 ./... | tee build/bench.txt
	$(GO) tool benchstat build/bench.txt

fuzz: tools
	$(GO) test -tags tools -timeout 0 -run 'TestRandomDesigns|TestSimulators' -v ./ir/difftest -seed $(SEED) -designs $(DESIGNS)

fmt:
	gofmt -w .

tools:
	@missing=; for p in $(PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	test -z "$$missing" && exit 0; \
	install="apt-get install -y --no-install-recommends$$missing"; \
	if test "$$(id -u)" = 0; then apt-get update && $$install; \
	elif command -v sudo >/dev/null; then sudo apt-get update && sudo $$install; \
	else echo "missing Debian packages; install them with: $$install" >&2; exit 1; fi
