#!/usr/bin/env bash
# Base, game and the rules call nothing of the system but what moves and compares bytes, keep
# nothing that can be written, and know no floats. Rules are all sources directly in a game's folder.
# What is in its subfolders they do not call: they only point to the tables X_agents, X_tools and X_levels.
# Nothing in the library keeps what can be written outside of what a caller owns: engines share nothing.
# Only the level of the server's log and how much it wrote are the process's, as standard error is.
set -eu
shopt -s nullglob
cd "$(dirname "$0")/.."

# The second line is what compilers put in: checked twins, integer helpers, where asserts end.
calls='mem(cpy|move|set|cmp|chr)|str(n?len|n?cmp|r?chr|str|c?spn|pbrk|n?cpy|n?cat)|bcmp'
calls="$calls|__($calls|stack)_chk(_fail)?|__[a-z]+[sdt]i[2-4]|__assert_fail|_GLOBAL_OFFSET_TABLE_"

bad=0
wrong() { # FILE LINE MESSAGE
    echo "$1:${2:-1}: $3"
    bad=1
}

# The line of a symbol in a source's object; slow, so only a fault asks.
line_of() { # SOURCE SYMBOL
    nm -l "build/release/${1%.c}.o" | sed -n "s/^[0-9a-f ]*[A-Za-z] $2\t.*:\([0-9]*\)$/\1/p" | head -n 1
}

# The objects of the sources among files; false if there are none. source_of is the way back, from
# where nm -A begins a line.
objects_of() { # FILE...
    objects=()
    for file in "$@"; do
        case $file in
        *_test.c | *_slow.c | *_bench.c | *_wasm.c | *.h) ;;
        *) objects+=("build/release/${file%.c}.o") ;;
        esac
    done
    [ ${#objects[@]} -gt 0 ]
}

source_of() { # BEGINNING
    source=${1#build/release/} && source=${source%%.o:*}.c
}

check_calls() {
    while read -r begins _ symbol; do
        [[ $symbol =~ ^($calls)$ || $known =~ [[:space:]]"$symbol"[[:space:]] ]] && continue
        source_of "$begins" && wrong "$source" "$(line_of "$source" "$symbol")" "uses '$symbol'"
    done < <(nm -A -u "${objects[@]}")
}

check_globals() {
    while IFS='|' read -r begins _ _ _ _ _ section; do
        case $begins in build/release/src/serve/log.o:log_most* | build/release/src/serve/log.o:log_written*) continue ;; esac
        [[ $section =~ ^(\.t?data|\.t?bss|\*COM) && $section != .data.rel.ro* ]] || continue
        source_of "$begins" && symbol=${begins#*:} && symbol=${symbol%% *}
        wrong "$source" "$(line_of "$source" "$symbol")" "'$symbol' can be written"
    done < <(nm -A -f sysv --defined-only "${objects[@]}")
}

# Looks at C outside of its comments and strings.
# shellcheck disable=SC2016 # awk's words, not the shell's
floats='FNR == 1 { comment = 0 }
{
    for (rest = $0; rest != "";) {
        if (comment) {
            if (!(end = index(rest, "*/"))) break
            rest = substr(rest, end + 2)
        }
        found = match(rest, /"([^"\\]|\\.)*"|\047([^\047\\]|\\.)+\047|\/\*|\/\//)
        code = found ? substr(rest, 1, RSTART - 1) : rest
        if (code ~ /(^|[^A-Za-z0-9_])(float|double)([^A-Za-z0-9_]|$)/) print FILENAME ":" FNR
        sign = found ? substr(rest, RSTART, 2) : "//"
        comment = sign == "/*"
        if (sign == "//") break
        rest = substr(rest, RSTART + RLENGTH)
    }
}'

check_floats() { # FILE...
    while IFS=: read -r file line; do
        case $file in
        src/game/agent.h | src/game/host.h | src/game/lanes.h | *_test.[ch] | *_slow.c | *_bench.c) ;;
        *) wrong "$file" "$line" "a float" ;;
        esac
    done < <(awk "$floats" "$@")
}

check() { # FILE..., which may call what is known
    check_floats "$@"
    objects_of "$@" || return 0
    check_calls
    check_globals
}

known=' '
learn() { # FILE...: what they define is known
    objects_of "$@" || return 0
    known+="$(nm -j --defined-only --extern-only "${objects[@]}") "
}

learn src/base/*.c
check src/base/*.[ch]
learn src/game/*.c
check src/game/*.[ch]
below=$known
for folder in src/games/*/; do
    game=$(basename "$folder")
    known=$below
    learn "$folder"*.c
    known+="${game}_agents ${game}_tools ${game}_levels "
    check "$folder"*.[ch]
done

mapfile -t library < <(tools/sources 'src/*.c' | grep -v -e '^src/\(cli\|wasm\)/' -e '_\(test\|slow\|bench\|wasm\)\.c$')
objects_of "${library[@]}" && check_globals

exit $bad
