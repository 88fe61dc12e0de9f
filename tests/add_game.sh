#!/usr/bin/env bash
# A new game costs one folder and one line: Nim is added to a scratch copy that way, and is at once
# conform, in the program, and in the protocol.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compile="$(cat build/asan/flags) -I."

cp -r src include tests "$scratch"
mkdir "$scratch/src/games/nim"
mv "$scratch/tests/nim/nim.c" "$scratch/src/games/nim"
echo 'GAME(nim)' >>"$scratch/src/games/list.h"

library=$(tr ' ' '\n' <build/sources | grep -v -e '^src/cli/' -e '^src/games/games.c')
# shellcheck disable=SC2086 # a list of words
others=$(printf "$PWD/build/asan/%s.o " $(printf '%s\n' $library | sed 's/\.c$//'))
support=$(printf "$PWD/%s " build/asan/tests/support/*.o)
program=$(printf "$PWD/%s " build/asan/src/cli/*.o)
conform=$PWD/build/asan/tests/conform.o

cd "$scratch"
# shellcheck disable=SC2086 # lists of words
{
    $compile -c -o games.o src/games/games.c
    $compile -c -o nim.o src/games/nim/nim.c
    $compile -o conform games.o nim.o $others $support "$conform" -lcmocka -lm -pthread
    $compile -o tilewright games.o nim.o $others $program -lm -pthread
}
./conform golden nim 40 heaps=9 sticks=9 >src/games/nim/golden.txt
./conform >log 2>&1 || { cat log && exit 1; }
grep -q 'OK \] nim play largest' log
./tilewright games | grep -q '^nim '
printf '{"cmd":"new","game":"nim"}\n' | ./tilewright engine | grep -q '"ruleset_id":"nim_v1"'
printf '1 from heap 1\n2 from heap 1\n' | ./tilewright play nim heaps=1 sticks=3 | grep -q .
