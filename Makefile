# What continuous integration runs is what is run here.
CARGO ?= cargo

.PHONY: playground audit sdist test-wheel dist package deny semver test-lib films notices studies features poses survive everywhere surface compare-runs fuzz fuzz-guided compare scenes scenes-compare detect help build demo test bench docs tables pictures clean cargo components python wheel test-rust test-python bench-python test-viewer viewer book gallery

help:
	@echo "make build   the program, optimised: target/release/percussion"
	@echo "make demo    runs all named problems; plots and page in demo/"
	@echo "make test    format, lints, tests"
	@echo "make python  a virtual environment with the Python package: target/venv"
	@echo "make wheel   the Python package as a wheel in target/wheels"
	@echo "make playground  the program as a page for any static host, in target/playground (needs Node)"
	@echo "make viewer  bundles the viewer and the scripts of the book (needs Node)"
	@echo "make book    the documentation as pages in book/, with the gallery"
	@echo "make gallery  pictures and scenes of all problems and models in book/gallery"
	@echo "make bench   benchmarks of the library"
	@echo "make bench-python  what the Python package costs"
	@echo "make compare  integrators over the sets of mechanisms"
	@echo "make studies  figures of the literature and a page of what is reproduced, in studies/"
	@echo "make scenes  scenes with many contacts: time, penetration, rest"
	@echo "make scenes-compare  the same beside MuJoCo (Python with mujoco, MUJOCO=/path/to/python)"
	@echo "make fuzz    mutated models, robots, options and calls, MINUTES=10, INPUTS=1000000"
	@echo "make fuzz-guided  the parsers by coverage, MINUTES=10 for each (nightly compiler)"
	@echo "make survive  runs that are killed 200 times, 1,000 damaged folders, full disks"
	@echo "make everywhere  all models under all schemes, SECONDS=1 for each pair"
	@echo "make features  the library with each of its features alone"
	@echo "make surface  how many items the library's documentation has"
	@echo "make compare-runs  all named problems against another program, OLD=path"
	@echo "make docs    documentation of the library in target/doc"
	@echo "make tables  writes the generated tables of docs/ anew"
	@echo "make pictures  draws the pictures of docs/pictures anew"
	@echo "make films   films the moving pictures of the README anew (needs Node and Chromium)"
	@echo "make notices  writes THIRD-PARTY.md anew"
	@echo "make dist    the program without debugging symbols, with its licences, as an archive"
	@echo "make sdist, test-wheel, package, deny, semver, test-lib   what a release needs"
	@echo "make clean   removes target/ and demo/"

cargo:
	@command -v $(CARGO) >/dev/null 2>&1 || { \
	  echo "error: '$(CARGO)' was not found; install Rust 1.89 or newer, or set CARGO=/path/to/cargo" >&2; exit 1; }

# rustfmt and clippy come with most installations; only what is missing is added.
components: cargo
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

build: cargo
	$(CARGO) build --release

# What panics or does not end is left in fuzz/found.
MINUTES = 10
fuzz: cargo
	$(CARGO) build --package percussion-cli
	PROGRAM=$(CURDIR)/target/debug/percussion $(CARGO) run --package percussion --example fuzz -- $(MINUTES)

# Coverage-guided, MINUTES for each TARGET; needs a nightly compiler. What panics is left in fuzz/artifacts, what reaches far in fuzz/guided.
TARGETS = model robot mesh contact lcp
SANCOV = -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
  -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions --cfg fuzzing
HOST = $(shell rustc -vV | sed -n 's/host: //p')
fuzz-guided: cargo
	cd fuzz && RUSTFLAGS="$(SANCOV)" $(CARGO) +nightly build --release --target $(HOST)
	mkdir -p fuzz/artifacts
	for t in $(TARGETS); do mkdir -p fuzz/guided/$$t; \
	  fuzz/target/$(HOST)/release/$$t -max_total_time=$$((60 * $(MINUTES))) -timeout=20 -max_len=20000 \
	    -artifact_prefix=fuzz/artifacts/$$t- fuzz/guided/$$t fuzz/corpus models crates/percussion/tests/files crates/percussion/data/lcp || exit 1; done

