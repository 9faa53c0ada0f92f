# Every target makes or refreshes .venv first; none needs anything but make, a shell
# and a Python of 3.12 or newer.
PYTHON = .venv/bin/python
LOCK = $(PYTHON) -m uv pip compile --quiet --universal --python-version 3.12 \
	--generate-hashes --no-emit-index-url --no-header

.PHONY: run test test-long test-llm lint bench bench-checks bench-distil bench-rivals screenshot lock setup setup-dev

run: setup
	@$(PYTHON) -m config.run

test: setup-dev
	@echo "warrant: running the tests"
	@$(PYTHON) -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

test-long: setup-dev
	@echo "warrant: running the tests with the full counts of races and random graphs"
	@WARRANT_TEST_LONG=1 $(PYTHON) -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

test-llm: setup-dev
	@echo "warrant: driving the model's path with a small real model"
	@test -d .venv-llm || $(PYTHON) -m venv .venv-llm
	@.venv-llm/bin/python -m pip install -q --require-hashes -r tests/llm_real/requirements.txt
	@WARRANT_TEST_MODEL_PYTHON=$(CURDIR)/.venv-llm/bin/python $(PYTHON) -m pytest tests/llm_real

lint: setup-dev
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy .
	PYTHONPATH=. .venv/bin/lint-imports --no-cache
	$(PYTHON) -m pytest -q tests/test_migrations.py
	git ls-files -z 'templates/*.html' | xargs -0 -r .venv/bin/djade --check

bench: setup-dev
	@$(PYTHON) -m benchmarks $(ARGS)

bench-checks: setup-dev
	@$(PYTHON) -m benchmarks.checks $(ARGS)

bench-distil: setup-dev
	@$(PYTHON) -m benchmarks.distil $(ARGS)

bench-rivals: setup-dev
	@echo "warrant: measuring search beside mem0 and Graphiti"
	@test -d .venv-rivals || $(PYTHON) -m venv .venv-rivals
	@.venv-rivals/bin/python -m pip install -q --require-hashes -r benchmarks/rivals/requirements.txt
	@WARRANT_BENCH_RIVALS_PYTHON=$(CURDIR)/.venv-rivals/bin/python $(PYTHON) -m benchmarks rivals

screenshot: setup-dev
	@$(PYTHON) -m tests.screenshot $(ARGS)

lock: setup-dev
	$(PYTHON) -m pip install --quiet uv
	$(LOCK) requirements.in -o requirements.txt
	$(LOCK) requirements-dev.in -o requirements-dev.txt
	$(LOCK) requirements-node.in -o requirements-node.txt
	$(LOCK) benchmarks/rivals/requirements.in -o benchmarks/rivals/requirements.txt
	npm install --package-lock-only

setup:
	@sh config/bootstrap.sh

setup-dev:
	@sh config/bootstrap.sh dev
