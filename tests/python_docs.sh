#!/usr/bin/env bash
# The Python examples are true: every ```python block of docs/learning.md and python/README.md runs and prints what stands
# below it, and every program in python/examples runs, where what it needs is installed; else it says what that is.
set -eu
cd "$(dirname "$0")/.."
. tests/support/python.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
limit=120
python_run python/tests/docs_blocks.py docs/learning.md python/README.md

root=$PWD
for example in python/examples/*.py; do
    name=$(basename "$example")
    python_run "$example" --help >"$scratch/help" || { echo "$name --help does not work" && exit 1; }
    grep -q -- --quick "$scratch/help" || { echo "$name has no --quick" && exit 1; }
    status=0
    (cd "$scratch" && PYTHONPATH=$root/python PYTHONDONTWRITEBYTECODE=1 timeout -k 5 $limit \
        "$python" -W error "$root/$example" --quick) >"$scratch/said" 2>"$scratch/errors" || status=$?
    if [ "$status" = 0 ]; then
        [ -s "$scratch/said" ] || { echo "$name says nothing" && exit 1; }
    elif [ "$status" = 1 ] && [ "$(wc -l <"$scratch/errors")" = 1 ] && grep -q "^$name needs .*pip install" "$scratch/errors"; then
        echo "skipped: $(cat "$scratch/errors")"
    else
        echo "$name ends with status $status:" && cat "$scratch/said" "$scratch/errors" && exit 1
    fi
done
[ -s "$scratch/tournament.svg" ] || [ -s "$scratch/tournament.png" ] || { echo "tournament.py draws nothing" && exit 1; }
