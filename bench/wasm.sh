#!/usr/bin/env bash
# bench/wasm.sh [WORK]: the time of the page's module against that of the program, for each game; WORK is a part of
# a line's name, as "azul" or "slide solve".
set -eu
cd "$(dirname "$0")/.."
make -s build/tilewright build/web/version build/release/bench/steps build/wasm/bench/steps.wasm
TILEWRIGHT_ROOT=$PWD exec node bench/wasm.mjs "$@"
