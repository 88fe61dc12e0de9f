#!/usr/bin/env bash
# The examples of docs/protocol.md are true: every request (->) is answered, to the byte, as shown (<-).
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
sed -n 's/^    -> //p' docs/protocol.md >"$scratch/requests"
sed -n 's/^    <- //p' docs/protocol.md >"$scratch/expected"
[ "$(wc -l <"$scratch/requests")" -ge 10 ] || { echo "docs/protocol.md has lost its examples" && exit 1; }
build/asan/tilewright engine <"$scratch/requests" >"$scratch/answers"
diff -u "$scratch/expected" "$scratch/answers"
