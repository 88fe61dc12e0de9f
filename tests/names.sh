#!/usr/bin/env bash
# A global symbol begins with the name of its file or folder, and the library shows nothing but tw_*.
set -eu
cd "$(dirname "$0")/.."
library=build/libtilewright.so

bad=0
wrong() {
    echo "$*"
    bad=1
}

ours=()
while IFS= read -r source; do
    object=build/release/${source%.c}.o
    [ -f "$object" ] || { wrong "$source:1: there is no $object" && continue; }
    stem=${source##*/} && stem=${stem%.c}
    folder=${source%/*} && folder=${folder##*/}
    while read -r _ _ symbol place; do
        case $source:$symbol in
        *:"$stem" | *:"$stem"_* | *:"$folder" | *:"$folder"_*) ;;
        src/cli/*:main) ;;
        src/engine/*:tw_*) ours+=("$symbol") ;;
        *) wrong "$source:${place##*:}: '$symbol' should begin with ${stem}_ or ${folder}_" ;;
        esac
    done < <(nm -l --defined-only --extern-only "$object")
done < <(tools/sources 'src/*.c' | grep -vE '_(test|bench)\.c$')

shown=$(nm -D --defined-only "$library" | cut -d ' ' -f 3)
[ -n "$shown" ] || wrong "$library:1: shows nothing"
difference=$(diff <(sort <<<"$shown") <(printf '%s\n' "${ours[@]}" | sort)) ||
    wrong "$library:1: shows (<) other than the tw_* of src/engine (>):"$'\n'"$(grep '^[<>]' <<<"$difference")"

exit $bad
