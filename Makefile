# What continuous integration runs is what is run here.
CARGO ?= cargo

.PHONY: help build demo test bench docs clean cargo components

help:
	@echo "make build   the program, optimised: target/release/percussion"
	@echo "make demo    runs all named problems; plots and page in demo/"
	@echo "make test    format, lints, tests"
	@echo "make bench   benchmarks of the library"
	@echo "make docs    documentation of the library in target/doc"
	@echo "make clean   removes target/ and demo/"

cargo:
	@command -v $(CARGO) >/dev/null 2>&1 || { \
	  echo "error: '$(CARGO)' was not found; install Rust (https://rustup.rs) or set CARGO=/path/to/cargo" >&2; exit 1; }

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

bench: cargo
	$(CARGO) bench -p percussion

docs: cargo
	$(CARGO) doc --workspace --no-deps

clean: cargo
	$(CARGO) clean
	rm -rf demo
