#!/usr/bin/env bash
# Stripping (tools/strip.awk) changes no program: scripts have the same tokens, style sheets the same text.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=120
node_run web_strip.mjs "$@"
