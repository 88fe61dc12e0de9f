#!/usr/bin/env bash
# The transcript between two clients in docs/protocol.md is true.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=120
node_run transcript.mjs
