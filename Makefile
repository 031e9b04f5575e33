# Every target sets up what it needs; a second call is fast. `make help` lists them.

PYTHON ?= $(shell $(well_compiled))
PORT ?= 8501
# Another Python needs an environment of its own: make test PYTHON=python3.13 VENV=.venv313
VENV ?= .venv
BIN := $(VENV)/bin

# A browser opens where there is a screen to show it on.
SCREEN := $(DISPLAY)$(WAYLAND_DISPLAY)$(filter Darwin,$(shell uname))

# Python as distributions and python.org compile it, or else the first of the path: what is compiled on
# the spot, as by pyenv, most often lacks a profile, and takes an eighth longer for tests and answers.
define well_compiled
for each in python3 /usr/bin/python3; do \
	"$$each" -c 'import ensurepip, sys, sysconfig, venv; sys.exit(sys.version_info < (3, 11) or not \
		(sys.prefix == "/usr" or "--enable-optimizations" in sysconfig.get_config_var("CONFIG_ARGS")))' \
		2>/dev/null && echo "$$each" && exit; \
done; echo python3
endef

# The whole suite runs in two processes more than there are cores, four at most: while one waits for its
# server or its browser, another computes.
AT_ONCE := --numprocesses $(shell echo $$(( $$(nproc 2>/dev/null || echo 1) + 2 ))) --maxprocesses 4 --dist worksteal

# Workers of sweeps have the lowest priority. Beside tests and browsers of a higher one they would
# hardly get a core, and the tests that wait for them would take minutes.
# And processes that are more than the cores only wait for each other's threads of BLAS.
PYTEST := OPENBLAS_NUM_THREADS=1 nice -n 19 $(BIN)/python -m pytest

LISTS := requirements.txt $(addprefix requirements/,core.txt ledger.txt tables.txt app.txt constraints.txt)

# What compares the last bits of matrix products, solutions and functions.
NUMERICAL := tests/erm tests/privacy/test_mechanisms.py tests/privacy/test_calibration.py \
	tests/privacy/projection/test_law.py \
	tests/studies/test_counterexample.py tests/studies/test_geometry.py \
	tests/studies/test_private_tuning.py tests/simulation/test_comparison.py

# Where this is set, as in many images of containers, Python keeps nothing of what it compiles: every
# process that the tests start would read Streamlit, pandas and SciPy as text.
unexport PYTHONDONTWRITEBYTECODE

