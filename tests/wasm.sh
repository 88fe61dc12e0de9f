#!/usr/bin/env bash
# The engine as the page's module: golden games of all games, many seeded ones, advice, tools and reviews
# come out as from the program, to the byte; scenes read from memory are those that JSON tells.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=120
node_run wasm.mjs "$@"
