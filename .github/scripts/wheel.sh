#!/usr/bin/env bash
# Builds the wheel for TARGET, or the source distribution if TARGET is `source`: wheel.sh TARGET FOLDER [OLDEST]
# With OLDEST, such as manylinux_2_17, Zig links against the oldest libc that this tag in the wheel's name allows. Needs pipx.
set -euo pipefail
target=$1 folder=$2 oldest=${3:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
tool() { pipx run --pip-args="--constraint=$root/.github/requirements/release.txt" --spec 'maturin[zig]' "$@"; }
maturin() { tool maturin "$@" --manifest-path "$root/python/Cargo.toml" --out "$folder"; }
if [ "$target" = source ]; then
  maturin sdist
else
  rustup target add "$target"
  if [ -n "$oldest" ]; then
    # maturin looks for Zig in the environment of the Python in PATH, not in its own
    CARGO_ZIGBUILD_PYTHON_PATH=$(tool python -c 'import sys; print(sys.executable)')
    export CARGO_ZIGBUILD_PYTHON_PATH
  fi
  maturin build --locked --release --target "$target" ${oldest:+--zig --compatibility "$oldest"}
fi
