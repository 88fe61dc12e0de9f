#!/usr/bin/env bash
# Looks in Chromium: boards whole at every size, named and marked; the home page; the themes of the games.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=900
[ $# -gt 0 ] || set -- board themes fit
node_run browser_all.mjs "$@"
