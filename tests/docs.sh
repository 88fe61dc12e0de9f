#!/usr/bin/env bash
# The examples are true. Of docs/protocol.md: every request (->) is answered, to the byte, as shown
# (<-). Of docs/solving-slide.md: every command ($) says what stands below it.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch
sed -n 's/^    -> //p' docs/protocol.md >"$scratch/requests"
sed -n 's/^    <- //p' docs/protocol.md >"$scratch/expected"
[ "$(wc -l <"$scratch/requests")" -ge 10 ] || { echo "docs/protocol.md has lost its examples" && exit 1; }
# But for what the machine and its load decide.
steady() { sed -E 's/"(elapsed_ms|nodes)":[0-9]+/"\1":0/g' "$1"; }
# Each is answered before the next is sent: a cancel overtakes what waits.
coproc engine { build/asan/tilewright engine; }
while IFS= read -r request; do
    printf '%s\n' "$request" >&"${engine[1]}"
    IFS= read -r answer <&"${engine[0]}" || { echo "no answer to $request" && exit 1; }
    printf '%s\n' "$answer"
done <"$scratch/requests" >"$scratch/answers"
diff -u <(steady "$scratch/expected") <(steady "$scratch/answers")

PATH=$PWD/build/asan:$PATH
sed -n '/^    \$ /,/^$/p' docs/solving-slide.md | sed 's/^    //' >"$scratch/expected"
grep '^\$ ' "$scratch/expected" >"$scratch/commands"
[ "$(wc -l <"$scratch/commands")" -ge 5 ] || { echo "docs/solving-slide.md has lost its examples" && exit 1; }
while IFS= read -r command; do
    printf '%s\n' "$command"
    bash -c "${command#\$ }" </dev/null 2>&1 || true
    echo
done <"$scratch/commands" >"$scratch/answers"
diff -u "$scratch/expected" "$scratch/answers"
