#!/usr/bin/env bash
# A WebSocket that reads nothing while much is sent is dropped, and the others are not held up.
exec "$(dirname "$0")/websocket.sh" dropsSlowReaders
