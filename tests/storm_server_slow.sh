#!/usr/bin/env bash
# The same as tests/storm_server.sh for 10 minutes.
exec "$(dirname "$0")/storm_server.sh" 600 "$@"
