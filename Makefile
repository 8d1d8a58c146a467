# SPDX-License-Identifier: Apache-2.0
# The commands a user needs; everything else is CMake. `make help` lists them.

BUILD   ?= build
JOBS    ?= $(shell nproc)
VENV    := .venv
PYTHON  := $(CURDIR)/$(VENV)/bin/python3
RANKS   ?= $(shell nproc)
PREFIX  ?= /usr/local
CTEST   := ctest --output-on-failure --no-tests=error

.DEFAULT_GOAL := help
.PHONY: help deps build forecast test test-long bench docs install clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | expand -t 14

deps: ## install what is missing: Debian packages and the Python environment in .venv
	@tools/install_dependencies.sh tests

$(BUILD)/build.ninja: CMakeLists.txt | deps
	@cmake -S . -B $(BUILD) -G Ninja "-DGROUNDSWELL_PYTHON=$(PYTHON)" > /dev/null

build: $(BUILD)/build.ninja ## build the program and the tests
	@cmake --build $(BUILD) -j $(JOBS)

forecast: ## build, make the mesh, run the storm of January 1996 and draw it
	@tools/install_dependencies.sh
	@tools/run_case.sh cases/us_east_coast_1996 $(RANKS)

test: ## build and run every test, with sanitizers for the unit tests
	@tools/run_tests.sh $(JOBS)

test-long: build ## the slow versions of the tests (hours)
	@cd $(BUILD) && $(CTEST) -L long

bench: build ## the kernel benchmark on one and two processes (JSON beside the table)
	@$(BUILD)/apps/groundswell bench kernels --repeats 25 --json $(BUILD)/bench_kernels_1.json
	@OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -n 2 \
	  $(BUILD)/apps/groundswell bench kernels --repeats 25 --json $(BUILD)/bench_kernels_2.json

docs: build ## write the generated pages and figures of docs/ again
	@tools/make_docs.sh $(BUILD)

install: build ## install program, libraries and headers under PREFIX
	@cmake --install $(BUILD) --prefix "$(PREFIX)"

clean: ## remove everything that was built
	@rm -rf $(BUILD) build-sanitize output