# Install Debian packages where that needs no password; say what is missing where it does.
define debian
	if command -v apt-get >/dev/null && { [ "$$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then \
		echo "Installing $(1)"; \
		as_root=$$([ "$$(id -u)" = 0 ] || echo sudo -n); \
		$$as_root apt-get -qq update && \
		$$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $(1) >/dev/null; \
	else false; fi || { echo "Please install $(2)" >&2; exit 1; }
endef

# To make suite alone runs the tests without the checks.
.PHONY: help run test suite check architecture kernels oldest bench load paths reproduce site site-test package image \
	notebooks notebooks-test quiz quiz-test lessons mistakes replay ledgers papers dial screenshots first-screens frames turns firefox docs clean

help: # Show this list
	@for group in use develop measure; do echo "$$group:"; \
		sed -n "s/^\([a-z-]*\):.*## $$group: /  \1\t/p" $(MAKEFILE_LIST) | expand -t 18; done

run: $(VENV)/.runtime ## use: Serve the dashboard at http://127.0.0.1:8501 (PORT=…) and open it
	$(BIN)/streamlit run app.py --server.port $(PORT) --server.headless $(if $(SCREEN),false,true)

# Two at the same time: the checks, and first Debian's Chromium, then the tests. Each keeps a core
# busy while the other waits.
MAKEFLAGS += --jobs=2

test: check suite ## use: Run the checks and every test (ARGS=… goes to pytest, in one process)

suite: $(VENV)/.chromium
	@$(BIN)/python -m tests.machine
	$(PYTEST) $(or $(ARGS),$(AT_ONCE))

check: $(VENV)/.dev ## develop: Run the linter, the formatter's check and the type checker
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

architecture: $(VENV)/.dev ## develop: Draw what imports what into docs/how_it_works.md
	$(BIN)/python -m tests.house.picture

# OpenBLAS and NumPy choose their code by the processor. With another's, sums come in another order.
kernels: $(VENV)/.dev ## develop: Run the numerical tests with the arithmetic of other processors (KERNELS=…)
	@found=$(or $(KERNELS),$$($(BIN)/python -m tests.processors)) || exit 1; for kernel in $$found; do \
		chosen=$$($(BIN)/python -m tests.processors $$kernel) || exit 1; \
		echo "Kernels: $$chosen"; \
		env $$chosen $(BIN)/python -m pytest $(NUMERICAL) $(or $(ARGS),$(AT_ONCE)) || exit 1; \
	done

oldest: $(VENV)/.oldest ## develop: Run the tests of dpcore and of the pages with the oldest versions allowed
	$(VENV)/oldest/bin/python -m pytest dpcore dplab tests/data tests/erm tests/privacy tests/tables tests/maps tests/laplace tests/kernels tests/instruments tests/simulation tests/studies tests/pages \
		$(or $(ARGS),$(AT_ONCE))

bench: $(VENV)/.runtime $(VENV)/.peers ## measure: Measure the engine beside its peers (ARGS="w1 --draws 20")
	PEERS_PYTHON=$(abspath $(VENV)/peers/bin/python) $(BIN)/python -m benchmarks $(ARGS)

load: $(VENV)/.runtime ## measure: Load a server with visitors and floods, five minutes (ARGS="--visitors 30 --every 4 --sweeps 2" measures once)
	$(BIN)/python -m benchmarks.visitors $(ARGS)

paths: $(VENV)/.chromium ## measure: Walk as a stakeholder, two students and an analyst do, with a clock (ARGS="mine.csv --who analyst --phone")
	$(BIN)/python -m benchmarks.visitors.paths $(ARGS)

reproduce: $(VENV)/.dev ## develop: Hold the papers' tables and figures, run whole, against what is stored
	$(BIN)/python -m pytest -m whole tests/studies/papers

site: $(VENV)/.chromium ## use: Build the static edition into build/site, which needs no server (EXPLORER_LIVE=https://… links to one)
	$(BIN)/python -m edition $(ARGS)

site-test: $(VENV)/.chromium ## develop: Test the whole edition: every page, picture, scene and lesson
	$(BIN)/python -m pytest -m "whole or not whole" tests/edition $(ARGS)

# The environments are made anew: an older wheel of the same version would stay. In the second one are
# the oldest versions that the core allows.
package: $(VENV)/.dev $(VENV)/.package ## use: Build dpcore as a package into build/package, and try it where nothing else is
	rm -rf build/package
	$(VENV)/package/bin/pyproject-build --quiet --outdir build/package .
	$(VENV)/package/bin/twine check --strict build/package/*
	$(BIN)/python -m tests.oldest requirements/core.txt >$(VENV)/package/oldest.txt
	$(BIN)/python -m venv --clear $(VENV)/bare
	$(BIN)/python -m venv --clear $(VENV)/bare-oldest
	$(VENV)/bare/bin/python -m pip install --quiet --disable-pip-version-check build/package/*.whl
	$(VENV)/bare-oldest/bin/python -m pip install --quiet --disable-pip-version-check build/package/*.whl -c $(VENV)/package/oldest.txt
	BARE="$(VENV)/bare $(VENV)/bare-oldest" $(BIN)/python -m pytest -m "whole or not whole" tests/package $(ARGS)

# The day is left out of the wheel, so that two builds are equal. It is installed anew where Otter is:
# an older one of the same version would stay.
notebooks: $(VENV)/.dev $(VENV)/.package $(VENV)/.otter ## use: Write each lesson as notebooks, with autograders, into build/notebooks (SEED=… for a class's own numbers)
	rm -rf build/notebooks
	SOURCE_DATE_EPOCH=315532800 $(VENV)/package/bin/pyproject-build --quiet --outdir build/notebooks .
	rm build/notebooks/*.tar.gz
	$(VENV)/otter/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps build/notebooks/*.whl
	$(BIN)/python -m edition.notebooks --seed $(or $(SEED),0) --wheel build/notebooks/*.whl --otter $(VENV)/otter/bin/otter

notebooks-test: notebooks ## develop: Run the lessons' notebooks, and grade solutions, empty ones and every near miss by Otter
	OTTER=$(VENV)/otter/bin/otter $(BIN)/python -m pytest -m "whole or not whole" tests/edition/notebooks -rP $(ARGS)

# A comma would end what stands in an `if`.
COMMA := ,

# Without a daemon and without rights. Docker's format, since the other one drops the check of health.
image: ## use: Build the dashboard's image with buildah (IMAGE=name BASE=… PIP_CONF=file for an index of your own)
	buildah bud --isolation chroot --format docker --file container/Dockerfile --tag $(or $(IMAGE),explorer) \
		$(if $(BASE),--build-arg BASE=$(BASE)) $(if $(PIP_CONF),--secret "id=pip$(COMMA)src=$(PIP_CONF)") $(ARGS) .

quiz: $(VENV)/.runtime ## use: Write the lessons' questions for a learning platform into build/quizzes (SEED=… SERVER=https://… NAMES=class.txt)
	$(BIN)/python -m dplab.studies.lessons.quizzes --seed $(or $(SEED),0) $(if $(SERVER),--server $(SERVER)) \
		$(if $(NAMES),--names "$(NAMES)") build/quizzes

# The schema is not ours to hand on: the R package rqti has it as inst/imsqti_v2p1p2.xsd.
quiz-test: $(VENV)/.dev $(VENV)/.schemas ## develop: Hold the quizzes against QTI's schema (QTI_SCHEMA=…/imsqti_v2p1p2.xsd)
	SCHEMAS_PYTHON=$(abspath $(VENV)/schemas/bin/python) QTI_SCHEMA=$(QTI_SCHEMA) \
		$(BIN)/python -m pytest -m "whole or not whole" tests/studies/lessons/test_quizzes.py -rs $(ARGS)

lessons: $(VENV)/.chromium ## develop: Work through every lesson in a browser, by keyboard alone
	$(BIN)/python -m pytest -m "whole or not whole" tests/e2e/test_lessons.py -rP $(ARGS)

mistakes: $(VENV)/.dev ## measure: Plant mistakes into releases and estimators, one by one, and list those that tests let pass (ARGS="--only budget")
	$(BIN)/python -m tests.release.mistakes $(ARGS)

replay: $(VENV)/.dev ## measure: Release and fit on thousands of neighbours with recorded chance, and compare (ARGS=--pairs 5000)
	$(BIN)/python -m tests.release.replay $(ARGS)

ledgers: $(VENV)/.dev ## measure: Kill 200 programs while they charge a ledger, also in databases (LEDGER_SERVERS="postgresql+psycopg://…")
	LEDGER_KILLS=200 $(BIN)/python -m pytest tests/ledger tests/simulation/sweeps/test_store_servers.py -rP $(ARGS)

papers: $(VENV)/.runtime ## develop: Re-run the papers' tables and figures (ARGS=cm08_figure_1); writes docs/reproductions.md
	$(BIN)/python -m dplab.studies.papers $(ARGS)

dial: $(VENV)/.runtime ## develop: Compute the first page's dial anew, and store it
	$(BIN)/python -m dplab.studies.overview

screenshots: $(VENV)/.dev $(VENV)/.chromium ## develop: Picture every page into build/screenshots
	$(BIN)/python -m tests.e2e.screenshots

first-screens: $(VENV)/.chromium ## measure: Tell what each page shows before anybody scrolls (ARGS=--json)
	$(BIN)/python -m tests.e2e.first_screens $(ARGS)

frames: $(VENV)/.chromium ## measure: Tell whether a figure is missing, or the page jumps, while ε moves
	$(BIN)/python -m tests.e2e.frames $(ARGS)

turns: $(VENV)/.chromium ## develop: Turn dials in haste, fifty times in each way, and tell what ends elsewhere (ARGS="--busy 30")
	$(BIN)/python -m tests.e2e.dials $(ARGS)

firefox: $(VENV)/.dev ## measure: Walk through every page in Firefox, and tell what is wrong there (ARGS="/decide /data")
	@command -v firefox-esr >/dev/null || command -v firefox >/dev/null || \
		{ $(call debian,firefox-esr,Firefox: sudo apt-get install firefox-esr); }
	$(BIN)/python -m tests.e2e.firefox $(ARGS)

docs: $(VENV)/.docs ## use: Write a page for each stable name of dpcore and dplab into build/docs
	rm -rf build/docs
	$(VENV)/docs/bin/python -m docs.api build/docs

clean: ## use: Remove what the other targets built, but for .venv
	rm -rf build dpcore.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './.venv*' -prune -exec rm -r {} +

$(VENV)/.runtime: $(LISTS) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -c requirements/constraints.txt
	@touch $@

$(VENV)/.dev: $(LISTS) requirements/cluster.txt requirements/dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -r requirements/dev.txt -c requirements/constraints.txt
	@touch $@

$(VENV)/.schemas: requirements/schemas.txt | $(BIN)/python
	$(BIN)/python -m venv $(VENV)/schemas
	$(VENV)/schemas/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/schemas.txt
	@touch $@

# Inside of .venv, so that whoever removes one removes both.
$(VENV)/.peers: requirements/bench.txt | $(BIN)/python
	$(BIN)/python -m venv $(VENV)/peers
	$(VENV)/peers/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/bench.txt
	@touch $@

$(VENV)/.package: requirements/package.txt | $(BIN)/python
	$(BIN)/python -m venv $(VENV)/package
	$(VENV)/package/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/package.txt
	@touch $@

$(VENV)/.docs: requirements/docs.txt requirements/core.txt requirements/ledger.txt | $(BIN)/python
	$(BIN)/python -m venv $(VENV)/docs
	$(VENV)/docs/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/docs.txt
	@touch $@

$(VENV)/.otter: requirements/notebooks.txt requirements/core.txt | $(BIN)/python
	$(BIN)/python -m venv $(VENV)/otter
	$(VENV)/otter/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/notebooks.txt -r requirements/core.txt
	@touch $@

$(VENV)/.oldest: $(LISTS) requirements/cluster.txt requirements/dev.txt | $(BIN)/python
	$(BIN)/python -m venv $(VENV)/oldest
	$(BIN)/python -m tests.oldest requirements.txt >$(VENV)/oldest/constraints.txt
	$(VENV)/oldest/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt -c $(VENV)/oldest/constraints.txt
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Please install Python 3.11 or newer, or name one: make PYTHON=python3.12 VENV=.venv312" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ $(call debian,python3-venv,Python's venv: sudo apt-get install python3-venv); }
	$(PYTHON) -m venv $(VENV)

# The browser tests drive Debian's Chromium; tests/e2e/browser.py looks for it in the same way.
$(VENV)/.chromium: | $(VENV)/.dev
	@$(BIN)/python -m tests.e2e.browser >/dev/null || \
		{ $(call debian,chromium-headless-shell fonts-dejavu-core,Chromium: sudo apt-get install chromium-headless-shell; or name yours: make CHROMIUM=/path/to/chrome test); }
	@touch $@
