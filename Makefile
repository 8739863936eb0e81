# Each target makes what it needs in .venv first, quietly and once; only Python, git and make are presumed.
.DEFAULT_GOAL := help
.PHONY: help play serve docs check check-stories check-versions test test-real bench clean

unexport PYTHONDONTWRITEBYTECODE # a hundred processes read what the first has compiled

PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
comma := ,
PLAIN := not real and not versions
# What needs the largest libraries, what plays, and the rest: each in workers of its own, which stay small.
EXPERIMENTS := $(addprefix tests/,experiments lab)
LABORATORY := $(addprefix tests/,evaluation integrations store library methods/gratr/posts)
GAMES := $(addprefix tests/,games reader)
MINDS := $(addprefix tests/,arena methods golden agents)
COMMANDS := $(addprefix tests/,cli fuzzing)
PARTS := "$(GAMES)" "$(MINDS) --ignore=tests/methods/gratr/posts" "$(LABORATORY)" "$(EXPERIMENTS)" "$(COMMANDS)"
PARTS += "$(addprefix --ignore=,$(GAMES) $(MINDS) $(LABORATORY) $(EXPERIMENTS) $(COMMANDS))"
CHECKED := $(BIN)/pytest -n 2 --dist worksteal -m "$(PLAIN) and not story"
# Stories in parts for the same reason.
PAGES := $(addprefix tests/,packages docs library integrations test_extending.py test_readme.py)
RUNS := $(wildcard $(addprefix tests/cli/test_,run*.py report*.py l*.py w*.py))
STORY_PARTS := tests/web "$(RUNS)" "tests/cli $(addprefix --ignore=,$(RUNS))" "$(PAGES)" "$(GAMES)" "$(MINDS)"
STORY_PARTS += "$(addprefix --ignore=,tests/web tests/cli $(PAGES) $(GAMES) $(MINDS))"
# A whole file goes to one worker, which then sets its server or match up once; stories wait much, so four at once.
STORIES := $(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder -m "$(PLAIN) and story"
export PARLOUR_FAILURES := $(CURDIR)/.venv/failures.txt
TELL_FAILURES := [ ! -e $(PARLOUR_FAILURES) ] || cat $(PARLOUR_FAILURES)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt
# uv resolves in seconds what takes pip minutes; where only pip is told of an index, pip installs.
install = @$(UV) $(1) 2> .venv/uv.txt || $(PIP) $(1)

help: ## these lines
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: .venv/ready-to-play ## play a mystery to the verdict, with no key: make play ARGS="--lang zh --seed 7"
	@$(BIN)/parlour play $(ARGS)

serve: .venv/ready-to-serve ## open the table in a browser: make serve ARGS="--port 8081"
	@$(BIN)/parlour serve $(ARGS)

docs: .venv/ready-for-docs ## the documentation as a site, to be read from build/site/index.html
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build
	@echo "Read build/site/index.html. To search it too: $(BIN)/python -m http.server -d build/site"

check: .venv/ready-to-check ## before a commit: ruff, pyright, import-linter, and pytest but for the stories
	@rm -f $(PARLOUR_FAILURES); failed=0; \
		$(BIN)/python -m tests.typed > .venv/pyright.txt 2>&1 & types=$$!; \
		$(BIN)/ruff check && $(BIN)/ruff format --check || failed=1; \
		$(BIN)/lint-imports --no-cache > .venv/imports.txt || { cat .venv/imports.txt; failed=1; }; tail -n 4 .venv/imports.txt; \
		for part in $(PARTS); do $(CHECKED) $$part $(ARGS) || failed=1; done; \
		wait $$types || failed=1; cat .venv/pyright.txt; $(TELL_FAILURES); exit $$failed

check-stories: .venv/ready-to-check ## whole stories: in a browser, of other processes, by the dozen
	@rm -f $(PARLOUR_FAILURES); failed=0; \
		for part in $(STORY_PARTS); do $(STORIES) $$part $(ARGS) || failed=1; done; $(TELL_FAILURES); exit $$failed

check-versions: .venv/ready-to-check ## the built package with the lowest and the highest versions it allows
	@$(BIN)/pytest -m versions -n 2 --dist loadgroup tests/packages/test_versions.py

test: .venv/ready-to-check ## the tests alone
	@$(BIN)/pytest -n 2 --dist worksteal

test-real: .venv/ready-to-check ## the tests that need a real model
	@$(BIN)/parlour models get smollm2
	@$(BIN)/pytest -m real -n 0

bench: .venv/ready-to-check ## the figures, as a table; some of them: make bench ARGS="web scripts"
	@$(BIN)/python -m bench $(ARGS)

clean: ## away with .venv
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parlour needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	@echo "Setting up .venv (once)..."
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }
	@$(PIP) uv || echo "Without uv, which does not install here, this takes minutes."

.venv/ready-to-play: pyproject.toml constraints.txt | .venv/bin/python
	$(call install,--editable .)
	@touch $@

.venv/ready-to-serve: pyproject.toml constraints.txt | .venv/bin/python
	$(call install,--editable '.[web]')
	@touch $@ .venv/ready-to-play

.venv/ready-for-docs: pyproject.toml constraints.txt | .venv/bin/python
	$(call install,--editable '.[docs]')
	@touch $@ .venv/ready-to-play

.venv/ready-to-check: pyproject.toml packages/parlour-lightrag/pyproject.toml constraints.txt | .venv/bin/python
	$(call install,--editable '.[dev$(comma)local]' --editable packages/parlour-lightrag)
	@$(BIN)/python -m tests.web.browser.chromium
	@touch $@ .venv/ready-to-play .venv/ready-to-serve .venv/ready-for-docs