# Killed and damaged runs, two writers, full disk, no threads, no descriptors; 'make test' has the same in short.
survive: cargo
	KILLS=20 $(CARGO) test --package percussion-cli --test survive -- --nocapture
	KINDS=20 KILLS=10 DAMAGED=1000 ONE_RUN=400 $(CARGO) test --package percussion-cli --test durable -- --nocapture

# Distances, normals and derivatives of all pairs of shapes at random poses, POSES of each: hours.
poses: cargo
	$(CARGO) test --release -p percussion --test solids --test hulls -- --ignored many_poses --nocapture

# All models under all schemes, SECONDS for each pair; 'make test' has the same in short.
SECONDS = 1
everywhere: cargo
	EVERYWHERE=$(SECONDS) $(CARGO) test --package percussion --test everywhere -- --nocapture

# What the audit finds in all problems and models under all schemes, SECONDS for each pair.
audit: cargo
	AUDIT=$(SECONDS) $(CARGO) test --package percussion --test audit -- --ignored --nocapture table

features: cargo
	$(CARGO) check -q --package percussion --no-default-features
	for f in files urdf references; do \
	  $(CARGO) check -q --package percussion --no-default-features --features $$f || exit 1; done

surface: docs
	python3 tools/public_items.py target/doc/percussion

compare-runs: build
	python3 tools/compare_runs.py $(OLD) target/release/percussion

demo: cargo
	$(CARGO) run --release --package percussion-cli --bin percussion -- demo --out demo

# Every part runs, also where one before it failed; the exit code tells whether all passed.
test: components
	@failed=; for part in test-rust test-python test-viewer; do \
	  $(MAKE) --no-print-directory $$part || failed="$$failed $$part"; done; \
	if [ -n "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi

test-rust: components
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) test --workspace --exclude percussion-py --no-fail-fast

# The environment of the Python package; PROFILE=dev builds faster.
VENV = target/venv
PROFILE = release
python: cargo
	@python3 -c 'import sys; assert sys.version_info >= (3, 10)' 2>/dev/null || { \
	  echo "error: Python 3.10 or newer was not found" >&2; exit 1; }
	test -x $(VENV)/bin/pip || python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check 'maturin>=1.8,<2' $(EXTRA)
	cd crates/percussion-py && VIRTUAL_ENV=$(CURDIR)/$(VENV) $(CURDIR)/$(VENV)/bin/maturin develop --quiet --profile $(PROFILE)

# On Linux with zig as the linker, so that the wheel runs on every distribution since 2018 (manylinux_2_28).
ZIG = $(if $(filter Linux,$(shell uname -s)),--zig --compatibility manylinux_2_28)
wheel: cargo
	test -x $(VENV)/bin/pip || python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check 'maturin>=1.8,<2' $(if $(ZIG),ziglang)
	cd crates/percussion-py && $(CURDIR)/$(VENV)/bin/maturin build --profile dist $(ZIG) $(TARGET) --out $(CURDIR)/target/wheels

# The sources of the Python package, to be built elsewhere.
sdist: cargo
	test -x $(VENV)/bin/pip || python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check 'maturin>=1.8,<2'
	cd crates/percussion-py && $(CURDIR)/$(VENV)/bin/maturin sdist --out $(CURDIR)/target/wheels

# Ten lines with a wheel in an environment that has nothing else; WHEEL_PYTHON=python3.13 takes another Python.
WHEEL_PYTHON = python3
test-wheel:
	rm -rf target/bare && $(WHEEL_PYTHON) -m venv target/bare
	target/bare/bin/pip install --quiet --disable-pip-version-check target/wheels/percussion-*.whl
	sed -n '/^import percussion$$/,/^```$$/p' README.md | sed '/^```$$/d' | target/bare/bin/python - | tail -1

