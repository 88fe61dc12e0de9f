#!/usr/bin/env bash
# The same games everywhere: Python's TileEnv, its Engine, the program and the page's module come to the same
# states, after each act and to the byte, and to the same hashes.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
. tests/support/python.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
limit=120
python_run -W error python/tests/hashes.py "$scratch/requests" "$scratch/answers" >"$scratch/hashes"
[ "$(wc -l <"$scratch/requests")" -ge 1000 ] || { echo "too few requests" && exit 1; }
[ "$(awk '{ print $NF }' "$scratch/hashes" | sort -u | wc -l)" -ge 50 ] || { echo "too few hashes" && exit 1; }
build/tilewright engine <"$scratch/requests" >"$scratch/program"
cmp "$scratch/answers" "$scratch/program"
node_run python_hashes.mjs "$scratch/requests" >"$scratch/module"
cmp "$scratch/answers" "$scratch/module"
