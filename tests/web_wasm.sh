#!/usr/bin/env bash
# The engine in Chromium answers as the program does.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
node_run web_wasm.mjs