# The program without symbols, with its licences: target/dist/percussion-VERSION-HOST.tar.gz.
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
dist: cargo
	$(CARGO) build --profile dist --package percussion-cli --bin percussion
	rm -rf target/package && mkdir -p target/package/percussion-$(VERSION)
	cp target/dist/percussion README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE THIRD-PARTY.md target/package/percussion-$(VERSION)/
	cd target/package && tar czf ../dist/percussion-$(VERSION)-$(HOST).tar.gz percussion-$(VERSION)

# What a registry would get: every file that a crate needs is in it, and it builds by itself.
package: cargo
	$(CARGO) package --workspace --exclude percussion-py --no-verify

# Licences, advisories and duplicates of the dependencies by deny.toml; needs cargo-deny.
deny: cargo
	$(CARGO) deny check

# Changes of the library's interface since the last tag; needs cargo-semver-checks.
semver: cargo
	$(CARGO) semver-checks --package percussion --baseline-rev $$(git describe --tags --abbrev=0)

# The tests of the library alone, on systems where the others were not tried.
test-lib: cargo
	$(CARGO) test --package percussion --lib --test front_door --test derivatives

PYTHON_TEST = -r crates/percussion-py/tests/requirements.txt
test-python: cargo
	$(MAKE) --no-print-directory python PROFILE=dev EXTRA='$(PYTHON_TEST)'
	cd crates/percussion-py && $(CURDIR)/$(VENV)/bin/python -m pytest tests

# The figures of the Python package, beside the program of the same build.
bench-python: cargo
	$(CARGO) build --release --package percussion-cli
	$(MAKE) --no-print-directory python
	$(VENV)/bin/python crates/percussion-py/benches/figures.py target/release/percussion

# The viewer's bundle is committed, so that building needs Rust alone; its tests need Node and Chromium.
viewer/node_modules: viewer/package-lock.json
	@command -v npm >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq nodejs npm >/dev/null; }
	cd viewer && npm ci --no-audit --no-fund
	touch $@

viewer: viewer/node_modules
	cd viewer && npm run --silent check && npm run --silent build

# The library for the browser, and the page around it. It needs the compiler's library for that target: rustup downloads it.
WASM = wasm32-unknown-unknown
WASM_FLAGS = -Clink-arg=--max-memory=536870912 -Clink-arg=-zstack-size=4194304
has_wasm = test -d "$$(rustc --print sysroot)/lib/rustlib/$(WASM)" || rustup target add $(WASM) 2>/dev/null
WASM_PROFILE = wasm
playground: cargo viewer/node_modules
	@$(has_wasm) || { echo "error: no library of the compiler for $(WASM): rustup target add $(WASM)" >&2; exit 1; }
	CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$(WASM_FLAGS)" $(CARGO) build --profile $(WASM_PROFILE) --target $(WASM) --package percussion-wasm
	cd viewer && node playground.mjs ../target/$(WASM)/$(WASM_PROFILE)/percussion_wasm.wasm ../target/playground

CHROMIUM ?= /usr/bin/chromium
test-viewer: cargo viewer/node_modules
	@if $(has_wasm); then $(MAKE) --no-print-directory playground WASM_PROFILE=wasm-quick; else \
	  rm -rf target/playground; echo "the playground is not built: the compiler has no $(WASM)"; fi
	@test -x $(CHROMIUM) || { apt-get update -qq && apt-get install -y -qq chromium >/dev/null; }
	$(CARGO) build --workspace --exclude percussion-py --bins --examples
	cd viewer && CHROMIUM=$(CHROMIUM) npm run --silent test

# The documentation as pages that need no server. QUICK=--quick cuts the runs of the gallery short.
gallery: cargo
	$(CARGO) run --release --package percussion-cli --bin percussion -- gallery --models models --out book/gallery $(QUICK)

