# `make demo` and `make test` need only make and Python 3.11 or newer; each step installs what it needs.

SHELL := /bin/sh
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The interpreter for a new environment, e.g. `make env PYTHON=python3.12`; the first that is new enough if empty.
PYTHON ?=
CANDIDATES := $(if $(PYTHON),"$(PYTHON)",python3.11 python3 python3.12 python3.13 python3.14 python)
# How many processes the tests run on; one that has nothing left to do takes from the others. One more than two cores
# have: what waits for the disk, for a browser or for a command leaves its core to another.
WORKERS ?= 3
# The folders of tests that `make quick` runs, but for those marked as slow.
QUICK := tests/kernel tests/scenarios tests/store tests/project tests/games tests/cli tests/contract/test_habits.py

PYTHONS := python3.11 python3.12 python3.13 python3.14

VENV := .venv
READY := $(VENV)/.ready
BIN := $(VENV)/bin
RUN := $(BIN)/python -m
PYTEST = $(RUN) pytest -n $(WORKERS) --dist worksteal $(if $(SEED),--randomly-seed=$(SEED))
PEERS := .venv-peers
PEERS_READY := $(PEERS)/.ready
FLOORS := .venv-floors
PIP_INSTALL := $(RUN) pip install --quiet --no-input --disable-pip-version-check

# The wheel of pyright brings pyright itself: no look at whether there is a newer one.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
# Bytecode is kept, whatever images of Python say of it: rewriting the assertions of all tests takes each worker 10 s.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help env demo test browser sshd soak quick pythons floors fuzz bench check lint format types-mypy types-pyright imports fix archive pictures pins clean

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' Makefile

env: $(READY) ## Create or renew the environment in .venv.
	@echo "The environment in $(VENV) is ready."

demo: $(READY) ## Play a whole match on the embedded store and show what can be done with it.
	@$(BIN)/herald demo

# Its last words are what was left out.
test: check ## Run every check and every test, in an order of its own each time (SEED=... for one that was).
	@$(MAKE) -s browser || true
	@$(PYTEST) --durations=10 --cov --cov-report=term

browser: ## Install the browser that tests drive (Debian's Chromium, as root).
	@command -v chromium >/dev/null || { \
		if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
			echo "There is no Chromium here, and only root on Debian can install it: no page will be driven." >&2; exit 1; \
		fi; \
		echo "Installing Chromium ..."; export DEBIAN_FRONTEND=noninteractive; \
		apt-get update -qq && apt-get install -qq --yes --no-install-recommends chromium >/dev/null; }

sshd: $(READY) ## Log in as players do who come in over ssh (installs Debian's sshd, as root).
	@[ -x /usr/sbin/sshd ] || { export DEBIAN_FRONTEND=noninteractive; \
		apt-get update -qq && apt-get install -qq --yes --no-install-recommends openssh-server openssh-client >/dev/null; }
	@$(RUN) pytest -q -rs tests/cli/test_sshd.py

# Debian's nginx, its configuration and the unit are those of docs/hosting.md; what is not there is left out, and said.
soak: $(READY) ## Play at a service for minutes, behind nginx too: kills, crowds, hundreds of moves (installs nginx, as root).
	@$(MAKE) -s browser || true
	@command -v nginx >/dev/null || { [ "$$(id -u)" = 0 ] && export DEBIAN_FRONTEND=noninteractive && \
		apt-get update -qq && apt-get install -qq --yes --no-install-recommends nginx openssl >/dev/null; } || true
	@$(RUN) pytest -q -rs -m soak --durations=10 tests/soak

quick: $(READY) ## Run in a minute what finds most: style, types, and the tests of QUICK.
	@$(MAKE) -k -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) lint format types-mypy imports
	@$(PYTEST) -m "not slow and not soak" $(QUICK)

pythons: ## Run every test under each Python of PYTHONS that is installed here.
	@for python in $(PYTHONS); do \
		command -v "$$python" >/dev/null 2>&1 || { echo "$$python is not installed here."; continue; }; \
		echo "$$python:"; $(MAKE) env PYTHON="$$python" VENV=".venv-$$python" && \
		".venv-$$python/bin/python" -m pytest -q -n $(WORKERS) --dist worksteal || failed="$$failed $$python"; \
	done; if [ -n "$$failed" ]; then echo "Not under:$$failed" >&2; exit 1; fi

# The tools of the tests are those of .venv; what the program itself needs is as old as pyproject.toml allows.
floors: ## Run the quick tests with the lowest versions that pyproject.toml declares.
	@$(MAKE) env VENV=$(FLOORS)
	@$(FLOORS)/bin/python -m pip install --quiet --no-input --disable-pip-version-check \
		--require-hashes --only-binary :all: --no-deps -r tests/floors.txt
	@$(FLOORS)/bin/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not slow and not soak" $(QUICK)

# Without network the peers may be missing: the figures that need them are left out, and say so.
bench: $(READY) ## Measure how quick Herald is, beside others (ONLY="play move": these figures).
	@$(MAKE) -s $(PEERS_READY) || echo "The peers could not be installed." >&2
	@$(RUN) bench $(ONLY)

