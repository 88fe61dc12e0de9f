#!/usr/bin/env bash
# What games tell of events is true over a million events of random games, or as many as the first
# argument says, shared by all games at all extents of their params.
set -eu
cd "$(dirname "$0")/.."
events=${1:-1000000} sum=0
mapfile -t games < <(sed -n 's/^GAME(\(.*\))/\1/p' src/games/list.h)
log=$(mktemp)
trap 'rm -f "$log"' EXIT

export CONFORM_EVENTS=$(((events - 1) / (4 * ${#games[@]}) + 1)) # of a game at one of four extents
for game in "${games[@]}"; do
    build/asan/tests/conform "$game" effects >"$log" 2>&1 || { cat "$log" && exit 1; }
    count=$(($(grep -c "OK \] $game effects" "$log") * CONFORM_EVENTS))
    echo "$game: $count events"
    sum=$((sum + count))
done
echo "$sum events"
[ "$sum" -ge "$events" ]
