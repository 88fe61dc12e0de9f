#!/usr/bin/env bash
# kill -9 while 200 games finish: every game that was announced is in the database afterwards, and the
# server starts again on it without repair.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=280
node_run server_kill.mjs "$@"
