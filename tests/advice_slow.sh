#!/usr/bin/env bash
# The same in 100,000 positions of each game.
exec "$(dirname "$0")/advice.sh" 100000
