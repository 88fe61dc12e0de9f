#!/usr/bin/env bash
# What the page weighs: bytes and requests until it is painted and until it can be played, all of it together, and that
# nothing jumps while it comes in.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=900
node_run web_budget.mjs "$@"
