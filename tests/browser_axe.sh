#!/usr/bin/env bash
# Every screen in Chromium, at two sizes, light and dark: axe finds nothing.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=900
[ $# -gt 0 ] || set -- axe
node_run browser_all.mjs "$@"
