# Tableside. Each target works alone on a fresh machine: it sets up .venv first, once.
PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif
PY := $(BIN)/python
SETUP := $(PYTHON) tools/setup_env.py
# Without bytecode files, every process of a test would compile the app again.
export PYTHONDONTWRITEBYTECODE :=
# Warn about files without an encoding; the tests make it an error (pyproject.toml).
test thorough quick: export PYTHONWARNDEFAULTENCODING := 1

.DEFAULT_GOAL := help
.PHONY: help python run test thorough quick windows lint bench mutants torture tour art messages web desktop spec clean

help:  ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1|\2/' | awk -F'|' '{printf "%-16s%s\n", $$1, $$2}'

python:
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here; install Python 3.11 to 3.13 (uv python install 3.13) or name it: make PYTHON=/path/to/python3 ..." >&2; exit 1; }

run: python  ## start the app (ARGS="games" passes arguments on)
	@$(SETUP) $(if $(filter-out --%,$(ARGS)),,--window) base build app $(if $(filter new-game,$(ARGS)),dev)
	@$(PY) main.py $(ARGS)

test: python  ## run the tests, three at a time (JOBS=5 for more; ARGS="tests/core -k undo" selects some)
	@$(SETUP) --window base build app dev
	@$(PY) -m pytest -n $(or $(JOBS),3) --dist worksteal $(or $(ARGS),-m "not thorough" --ignore tests/spec)
	@$(if $(ARGS),,echo "Left to make thorough: random plays, every tap, storms, attacks, kills, packages, examples, the browser tab, a second browser, further sizes, details.")

thorough: python  ## run the tests that make test leaves out: random plays, every tap, storms, packages, a second browser
	@$(SETUP) --window base build app dev
	@$(PY) -m pytest -n $(or $(JOBS),5) --dist worksteal -m thorough --ignore tests/spec $(ARGS)
	@# Apart, since tests above install, change and remove the same games.
	@$(if $(ARGS),,$(PY) -m pytest -n $(or $(JOBS),5) --dist worksteal examples)

quick: python  ## run the quick tests: no window, no browser, no random plays, nothing slow
	@$(SETUP) base build app dev
	@$(PY) -m pytest -n $(or $(JOBS),2) --dist worksteal -m "not slow and not touch and not thorough" --ignore tests/spec \
		--ignore tests/ui --ignore tests/web --ignore tests/mouse --ignore-glob "tests/games/*/screen" $(ARGS)

windows: python  ## run the tests as Windows would: code page 1252, CRLF, no POSIX modules
	@$(SETUP) base build app dev
	@$(PY) -m tools.like_windows -n $(or $(JOBS),2) --dist worksteal $(or $(ARGS),-m "not thorough")

lint: python  ## run ruff, mypy, and with npm also Prettier, ESLint and TypeScript on the page
	@$(SETUP) base build app dev
	@$(PY) -m ruff check .
	@$(PY) -m mypy
	@cd tools/page && { [ -d node_modules ] || npm install --silent --no-audit --no-fund --no-package-lock; } 2>/dev/null || \
		{ echo "npm is missing or offline, so the guests' page was not checked."; exit 0; }; npm run --silent lint

bench: python  ## measure app, engine and store; writes build/benchmarks.md (ARGS="engine" runs one area)
	@$(SETUP) --window base build app dev
	@$(PY) -m tools.bench $(ARGS)

mutants: python  ## plant faults in the rules and list the ones no test finds (ARGS="--game story --sample 50")
	@$(SETUP) base build app dev
	@$(PY) -m tools.mutants $(ARGS)

torture: python  ## try for half an hour to lose a play: kills, bad disks, damaged files, broken plugins (ARGS="--minutes 60" for more plays)
	@$(SETUP) --window base build app dev
	@$(PY) -m tools.torture $(ARGS)

tour: python  ## open every screen and save its picture in build/tour
	@$(SETUP) --window base build app dev
	@$(PY) -m tools.tour $(ARGS)

art: python  ## render the pictures and generate the sounds
	@$(SETUP) base build app dev
	@$(PY) -m tools.art.render
	@$(PY) -m tools.art.make_sounds
	@$(PY) -m tools.art.make_web_icons

messages: python  ## collect every sentence for translators (LANG=pt_BR adds a language)
	@$(SETUP) base build app dev
	@$(PY) -m tools.messages $(if $(filter command line,$(origin LANG)),--language $(LANG))

web: python  ## build the table for a browser tab, static files in dist/web
	@$(SETUP) base build app dev
	@$(PY) -m tools.web

desktop: python  ## build a program to double-click, in dist/Tableside, and test it (ARGS=2.35: the newest glibc it may need)
	@$(SETUP) --venv=build/desktop-venv --window base build app desktop
	@KIVY_NO_CONSOLELOG=1 KIVY_NO_FILELOG=1 KIVY_LOG_MODE=MIXED build/desktop-venv/$(notdir $(BIN))/python -m PyInstaller --noconfirm \
		--log-level ERROR --distpath dist --workpath build packaging/desktop/tableside.spec
	@$(PYTHON) tools/check_desktop.py dist/Tableside $(ARGS)

spec: python  ## check buildozer.spec, pack the app as for Android and start the result
	@$(SETUP) base build app dev spec
	@$(PY) -m tools.check_spec buildozer.spec
	@$(PY) -m pytest tests/spec

clean:  ## delete everything the other targets made, including .venv
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .buildozer bin build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
