#!/usr/bin/env bash
# Base, game and the rules call nothing of the system but what moves and compares bytes, keep nothing that
# can be written, and know no floats. A game's rules are its X.c, X_faces.c and X_rules*.c.
set -eu
shopt -s nullglob
cd "$(dirname "$0")/.."

# The last are what compilers put in: checked twins, integer helpers, the ends of asserts and of the stack.
calls='mem(cpy|move|set|cmp|chr)|str(n?len|n?cmp|r?chr|str|c?spn|pbrk|n?cpy|n?cat)|bcmp'
calls="$calls|__($calls)_chk|__[a-z]+[sdt]i[2-4]|__assert_fail|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_"

bad=0
wrong() { # FILE PLACE WORDS, the place as nm tells it: a path, a colon, the line
    local line=${2##*:}
    echo "$1:${line%% *}: $3"
    bad=1
}

defined() { # ROOM
    for source in "src/$1"/*.c; do
        case $source in
        *_test.c | *_bench.c) ;;
        *) nm -j --defined-only --extern-only "build/release/${source%.c}.o" ;;
        esac
    done
}

check_calls() { # SOURCE
    while read -r _ symbol place; do
        [[ $symbol =~ ^($calls)$ || $known =~ [[:space:]]"$symbol"[[:space:]] ]] ||
            wrong "$1" "$place" "uses '$symbol'"
    done < <(nm -lu "build/release/${1%.c}.o")
}

check_globals() { # SOURCE
    while IFS='|' read -r symbol _ _ _ _ _ section; do
        case $section in
        .data.rel.ro*) ;;
        .data* | .bss* | .tdata* | .tbss* | *COM*) wrong "$1" "$section" "'${symbol%% *}' can be written" ;;
        esac
    done < <(nm -l -f sysv --defined-only "build/release/${1%.c}.o")
}

# Looks at C outside of its comments and strings.
# shellcheck disable=SC2016 # awk's words, not the shell's
floats='{
    for (rest = $0; rest != "";) {
        if (comment) {
            if (!(end = index(rest, "*/"))) break
            rest = substr(rest, end + 2)
        }
        found = match(rest, /"([^"\\]|\\.)*"|\/\*|\/\//)
        code = found ? substr(rest, 1, RSTART - 1) : rest
        if (code ~ /(^|[^A-Za-z0-9_])(float|double)([^A-Za-z0-9_]|$)/) print FNR
        sign = found ? substr(rest, RSTART, 2) : "//"
        comment = sign == "/*"
        if (sign == "//") break
        rest = substr(rest, RSTART + RLENGTH)
    }
}'

check_floats() { # FILE
    while read -r line; do
        wrong "$1" "$line" "a float"
    done < <(awk "$floats" "$1")
}

check() { # FILE..., which may call what is known
    for file in "$@"; do
        case $file in *.c) check_calls "$file" && check_globals "$file" ;; esac
        case $file in src/game/agent.h) ;; *) check_floats "$file" ;; esac
    done
}

known=" $(defined base) "
check src/base/*.[ch]
known+="$(defined game) "
check src/game/*.[ch]
below=$known
for folder in src/games/*/; do
    game=$(basename "$folder")
    known="$below$(defined "games/$game") "
    check "$folder$game".[ch] "$folder${game}_faces".[ch] "$folder${game}_rules"*.[ch]
done

exit $bad
