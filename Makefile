# Works on a bare Debian 12 with git and make: each goal first installs the packages it needs.
JOBS ?= $(shell nproc)
RELEASE := build/release
PREFIX ?= $(HOME)/.local
CTEST := ctest --test-dir $(RELEASE) -j $(JOBS) --output-on-failure --no-tests=error

# The output of the configuration is shown only on failure.
configure = mkdir -p build && { cmake --preset $(1) >build/$(1).log 2>&1 || { cat build/$(1).log; exit 1; }; }

.DEFAULT_GOAL := build
.PHONY: build install run reproduce tour results check test test-long docs bench format tidy clean help

build: ## Build the program: build/release/banmen
	@scripts/setup build
	@scripts/setup --try page
	@$(call configure,release)
	@cmake --build $(RELEASE) -j $(JOBS) --target banmen_program nim

install: build ## Install banmen with its man page and completion, under ~/.local or PREFIX=/usr/local
	@cmake --install $(RELEASE) --prefix $(PREFIX) --component program
	@case ":$$PATH:" in *:$(PREFIX)/bin:*) ;; *) echo "$(PREFIX)/bin is not on the PATH yet: open a new terminal, or add it to the PATH";; esac

run: build ## Open the page, and meanwhile re-run the papers' experiments at quick sizes
	@$(RELEASE)/banmen serve --reproduce all --open $$([ -t 0 ] || echo --until-done)

reproduce: build ## Re-run the papers' experiments at quick sizes, and print the path of the report
	@$(RELEASE)/banmen reproduce all --quick

tour: build ## Show each game's board, a random game and its statistics: half a minute
	@scripts/tour $(RELEASE)/banmen

results: build ## Re-run the papers' experiments at full size into docs/results: an hour on two cores; resumes after a stop
	@scripts/results $(RELEASE)/banmen

check: ## Build, and run the tests that need no browser, other program or network: at most five minutes after a build
	@scripts/setup build check
	@$(call configure,release)
	@cmake --build $(RELEASE) -j $(JOBS) --target check_programs
	@$(CTEST) -LE 'slow|lengthy|page|browser|peer|fuzz|docs'

# Builds the fuzz targets before ctest, to keep their compilation out of the tests' time; without clang (status 77) they are
# skipped.
test: ## Build everything and run all tests but the long ones
	@scripts/setup build page test docs
	@$(call configure,release)
	@cmake --build $(RELEASE) -j $(JOBS)
	@tests/instrumented.sh . build-fuzz || [ $$? = 77 ]
	@$(CTEST) -LE slow

test-long: ## Build everything and run all tests with long runs: deeper counts, longer fuzzing, the whole suite under the sanitizers
	@scripts/setup build page test docs long
	@$(call configure,release)
	@cmake --build $(RELEASE) -j $(JOBS)
	@BANMEN_LONG=1 $(CTEST) --timeout 7200

docs: ## Build the documentation as a site: build/docs/index.html
	@scripts/setup docs
	@scripts/site build/docs

bench: build ## Print the node-count signature and speeds; load the server too, if Node is installed
	@$(RELEASE)/banmen bench
	@cmake --build $(RELEASE) -j $(JOBS) --target bench_generators >/dev/null
	@$(RELEASE)/bench_generators
	@if command -v node >/dev/null && [ -d web/node_modules/ws ]; then node bench/load.mjs $(RELEASE)/banmen; else echo "skipped the load on the server: it needs Node and web/node_modules (bench/load.mjs)"; fi

format: ## Format all C++ sources in place
	@scripts/setup check
	@scripts/format

tidy: ## Run clang-tidy; fail on any finding
	@scripts/setup build page test develop
	@scripts/tidy $(JOBS)

clean: ## Remove everything that was built
	rm -rf build

help: ## Print this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' Makefile | while IFS='|' read -r goal text; do printf '%-18s %s\n' "$$goal" "$$text"; done
