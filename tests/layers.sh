#!/usr/bin/env bash
# Includes point down, a game's folder is private, and files stay short. In a game's folder the
# subfolders include what lies in front of them, never the other way, and never each other in a circle.
set -eu
cd "$(dirname "$0")/.."

# What each folder may include besides itself; a folder that is not here is not in the house.
declare -A may=(
    [base]=''
    [net]='base'
    [game]='base'
    [games]='base game'
    [games/]='base net game' # every game's own folder
    [agents]='base game'
    [host]='base game'
    [show]='base game'
    [play]='base game games agents'
    [engine]='base game games agents host play show include'
    [term]='base game games agents play show'
    [store]='base game'
    [hall]='base game games agents play'
    [lobby]='base game games agents play show term hall'
    [serve]='base game games agents host play show engine term store hall lobby include'
    [cli]='base game games agents host play show engine term store hall lobby serve include'
    [wasm]='game games agents host engine'
    [tools]='game games agents'
    [include]=''
    [tests]='base net game games agents host play show engine term store hall lobby serve cli include bench'
    [bench]='base net game games agents host play show engine term store hall lobby serve cli include tests'
)

bad=0
wrong() {
    echo "$*"
    bad=1
}

folder_of() { # FILE
    case $1 in
    src/games/*/*) folder=${1#src/games/} && folder=games/${folder%%/*} ;;
    src/*/*) folder=${1#src/} && folder=${folder%%/*} ;;
    *) folder=${1%%/*} ;;
    esac
}

# The project's file that an include means, sought where the compiler does; empty for the system's.
meaning_of() { # FILE NAME
    for meaning in "${1%/*}/$2" "src/$2" "include/$2" "$2"; do
        [ ! -f "$meaning" ] || return 0
    done
    meaning=
}

declare -A places=() # where a folder includes another
edges=()

mapfile -t files < <(tools/sources '*.[ch]')

for file in "${files[@]}"; do
    folder_of "$file"
    case $folder in games/*) folder=games/ ;; esac
    [ -n "${may[$folder]+known}" ] || wrong "$file:1: tests/layers.sh knows no folder '$folder'"
done

while IFS=: read -r file line name; do
    name=${name#*[\"<]} && name=${name%%[\">]*}
    meaning_of "$file" "$name"
    [ -n "$meaning" ] || continue
    case /$name in */../*) wrong "$file:$line: name \"$name\" from src/" && continue ;; esac
    folder_of "$file" && own=$folder
    case $own in games/*) allowed=${may[games/]} ;; *) allowed=${may[$own]-} ;; esac
    case $file in src/*_test.[ch] | src/*_slow.c | src/*_bench.c) allowed+=' tests bench' ;; esac
    folder_of "$meaning"
    case " $own $allowed " in
    *" $folder "*) ;;
    *) wrong "$file:$line: $own may not include \"$name\" of $folder" ;;
    esac
    case $file in *_test.[ch] | *_slow.c | *_bench.c) continue ;; esac
    case $own:${file%/*}:${meaning%/*} in
    "$folder":src/games/*:"${file%/*}") ;;
    "$folder":src/"$own":src/games/*) wrong "$file:$line: rules may not include \"$name\" of a subfolder" ;;
    "$folder":src/games/*) edges+=("${file%/*} ${meaning%/*}") places[${file%/*}]=$file:$line ;;
    esac
done < <(grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' "${files[@]}")

while read -r folder; do
    wrong "${places[$folder]}: $folder and a folder it includes include each other"
done < <(printf '%s\n' "${edges[@]}" | tsort 2>&1 >/dev/null | sed -n 's|^tsort: \(src/.*\)|\1|p' | head -n 1)

while read -r count file; do
    [ "$count" -le 600 ] || [ "$file" = total ] || wrong "$file:601: $count lines are too many"
done < <(tools/sources '*.c' '*.h' '*.sh' '*Makefile' | xargs -d '\n' wc -l)

exit $bad
