#!/usr/bin/env bash
# Practice, the editor, solving, replays and reviews in Chromium.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=900
[ $# -gt 0 ] || set -- practice edit solve replay
node_run browser_all.mjs "$@"
