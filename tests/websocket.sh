#!/usr/bin/env bash
# Rooms and the engine over WebSockets, with npm's ws as the client: whole games whose events every client
# replays to the same digest, coming back, hidden things, refusals and hostile frames.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
limit=300
node_run websocket.mjs "$@"
