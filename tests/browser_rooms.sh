#!/usr/bin/env bash
# Rooms in Chromium: two pages and a real telnet player play falls and azul to their ends; coming back, watching, races,
# words of others that look like markup.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=900
[ $# -gt 0 ] || set -- rooms
node_run browser_all.mjs "$@"
