#!/usr/bin/env bash
# The page away from its server, in Chromium: a plain static host without the headers for shared memory, no network, a new
# version; and the engine in the page, which answers as the program does, to the byte.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=900
[ $# -gt 0 ] || set -- engine offline
node_run browser_all.mjs "$@"
