# SPDX-License-Identifier: Apache-2.0
# The commands that a user needs, listed by `make help`; everything else is CMake.

BUILD   ?= build
JOBS    ?= $(shell nproc)
VENV    := .venv
PYTHON  := $(CURDIR)/$(VENV)/bin/python3
RANKS   ?= $(shell nproc)
PREFIX  ?= /usr/local
CTEST   := ctest --output-on-failure --no-tests=error

.DEFAULT_GOAL := help
.PHONY: help deps build forecast check test test-all test-bench test-long score bench docs install clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | expand -t 14

deps: ## install what is missing: Debian packages and the Python environment in .venv
	@tools/install_dependencies.sh tests

$(BUILD)/build.ninja: CMakeLists.txt | deps
	@cmake -S . -B $(BUILD) -G Ninja "-DGROUNDSWELL_PYTHON=$(PYTHON)" > /dev/null

build: $(BUILD)/build.ninja ## build the programs and all tests
	@cmake --build $(BUILD) -j $(JOBS) --target all later_tests

forecast: ## build, make the mesh, run the storms of January 1996 and draw the results
	@tools/install_dependencies.sh
	@tools/run_case.sh cases/us_east_coast_1996 $(RANKS)

check: $(BUILD)/build.ninja ## run unit tests, libraries on three ranks and one case, after a build (2 minutes)
	@tools/run_tests.sh $(JOBS) check

test: ## build, check and run the tests of the model and its libraries
	@tools/run_tests.sh $(JOBS) test

test-all: ## the rest of the short tests: sanitizers, experiments, more numbers of ranks
	@tools/run_tests.sh $(JOBS) all

test-bench: build ## run only the short tests of the experiments
	@cd $(BUILD) && $(CTEST) -L bench -LE long -j $(JOBS)

test-long: build ## run the slow tests (hours)
	@cd $(BUILD) && $(CTEST) -L long

score: deps ## plant 100 faults in a copy of the sources and count those that the short tests catch (two hours)
	@$(PYTHON) tools/score_tests.py --jobs $(JOBS)

bench: $(BUILD)/build.ninja ## run the kernel benchmark on one and on two processes
	@cmake --build $(BUILD) -j $(JOBS) --target groundswell
	@bench/scripts/kernels.sh $(BUILD)

docs: build ## rewrite the generated pages and pictures of the documentation
	@tools/make_docs.sh $(BUILD)

install: $(BUILD)/build.ninja ## install program, libraries and headers under PREFIX
	@cmake --build $(BUILD) -j $(JOBS)
	@cmake --install $(BUILD) --prefix "$(PREFIX)"

clean: ## remove everything that was built, and output/ with all runs in it
	@rm -rf $(BUILD) build-sanitize output
