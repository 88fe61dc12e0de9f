#!/usr/bin/env bash
# A name that others can see begins with the name of its file, its folder or its game: global symbols,
# and in headers also types, enum constants, macros, tables and inline functions. No header defines a
# name that another one or the system defines. The library shows nothing but tw_*. What src/wasm shows is
# for tests/wasm.sh.
set -eu
cd "$(dirname "$0")/.."
library=build/libtilewright.so

# The waist's own vocabulary, and what C11 headers of the system define.
waist=' action advice ADVICE_LINE_MAX budget candidate CHANCE choice CLOCK event key param PARAMS_MAX '
waist+='reason SEATS_MAX shape SPOTS_MAX '
system=" $(printf '#include <%s.h>\n' assert ctype errno limits math pthread signal stdarg stdbool stddef stdint stdio \
    stdlib string time unistd | gcc -D_GNU_SOURCE -dM -E - | cut -d ' ' -f 2 | tr '\n' ' ')"

bad=0
wrong() {
    echo "$*"
    bad=1
}

# The words that a name of a source may begin with. The parts of a large thing share its name: what
# lies in telnet_client.c may be called telnet_* if there is a telnet.h.
beginnings_of() { # SOURCE
    [ "$1" != "${known-}" ] || return 0
    known=$1
    stem=${1##*/} && stem=${stem%.[ch]}
    [ ! -f "${1%/*}/${stem%%_*}.h" ] || stem=${stem%%_*}
    folder=${1%/*} && folder=${folder##*/}
    case $1 in
    src/games/*/*) stem=${1#src/games/} && stem=${stem%%/*} && folder=$stem ;;
    include/*) folder=tw ;;
    esac
}

# The line of a symbol in a source's object; slow, so only a fault asks.
line_of() { # SOURCE SYMBOL
    nm -l "build/release/${1%.c}.o" | sed -n "s/^[0-9a-f ]*[A-Za-z] $2\t.*:\([0-9]*\)$/\1/p" | head -n 1
}

check_name() { # SOURCE LINE NAME; without a line, the object tells it
    beginnings_of "$1"
    case ${3,,} in "$stem" | "$stem"_* | "$folder" | "$folder"_*) return ;; esac
    [ -n "$2" ] || set -- "$1" "$(line_of "$1" "$3")" "$3"
    case $stem in "$folder") wrong "$1:$2: '$3' must begin with ${stem}_" ;;
    *) wrong "$1:$2: '$3' must begin with ${stem}_ or ${folder}_" ;; esac
}

objects=()
while IFS= read -r source; do
    object=build/release/${source%.c}.o
    if [ -f "$object" ]; then objects+=("$object"); else wrong "$source:1: there is no $object"; fi
done < <(tools/sources 'src/*.c' | grep -vE '_(test|slow|bench|wasm)\.c$|^src/wasm/')

ours=()
while read -r object _ symbol; do
    source=${object#build/release/} && source=${source%.o:*}.c
    case $source:$symbol in
    src/cli/*:main) ;;
    src/engine/*:tw_*) ours+=("$symbol") ;;
    *) check_name "$source" '' "$symbol" ;;
    esac
done < <(nm -A --defined-only --extern-only "${objects[@]}")

# What a header defines, as FILE LINE NAME. It relies on the layout that clang-format gives.
# shellcheck disable=SC2016 # awk's words, not the shell's
definitions='
function found(name) { print FILENAME, FNR, name }
function last_word(text) { sub(/[^A-Za-z0-9_]+$/, "", text); sub(/.*[^A-Za-z0-9_]/, "", text); return text }
FNR == 1 { comment = listing = 0 }
{
    line = $0
    gsub(/\/\*.*\*\//, "", line)
    if (comment) { if (!sub(/.*\*\//, "", line)) next; comment = 0 }
    if (line ~ /\/\*/) { comment = 1; sub(/\/\*.*/, "", line) }
}
line ~ /^#[ ]*define / { split(line, part, /[ (]+/); found(part[2]); next }
line ~ /^(struct|union|enum) [A-Za-z0-9_]+ \{/ { found($2) }
line ~ /^typedef / { name = line; sub(/;.*/, "", name); sub(/\(.*/, "", name); found(last_word(name)) }
line ~ /^(static inline|[A-Z_]*INLINE) / { name = line; sub(/\(.*/, "", name); found(last_word(name)) }
line ~ /^static const / { name = line; sub(/[=;].*/, "", name); gsub(/\[[^]]*\]/, "", name); found(last_word(name)) }
line ~ /^enum ([a-z0-9_]+ )?\{/ { listing = 1; sub(/^[^{]*\{/, "", line) }
listing {
    ends = line ~ /\}/
    sub(/\}.*/, "", line)
    count = split(line, part, /,/)
    for (i = 1; i <= count; i++)
        if (match(part[i], /[A-Za-z_][A-Za-z0-9_]*/)) found(substr(part[i], RSTART, RLENGTH))
    if (ends) listing = 0
}'

declare -A defined=()
mapfile -t headers < <(tools/sources 'src/*.h' 'include/*.h' | grep -vE '_test\.h$|^src/wasm/libc/')
while read -r file line name; do
    case $waist in *" $name "*) case $file in src/game/*) continue ;; esac ;; esac
    check_name "$file" "$line" "$name"
    case $system in *" $name "*) wrong "$file:$line: the system defines '$name', too" ;; esac
    other=${defined[$name]-}
    [ -z "$other" ] || [ "$other" = "$file" ] || wrong "$file:$line: $other defines '$name', too"
    defined[$name]=$file
done < <(awk "$definitions" "${headers[@]}")

shown=$(nm -D --defined-only "$library" | cut -d ' ' -f 3)
[ -n "$shown" ] || wrong "$library:1: shows nothing"
odd=$(printf '%s\n' "$shown" "${ours[@]}" | sort | uniq -u | paste -s -d ' ')
[ -z "$odd" ] || wrong "$library:1: only shown, or only a tw_* of src/engine: $odd"

exit $bad
