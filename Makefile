# `make play` plays a hand on the simulated table, `make test` checks everything. Both set up what they
# need in .venv; a fresh machine needs Python 3.11 or newer, make and git.

PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet -c constraints.txt

.PHONY: help play test check hardware release setup bench clean

help:
	@echo "make play    a whole hand on the simulated table (window, or terminal and pictures without a screen)"
	@echo "make test    everything: style, types, contracts, tests, firmware, simulation, documents"
	@echo "make check   the same without the long simulations"
	@echo "make hardware  everything a maker needs: boards, antennas, mechanics, harness, parts list (needs KiCad 9)"
	@echo "make release   all of that, firmware and program in one archive, read back file by file (needs KiCad 9)"
	@echo "make bench   the figures of the product"

play: $(VENV)/.run
	$(BIN)/tallone play

# Installs nothing on the system. Without KiCad, ngspice, Graphviz or WireViz their checks are skipped with
# that line as the reason; `make hardware` installs them where it may.
test: $(VENV)/.dev
	$(BIN)/python tools/check.py

check: $(VENV)/.dev
	$(BIN)/python tools/check.py --fast

# Its programs need nothing of the package index but what they install for themselves.
hardware: $(BIN)/python
	@tools/install_kicad.sh
	$(BIN)/python tools/hardware.py

# Firmware is compiled by what the tests install.
release: $(VENV)/.dev hardware
	$(BIN)/python tools/release.py

bench: $(VENV)/.run
	$(BIN)/tallone bench

setup: $(VENV)/.dev

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Tallone needs Python 3.11 or newer; none was found on PATH."; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "The module venv is missing: on Debian, apt install python3-venv."; exit 1; }

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e ".[test,lint]"
	@touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) build dist typings .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf .coverage .coverage.* htmlcov tallone-pictures hardware/wiring/.venv hardware/mechanical/build
