#!/usr/bin/env bash
# The transcript between two clients in docs/protocol.md is true.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
export TILEWRIGHT_ROOT=$PWD
limit=120
node_run transcript.mjs
