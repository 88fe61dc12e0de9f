#!/usr/bin/env bash
# Includes point down, a game's folder is private, and files stay short.
set -eu
cd "$(dirname "$0")/.."

# What each room may include besides itself; a room that is not here is not in the house.
declare -A may=(
    [base]=''
    [game]='base'
    [games]='base game'
    [games/]='base game' # every game's own folder
    [agents]='base game'
    [show]='base game'
    [play]='base game games agents'
    [engine]='base game games agents play show include'
    [cli]='base game games agents play show engine include'
    [include]=''
    [tests]='base game games agents play show engine cli include bench'
    [bench]='base game games agents play show engine cli include tests'
)

bad=0
wrong() {
    echo "$*"
    bad=1
}

room_of() { # FILE
    case $1 in
    src/games/*/*) room=${1#src/games/} && room=games/${room%%/*} ;;
    src/*/*) room=${1#src/} && room=${room%%/*} ;;
    *) room=${1%%/*} ;;
    esac
}

# The project's file that an include means, sought where the compiler does; empty for the system's.
meaning_of() { # FILE NAME
    for file in "$(dirname "$1")/$2" "src/$2" "include/$2" "$2"; do
        [ -f "$file" ] && meaning=$file && return
    done
    meaning=
}

while IFS= read -r file; do
    room_of "$file"
    own=$room
    case $own in games/*) allowed=${may[games/]} ;; *) allowed=${may[$own]-unknown} ;; esac
    [ "$allowed" = unknown ] && wrong "$file:1: the room '$own' is not in the table of tests/layers.sh" && continue
    case $file in src/games/*_test.c | src/games/*_bench.c) allowed+=' tests bench' ;; esac
    while IFS=: read -r line name; do
        case /$name in */../*) wrong "$file:$line: \"$name\" goes up; name it from src/" && continue ;; esac
        meaning_of "$file" "$name"
        [ -n "$meaning" ] || continue
        room_of "$meaning"
        case " $own $allowed " in
        *" $room "*) ;;
        *) wrong "$file:$line: $own may not include \"$name\" of $room" ;;
        esac
    done < <(sed -nE '/^[ \t]*#[ \t]*include[ \t]*["<]/{=;s/[^"<]*["<]([^">]*).*/\1/p}' "$file" | paste -d : - -)
done < <(tools/sources 'src/*.[ch]' 'include/*.[ch]' 'tests/*.[ch]' 'bench/*.[ch]')

while read -r count file; do
    [ "$count" -le 600 ] || wrong "$file:601: $count lines; above 600 a file is two"
done < <(tools/sources '*.c' '*.h' '*.sh' '*Makefile' | xargs -d '\n' wc -l | grep -v ' total$')

exit $bad
