# Jantaku. Two commands matter: `make run` and `make test`. Both begin with `make setup`, which does nothing twice.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
EXTRAS ?= dev
PORT ?= 8000
SPEED ?= 1
SERIAL ?= 0
PYTEST_WORKERS ?= auto

.DEFAULT_GOAL := help
.PHONY: help run setup test lint format bench firmware hil browser-test generate campaign clean

help:
	@echo 'make run           a simulated table and its pages on http://127.0.0.1:$(PORT)'
	@echo 'make test          the whole test suite'
	@echo 'make lint          ruff, mypy, one-way imports, clang-format and cppcheck, generated files up to date'
	@echo 'make bench         measurements against peers and limits'
	@echo 'make firmware      the board: host library, and the chip image (SERIAL=n) where avr-gcc is installed'
	@echo 'make hil           scenarios on the flashed image in a chip simulator'
	@echo 'make browser-test  the pages in a real browser'
	@echo 'make generate      rewrite what is generated from a schema'
	@echo 'make campaign      the long campaigns: damage on the link, kill -9, cycles with faults'

setup: $(STAMP)

$(STAMP): pyproject.toml tools/setup.sh
	@PYTHON='$(PYTHON)' EXTRAS='$(EXTRAS)' sh tools/setup.sh $(VENV)

run: setup
	@$(BIN)/jantaku serve --port simulate --http-port $(PORT) --speed $(SPEED)

test: setup
	@$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --dist loadfile

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.lint_c
	$(BIN)/python -m tools.generated --check

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python -m tools.lint_c --format

generate: setup
	$(BIN)/python -m tools.generated

firmware: setup
	$(BIN)/python -m hardware.firmware.build --serial $(SERIAL)

hil: setup
	$(BIN)/python -m pytest tests/hil -n $(PYTEST_WORKERS) --dist worksteal

browser-test: setup
	$(BIN)/python -m pytest tests/browser

bench: setup
	$(BIN)/python -m bench

campaign: setup
	$(BIN)/python -m bench.campaign

clean:
	rm -rf build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
