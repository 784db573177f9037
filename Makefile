PYTHON ?= python3
BIN := .venv/bin

# Packages come from the lock with hashes; uv is used where it is installed, as it is faster.
ifneq ($(shell command -v uv 2>/dev/null),)
INSTALL := uv pip install --quiet --python $(BIN)/python
else
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif
LOCK := uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --quiet pyproject.toml

.PHONY: setup run demo test check bench kills schema screenshots lock

setup: .venv/.dev

run: .venv/.run
	$(BIN)/quizbot run $(ARGS)

demo: .venv/.demo
	$(BIN)/quizbot demo $(ARGS)

test: .venv/.dev
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal --cov --cov-report=term:skip-covered $(ARGS)

check: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/quizbot bank check questions

bench: .venv/.dev
	$(BIN)/python -m benchmarks $(ARGS)

kills: .venv/.dev
	WIRE_KILLS=200 $(BIN)/python -m pytest -s tests/wire/test_kill.py $(ARGS)

schema: .venv/.dev
	$(BIN)/quizbot bank schema -o questions/bank.schema.json

screenshots: .venv/.dev
	$(BIN)/python -m tests.browser.screenshots

lock:
	$(LOCK) --extra dev --output-file requirements-dev.txt
	$(LOCK) --extra demo --constraint requirements-dev.txt --output-file requirements-demo.txt
	$(LOCK) --extra postgres --constraint requirements-dev.txt --output-file requirements.txt

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Quiz Bot needs Python 3.11 or newer: try make PYTHON=python3.11 …"; exit 1; }
	$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

.venv/.run: requirements.txt pyproject.toml | .venv/bin/python
	$(INSTALL) --require-hashes -r requirements.txt
	$(INSTALL) --no-deps -e .
	@touch $@

.venv/.demo: requirements-demo.txt pyproject.toml | .venv/bin/python
	$(INSTALL) --require-hashes -r requirements-demo.txt
	$(INSTALL) --no-deps -e .
	@touch $@

# Holds what the other two hold, in the same versions.
.venv/.dev: requirements-dev.txt pyproject.toml | .venv/bin/python
	$(INSTALL) --require-hashes -r requirements-dev.txt
	$(INSTALL) --no-deps -e .
	@touch .venv/.run .venv/.demo $@