fuzz: $(READY) ## Look for what no test has seen: MINUTES=5 SEED=... ONLY=matches REPLAY=file.
	@$(RUN) tests.fuzz --minutes=$(MINUTES) --seed="$(SEED)" --only="$(ONLY)" --replay="$(REPLAY)"

# The checks do not depend on each other: two run at a time, each prints its findings in one piece, all are made.
check: $(READY) ## Check style, types and who imports whom.
	@$(MAKE) -k -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) \
		types-mypy types-pyright lint format imports

fix: $(READY) ## Format the code and repair what the linter can.
	@$(RUN) ruff check --quiet --fix-only .
	@$(RUN) ruff format .

archive: $(READY) ## Record the matches of replays/archive again, after a change of rules that is meant.
	@$(RUN) tests.replays.record_archive

pictures: $(READY) browser ## Take the pictures of the README again, after a change of how boards and pages look.
	@$(RUN) tests.browser.record_pictures

pins: ## Renew constraints.txt, tests/floors.txt and bench/peers.txt from pyproject.toml (UPGRADE= keeps the versions that still fit).
	@$(find_python); "$$python" -m venv .venv-pins
	@.venv-pins/bin/python -m pip install --quiet --no-input --disable-pip-version-check uv==0.13.8
	@.venv-pins/bin/uv pip compile pyproject.toml --extra serve --group build --group dev $(UPGRADE) --quiet --no-config \
		--universal --python-version 3.11 --generate-hashes --no-header --output-file constraints.txt >/dev/null
	@{ printf '%s\n' $(PINS_HEADER); cat constraints.txt; } > .venv-pins/constraints.txt
	@cp .venv-pins/constraints.txt constraints.txt
	@.venv-pins/bin/uv pip compile pyproject.toml --extra serve --resolution lowest-direct --quiet --no-config \
		--universal --python-version 3.11 --generate-hashes --no-header --output-file tests/floors.txt >/dev/null
	@{ printf '%s\n' $(FLOORS_HEADER); cat tests/floors.txt; } > .venv-pins/floors.txt
	@cp .venv-pins/floors.txt tests/floors.txt
	@.venv-pins/bin/uv pip compile --group peers $(UPGRADE) --quiet --no-config --universal --python-version 3.11 \
		--generate-hashes --no-header --output-file bench/peers.txt >/dev/null
	@{ printf '%s\n' $(PEERS_HEADER); cat bench/peers.txt; } > .venv-pins/peers.txt
	@cp .venv-pins/peers.txt bench/peers.txt

clean: ## Remove the environment and what the tools left.
	rm -rf $(VENV) .venv-* .coverage .coverage.* htmlcov build dist
	rm -rf .fuzz .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

types-mypy: $(READY)
	@$(RUN) mypy

types-pyright: $(READY)
	@$(RUN) pyright

lint: $(READY)
	@$(RUN) ruff check .

format: $(READY)
	@$(RUN) ruff format --check .

imports: $(READY)
	@$(BIN)/lint-imports --no-logo

# How long `make fuzz` looks, from which seed (none: another one each time), at which part, or at which saved failure.
MINUTES ?= 5
SEED ?=
ONLY ?=
REPLAY ?=

UPGRADE ?= --upgrade
PINS_HEADER := \
	'\# What .venv holds, for every system and Python from 3.11 on: each version, each of its files by hash.' \
	'\# `make pins` renews this file from pyproject.toml; `make env` installs it.'

FLOORS_HEADER := '\# The lowest versions that pyproject.toml declares; `make pins` renews this file, `make floors` runs the tests with it.'

PEERS_HEADER := '\# What .venv-peers holds; `make pins` renews this file from pyproject.toml, `make bench` installs it.'

# Sets the shell variable `python`, or explains what is missing.
define find_python
python=; for candidate in $(CANDIDATES); do \
	if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
		python=$$candidate; break; \
	fi; \
done; \
if [ -z "$$python" ]; then \
	echo "Herald needs Python 3.11 or newer, and none of these is:" $(CANDIDATES) >&2; \
	echo "Name one with: make env PYTHON=/path/to/python3.11" >&2; \
	exit 1; \
fi
endef

# Only wheels, only known hashes; the last step builds Herald itself with the backend just installed, offline.
$(READY): constraints.txt pyproject.toml
	@rm -f $@
	@$(BIN)/python -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		$(find_python); echo "Creating $(VENV) with $$python ..."; "$$python" -m venv --clear $(VENV); }
	@echo "Installing the pinned packages ..."
	@$(PIP_INSTALL) --require-hashes --only-binary :all: -r constraints.txt
	@$(PIP_INSTALL) --no-deps --no-build-isolation --no-index -e .
	@$(RUN) compileall -q cli core replays store  # also where Python may not write bytecode: commands start twice as fast
	@touch $@

$(PEERS_READY): bench/peers.txt
	@rm -f $@
	@echo "Installing what is compared with into $(PEERS) ..."
	@$(BIN)/python -m venv --clear $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --no-input --disable-pip-version-check \
		--require-hashes --only-binary :all: -r bench/peers.txt
	@touch $@
