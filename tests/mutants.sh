#!/usr/bin/env bash
# Is conform strong? Plants the faults of src/games/*/mutants.txt, one at a time, and sees each caught.
# It takes the objects that `make test` built and compiles just the file with the fault; for a header, GAME.c.
# tests/mutants.sh [--some] GAME ... tries the faults of these games only. --some plants every fifth, and sees that
# the others fit the sources: so does `make test`.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
read -r -a compile <build/asan/flags
rules=(play effects pictures damage record sampling golden) # agents take long, and play by the same rules

# Conform with the fault: what a program has takes the place of what the library has.
link() {
    "${compile[@]}" -fuse-ld=lld -o "$scratch/conform" build/asan/tests/conform.o build/asan/tests/support/*.o "$scratch/mutant.o" \
        build/asan/library.so -Wl,-rpath,"$PWD/build/asan" -lcmocka -lm -pthread
}

# What lies in a subfolder of the game is an agent or a tool.
try() { # GAME FILE
    local parts=("${rules[@]}")
    case $2 in src/games/*/*/*) parts=(agents tools) ;; esac
    timeout 200 "$scratch/conform" --stop "$1" "${parts[@]}" >"$scratch/log" 2>&1
}

write_mutant() { # GAME NAME FILE SED
    mutant=$scratch/${3##*/}
    sed "$4" "$3" >"$mutant"
    ! cmp -s "$3" "$mutant" || { echo "$1, $2: the fault does not fit $3 any more" && exit 1; }
}

plant() { # GAME NAME FILE; false if it survives
    local source=$3 began=$SECONDS status=0
    case $3 in *.h) source=src/games/$1/$1.c && cp "$source" "$scratch/" ;; esac
    "${compile[@]}" -fno-sanitize=all -w -I"${3%/*}" -c -o "$scratch/mutant.o" "$scratch/${source##*/}" ||
        exit
    link || exit
    try "$1" "$3" || status=$?
    if [ "$status" = 0 ] || [ "$status" = 124 ]; then
        echo "SURVIVES: $1, $2 (exit status $status)"
        return 1
    fi
    echo "caught: $1, $2, $((SECONDS - began)) s: $(grep -m1 -e "^$1" -e 'runtime error' -e 'AddressSanitizer' -e golden.txt \
        "$scratch/log" || tail -n 1 "$scratch/log")"
}

survivors=0 count=0 every=1
[ "${1-}" != --some ] || { every=5 && shift; }
[ $# -gt 0 ] || set -- $(cd src/games && echo */)
for game in "${@%/}"; do
    faults=0
    while read -r name && read -r file && read -r script; do
        faults=$((faults + 1))
        write_mutant "$game" "$name" "$file" "$script"
        if [ $((faults % every)) = 0 ]; then
            plant "$game" "$name" "$file" || survivors=$((survivors + 1))
            count=$((count + 1))
        fi
        rm -f "$mutant" # so that no later fault includes it
    done < <(grep -v -e '^#' -e '^$' "src/games/$game/mutants.txt")
    [ "$faults" -ge 8 ] || { echo "$game has $faults faults to find, and should have 8" && exit 1; }
done
echo "$((count - survivors)) of $count faults caught"
[ "$survivors" = 0 ]
