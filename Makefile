PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup test check lock

setup: .venv/.ready

.venv/.ready: pyproject.toml requirements-dev.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	if command -v uv >/dev/null; then \
		uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.txt && \
		uv pip install --quiet --python $(BIN)/python --no-deps -e .; \
	else \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.txt && \
		$(BIN)/python -m pip install --quiet --no-deps -e .; \
	fi
	touch $@

test: setup
	$(BIN)/python -m pytest

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

lock:
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --extra dev --output-file requirements-dev.txt pyproject.toml
