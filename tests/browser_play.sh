#!/usr/bin/env bash
# Playing in Chromium: whole games by mouse, keyboard and touch, what is lit and what is refused, motion, the bar and its
# keys, links and texts. Other names run those parts alone.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=900
[ $# -gt 0 ] || set -- games choose motion shell share
node_run browser_all.mjs "$@"
