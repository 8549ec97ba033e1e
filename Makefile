# Jantaku. Two commands matter: `make run` and `make test`. Each first installs what it needs into .venv, once: `run` the
# packages of the service alone, the others those of development too. EXTRAS adds more, as in `make setup EXTRAS=pi5`.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXTRAS ?=
PORT ?= 8000
HALL_PORT ?= 8100
SPEED ?= 1
SERIAL ?= 0
TABLES ?= 4
DEMO ?=
PYTEST_WORKERS ?= auto
# The short form has the pages of the main job and no long tests; the whole suite is run where nothing may be skipped.
TESTED := $(if $(filter 1,$(JANTAKU_NOTHING_SKIPPED)),,-m 'not campaign and not long and (not browser or smoke)')
# Where it is set, each of the hundreds of processes of the suite would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE
ARCH ?= amd64 arm64
CARD ?= build/card-trial

comma := ,
ASKED := $(subst $(comma), ,$(EXTRAS))
UNKNOWN := $(strip $(foreach part,$(ASKED),$(if $(wildcard requirements/$(part).lock),,$(part))))
$(if $(UNKNOWN),$(error EXTRAS: there is no $(UNKNOWN); there are $(filter-out build run,$(basename $(notdir $(wildcard requirements/*.lock))))))
# What a command needs: `run` and `dev` are locked in requirements/, as is each extra; a stamp says that it is installed.
NEEDS_RUN := $(patsubst %,$(VENV)/.has-%,run $(ASKED))
NEEDS_DEV := $(patsubst %,$(VENV)/.has-%,run dev $(ASKED))

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run hall setup test lint format bench firmware hil browser-test generate pictures lock licences sbom manual deb release image card-trial campaign clean

help:
	@echo 'make run           a simulated table and its pages on http://127.0.0.1:$(PORT)'
	@echo 'make hall          a hall with TABLES=4 simulated tables, with DEMO=1 a sample tournament'
	@echo 'make test          the test suite: the pages of the main job, short forms of the longest tests (JANTAKU_NOTHING_SKIPPED=1: all, and nothing skipped)'
	@echo 'make lint          ruff, mypy, one-way imports, C, pages and words; generated files and locks up to date'
	@echo 'make bench         measurements against peers and limits'
	@echo 'make firmware      the board: host library, and the chip image (SERIAL=n) where avr-gcc is installed'
	@echo 'make hil           scenarios on the flashed image in a chip simulator'
	@echo 'make browser-test  all pages in real browsers, in every language and size'
	@echo 'make generate      rewrite what is generated from a schema'
	@echo 'make pictures      the pictures of the documents that are no longer what the pages are'
	@echo 'make lock          renew the lock files after a change in pyproject.toml (UPGRADE=1: to the newest versions that fit)'
	@echo 'make licences      rewrite docs/licences.md'
	@echo 'make sbom          the bill of materials of this version, in dist/'
	@echo 'make manual        the documents as a site with search, which the service shows under /help'
	@echo 'make deb           the Debian packages, in dist/ (ARCH="amd64 arm64")'
	@echo 'make release       what is published of a version: repository, wheel, sources, sums, in dist/'
	@echo 'make image         a card image for a Raspberry Pi, from that release, in dist/ (root; docs/card.md)'
	@echo 'make card-trial    a card image for amd64 is made, started, played at, and started again after a loss of power (root)'
	@echo 'make campaign      the long campaigns: damage on the link, kill -9, cycles with faults, long forms of tests'

setup: $(if $(ASKED),$(NEEDS_RUN),$(NEEDS_DEV))

$(VENV)/.has-run: requirements/build.lock requirements/run.lock pyproject.toml tools/setup.sh
	@PYTHON='$(PYTHON)' sh tools/setup.sh $(VENV) run

$(VENV)/.has-%: requirements/%.lock tools/setup.sh | $(VENV)/.has-run
	@PYTHON='$(PYTHON)' sh tools/setup.sh $(VENV) $*

run: $(NEEDS_RUN)
	@$(BIN)/jantaku serve --port simulate --http-port $(PORT) --speed $(SPEED)

hall: $(NEEDS_RUN) $(VENV)/.has-hall
	@$(BIN)/python -m tools.hall_demo --tables $(TABLES) --speed $(SPEED) --port $(HALL_PORT) $(if $(filter-out 0,$(DEMO)),--demo)

test: $(NEEDS_DEV)
	@$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --dist loadfile --no-loadscope-reorder $(TESTED)

lint: $(NEEDS_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.lint_c
	$(BIN)/python -m tools.lint_pages
	$(BIN)/python -m tools.lint_words
	$(BIN)/python -m tools.lint_docs
	$(BIN)/python -m tools.generated --check
	$(BIN)/python -m tools.supply.check

format: $(NEEDS_DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python -m tools.lint_c --format
	$(BIN)/python -m tools.lint_pages --format

generate: $(NEEDS_DEV)
	$(BIN)/python -m tools.generated

pictures: $(NEEDS_DEV) $(VENV)/.has-hall
	JANTAKU_PICTURES=1 $(BIN)/python -m pytest tests/browser/test_pictures.py tests/browser/test_hall.py -k 'test_pictures or documents'

lock: $(NEEDS_DEV) $(VENV)/.has-release
	$(BIN)/python -m tools.supply.lock $(if $(UPGRADE),--upgrade)

licences: $(NEEDS_DEV)
	$(BIN)/python -m tools.supply.licence_page

sbom: $(NEEDS_DEV)
	$(BIN)/python -m tools.supply.sbom

manual: $(NEEDS_DEV) $(VENV)/.has-packaging
	$(BIN)/python -m tools.manual

deb: $(NEEDS_DEV) $(VENV)/.has-packaging
	$(BIN)/python -m tools.packaging --arch $(ARCH)

release: $(NEEDS_DEV) $(VENV)/.has-packaging
	$(BIN)/python -m tools.packaging.release --arch $(ARCH)

image: $(NEEDS_DEV) $(VENV)/.has-packaging
	$(BIN)/python -m tools.packaging.image $(if $(ADDRESS),--address $(ADDRESS)) $(if $(WITH_DISPLAY),--display) --pack

card-trial: $(NEEDS_DEV) $(VENV)/.has-packaging
	rm -rf $(CARD) && mkdir -p $(CARD)
	$(BIN)/python -m tools.packaging.image.trial_content $(CARD) --arch amd64 --pure
	$(BIN)/python -m tools.packaging.image --arch amd64 --release $(CARD)/release --to $(CARD)/card.img
	$(BIN)/python -m tools.packaging.image.trial $(CARD)/card.img $(CARD) --user-mode --cuts 1 --updates 0
	rm -rf $(CARD)

firmware: $(NEEDS_DEV)
	$(BIN)/python -m hardware.firmware.build --serial $(SERIAL)

hil: $(NEEDS_DEV)
	$(BIN)/python -m pytest tests/hil -m '' -n $(PYTEST_WORKERS) --dist worksteal

browser-test: $(NEEDS_DEV)
	$(BIN)/python -m pytest tests/browser -n $(PYTEST_WORKERS) --dist loadfile --no-loadscope-reorder

bench: $(NEEDS_DEV)
	$(BIN)/python -m bench

campaign: $(NEEDS_DEV)
	$(BIN)/python -m bench.campaign
	$(BIN)/python -m pytest -m campaign -n $(PYTEST_WORKERS) --dist worksteal

clean:
	rm -rf build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
