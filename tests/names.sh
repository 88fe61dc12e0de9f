#!/usr/bin/env bash
# A global symbol begins with the name of its file or folder; the library shows nothing but tw_*.
set -eu
cd "$(dirname "$0")/.."
library=build/libtilewright.so

bad=0
wrong() {
    echo "$*"
    bad=1
}

objects=()
while IFS= read -r source; do
    object=build/release/${source%.c}.o
    if [ -f "$object" ]; then objects+=("$object"); else wrong "$source:1: there is no $object"; fi
done < <(tools/sources 'src/*.c' | grep -vE '_(test|slow|bench)\.c$')

ours=()
while read -r object _ symbol place; do
    source=${object#build/release/} && source=${source%.o:*}.c
    stem=${source##*/} && stem=${stem%.c}
    folder=${source%/*}
    case $source in src/games/*/*) folder=${source#src/games/} && folder=${folder%%/*} && stem=$folder ;; esac
    folder=${folder##*/}
    case $source:$symbol in
    *:"$stem" | *:"$stem"_* | *:"$folder" | *:"$folder"_*) ;;
    src/cli/*:main) ;;
    src/engine/*:tw_*) ours+=("$symbol") ;;
    *) wrong "$source:${place##*:}: '$symbol' should begin with ${stem}_ or ${folder}_" ;;
    esac
done < <(nm -A -l --defined-only --extern-only "${objects[@]}")

shown=$(nm -D --defined-only "$library" | cut -d ' ' -f 3)
[ -n "$shown" ] || wrong "$library:1: shows nothing"
odd=$(printf '%s\n' "$shown" "${ours[@]}" | sort | uniq -u | paste -s -d ' ')
[ -z "$odd" ] || wrong "$library:1: only shown, or only a tw_* of src/engine: $odd"

exit $bad
