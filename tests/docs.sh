#!/usr/bin/env bash
# The examples are true. Of docs/protocol.md: every request (->) is answered, to the byte, as shown
# (<-). Of docs/solving-slide.md, position-azul.md and first-games.md: every command ($) says what stands below it. Every game has its page.
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
# A line as expected if the answer fits it, else the answer; `, ...` fits anything.
fit() { # EXPECTED ANSWERS
    local expected answer
    while IFS= read -r answer <&3; do
        IFS= read -r expected <&4 || expected=
        # shellcheck disable=SC2053 # a pattern
        [[ $answer != $(sed 's/[][*?\\]/\\&/g; s/, \.\.\./*/g' <<<"$expected") ]] || answer=$expected
        printf '%s\n' "$answer"
    done 3<"$2" 4<"$1"
}
# Each is answered before the next is sent: a cancel overtakes what waits.
coproc engine { build/asan/tilewright engine; }
while IFS= read -r request; do
    printf '%s\n' "$request" >&"${engine[1]}"
    IFS= read -r answer <&"${engine[0]}" || { echo "no answer to $request" && exit 1; }
    printf '%s\n' "$answer"
done <"$scratch/requests" >"$scratch/raw"
steady "$scratch/raw" >"$scratch/answers"
steady "$scratch/expected" >"$scratch/due"
diff -u "$scratch/due" <(fit "$scratch/due" "$scratch/answers")

PATH=$PWD/build/asan:$PATH
# Runs each command of a text and prints it with what it says.
tell() { # TEXT
    grep '^\$ ' "$1" | while IFS= read -r command; do
        printf '%s\n' "$command"
        bash -c "${command#\$ }" </dev/null 2>&1 || true
        echo
    done
}
compare() { # PAGE FEWEST: its commands, as taken out of it, do as they say
    [ "$(grep -c '^\$ ' "$scratch/expected")" -ge "$2" ] || { echo "$1 has lost its examples" && exit 1; }
    tell "$scratch/expected" >"$scratch/answers"
    diff -u "$scratch/expected" "$scratch/answers"
}
sed -n '/^    \$ /,/^$/p' docs/solving-slide.md | sed 's/^    //' >"$scratch/expected"
compare docs/solving-slide.md 5
sed -n '/^    \$ /,/^$/p' docs/position-azul.md | sed 's/^    //' >"$scratch/expected"
compare docs/position-azul.md 5
awk '/^```/ { inside = !inside; if (!inside) print ""; next } inside' docs/first-games.md >"$scratch/expected"
compare docs/first-games.md 4

sed -n 's/^GAME(\(.*\))/\1/p' src/games/list.h | while read -r game; do
    [ -s "docs/rules-$game.md" ] || { echo "there is no docs/rules-$game.md" && exit 1; }
done