book: gallery
	$(CARGO) run --release --package percussion-cli --example book -- docs book
	@if $(has_wasm); then $(MAKE) --no-print-directory playground && cp -r target/playground book/; else \
	  echo "book/playground is left out: the compiler has no $(WASM)"; fi

# The comparison of DAE integrators over the sets of mechanisms, and on two stiff systems.
METHODS = dopri5,mdop5,hem5,phem56,radau5,alpha-p-adaptive,alpha-v-adaptive,alpha-pv-adaptive
compare: cargo
	$(CARGO) build --release -q -p percussion-cli --bin percussion
	for set in joints impacts flexible; do \
	  target/release/percussion profile $$set --schemes $(METHODS) || exit 1; done
	$(CARGO) run --release -q -p percussion --example compare_integrators

# The figures of the literature by the commands for studies, and the page of the book that lists them; what was made stays.
studies: cargo
	$(CARGO) build --release -q -p percussion-cli --bin percussion --example studies
	target/release/examples/studies studies docs/book/reproductions.md

# Scenes with many contacts; SCENES="stack wall" runs some.
scenes: cargo
	$(CARGO) run --release -q -p percussion --example scenes -- $(SCENES)

# How the search for near pairs grows with the number of bodies.
detect: cargo
	$(CARGO) run --release -q -p percussion --example detect

MUJOCO = python3
scenes-compare: cargo
	$(CARGO) run --release -q -p percussion --example scenes -- $(SCENES) | $(MUJOCO) tools/scenes_mujoco.py

bench: cargo
	$(CARGO) bench -p percussion

docs: cargo
	RUSTDOCFLAGS="--html-in-header $(CURDIR)/crates/percussion/katex-header.html" $(CARGO) doc --workspace --no-deps
	cp crates/percussion-cli/examples/book/bundle/book.js crates/percussion-cli/examples/book/bundle/katex.css target/doc/

# The tables in docs/problems.md and docs/schemes.md; the same test checks them in 'make test'.
tables: cargo
	UPDATE_DOCS=1 $(CARGO) test --package percussion-cli --test docs documented
	@if command -v python3 >/dev/null; then python3 tools/python_api.py; else echo "docs/book/python-api.md needs Python and is left as it is"; fi

# PROBLEM-SCHEME-WHAT as 'percussion demo' names them.
PICTURES = rotating-ball-alpha-u bouncing-pendulum-alpha-u ball-in-cylinder-alpha-q tippe-top-alpha-q

pictures: cargo
	$(CARGO) run --release --package percussion-cli --bin percussion -- demo --out target/pictures \
	  --problems rotating-ball,bouncing-pendulum,ball-in-cylinder,tippe-top
	mkdir -p docs/pictures
	cp $(PICTURES:%=target/pictures/%.svg) docs/pictures/

# The moving pictures of the README: each a run, its report, and the report filmed in Chromium.
films: cargo viewer/node_modules
	$(CARGO) build --release -q --package percussion-cli --bin percussion
	target/release/percussion run models/scenes/tower.toml --t-end 1.2 --quiet --out target/films/tower
	target/release/percussion run models/two-boxes.toml --t-end 0.6 --quiet --out target/films/two-boxes
	for f in tower two-boxes; do \
	  target/release/percussion report target/films/$$f --out target/films/$$f.html || exit 1; done
	cd viewer && node film.mjs ../target/films/tower.html ../docs/pictures/tower.webp 60 640 380 "" 1.7 1.05
	cd viewer && node film.mjs ../target/films/two-boxes.html ../docs/pictures/two-boxes.webp 40 480 300 "" 1.2

# Licences of what is linked, bundled or copied, in THIRD-PARTY.md.
notices: cargo viewer/node_modules
	python3 tools/third_party.py

clean: cargo
	$(CARGO) clean
	rm -rf demo book
