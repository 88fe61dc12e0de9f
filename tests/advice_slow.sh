#!/usr/bin/env bash
# The same in 30,000 positions of each game, or as many as the first argument says.
exec "$(dirname "$0")/advice.sh" "${1:-30000}"
