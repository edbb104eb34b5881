# What continuous integration runs is what is run here.
CARGO ?= cargo

.PHONY: compare scenes help build demo test bench docs tables pictures clean cargo components

help:
	@echo "make build   the program, optimised: target/release/percussion"
	@echo "make demo    runs all named problems; plots and page in demo/"
	@echo "make test    format, lints, tests"
	@echo "make bench   benchmarks of the library"
	@echo "make compare  integrators over the sets of mechanisms"
	@echo "make scenes  scenes with many contacts: time, penetration, rest"
	@echo "make docs    documentation of the library in target/doc"
	@echo "make tables  writes the generated tables of docs/ anew"
	@echo "make pictures  draws the pictures of docs/pictures anew"
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

demo: cargo
	$(CARGO) run --release --package percussion-cli --bin percussion -- demo --out demo

test: components
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) test --workspace --no-fail-fast

# The comparison of DAE integrators over the sets of mechanisms.
compare: cargo
	$(CARGO) run --release -q -p percussion --example compare_integrators

# Scenes with many contacts; SCENES="stack wall" runs some.
scenes: cargo
	$(CARGO) run --release -q -p percussion --example scenes -- $(SCENES)

bench: cargo
	$(CARGO) bench -p percussion

docs: cargo
	$(CARGO) doc --workspace --no-deps

# The tables in docs/problems.md and docs/schemes.md; the same test checks them in 'make test'.
tables: cargo
	UPDATE_DOCS=1 $(CARGO) test --package percussion-cli --test docs documented

# PROBLEM-SCHEME-WHAT as 'percussion demo' names them.
PICTURES = rotating-ball-alpha-u bouncing-pendulum-alpha-u ball-in-cylinder-alpha-q tippe-top-alpha-q

pictures: cargo
	$(CARGO) run --release --package percussion-cli --bin percussion -- demo --out target/pictures \
	  --problems rotating-ball,bouncing-pendulum,ball-in-cylinder,tippe-top
	mkdir -p docs/pictures
	cp $(PICTURES:%=target/pictures/%.svg) docs/pictures/

clean: cargo
	$(CARGO) clean
	rm -rf demo
