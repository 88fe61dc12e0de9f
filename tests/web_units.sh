#!/usr/bin/env bash
# The parts of the page that need no page, in node, with the engine in threads in place of workers: tables, thinking,
# links and texts, storage.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=120
node_run web_units.mjs "$@"
