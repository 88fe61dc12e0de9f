#!/usr/bin/env bash
# The page and its files by HTTP: versions, compression, headers, methods, health and metrics, and paths
# that lead nowhere.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=120
node_run http.mjs "$@"
