#!/usr/bin/env bash
# Screens come out as the files in tests/data/screens show them: those of games by tests/paint, those of
# a server's visitors by tests/visit. The first line of a file says how its screen is made;
# `tests/screens.sh --make` makes all of them anew, to be looked at.
set -u
cd "$(dirname "$0")/.." || exit
bad=0

for file in tests/data/screens/*.txt; do
    read -r _ program args <"$file"
    # shellcheck disable=SC2086 # the line has several arguments
    said=$(head -n 1 "$file" && timeout 60 "build/asan/tests/$program" $args --dump)
    if [ "${1-}" = --make ]; then
        echo "$said" >"$file"
    elif [ "$said" != "$(<"$file")" ]; then
        echo "$file:1: the screen is another one now:"
        diff "$file" - <<<"$said"
        bad=1
    fi
done

exit $bad
