#!/usr/bin/env bash
# bench/page.sh [RUNS]: how soon the page is painted and can be played, in Chromium with nothing cached, from the released
# program on this machine.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
export TILEWRIGHT=${TILEWRIGHT-$PWD/build/tilewright}
node_packages
scratch=$(mktemp -d "$packages/run.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cp tests/node/*.mjs bench/page.mjs "$scratch"
node "$scratch/page.mjs" "$@"
