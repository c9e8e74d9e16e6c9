# Two commands do all set-up on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
DEMO   ?= build/demo

.PHONY: demo test test-long lint format perf clean

demo: $(VENV)/.base
	rm -rf $(DEMO) $(DEMO)-release-1.0.0
	$(BIN)/curate demo $(DEMO)

test: lint
	$(BIN)/python -m pytest -n auto -q -m "not long"

test-long: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto -q

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

perf: $(VENV)/.dev
	$(BIN)/python -m perf

clean:
	rm -rf $(VENV) build

# The pip that comes with older Pythons cannot resolve the development tools.
$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(PIP) install "pip>=25.3"

$(VENV)/.base: $(BIN)/python pyproject.toml constraints.txt
	$(PIP) install -c constraints.txt -e ".[augment]"
	touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml constraints.txt
	$(PIP) install -c constraints.txt -e ".[augment,release,dev]"
	touch $@
